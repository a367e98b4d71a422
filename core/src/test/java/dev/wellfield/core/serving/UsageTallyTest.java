package dev.wellfield.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class UsageTallyTest {

    @Test
    void what_each_choice_has_so_far_is_added_up_and_the_prompt_is_counted_once() {
        UsageTally tally = new UsageTally(1, 2);

        tally.running(0, new TokenCount(14, 0, 3), false);
        tally.running(1, new TokenCount(14, 0, 5), false);
        tally.running(0, new TokenCount(14, 0, 4), false);

        assertThat(tally.count()).isEqualTo(new EngineCount.Running(new TokenCount(14, 0, 9)));
    }

    @Test
    void the_last_word_holds_even_if_it_says_nought() {
        UsageTally tally = new UsageTally(1, 1);
        tally.running(0, new TokenCount(14, 0, 3), false);

        tally.lastWord(TokenCount.ZERO);

        assertThat(tally.count()).isEqualTo(new EngineCount.Final(TokenCount.ZERO));
    }

    @Test
    void without_any_usage_the_pieces_passed_on_are_the_least_there_was() {
        UsageTally tally = new UsageTally(1, 1);

        tally.piece();
        tally.piece();

        assertThat(tally.count()).isEqualTo(new EngineCount.Pieces(2));
        assertThat(tally.count().tokens()).isEqualTo(new TokenCount(0, 0, 2));
    }

    @Test
    void usage_on_the_last_piece_is_final_once_the_stream_has_ended() {
        UsageTally tally = new UsageTally(1, 1);
        tally.running(0, new TokenCount(14, 2, 11), false);
        tally.running(0, new TokenCount(14, 2, 12), true);
        assertThat(tally.count().isFinal()).isFalse();

        tally.ended();

        assertThat(tally.count()).isEqualTo(new EngineCount.Final(new TokenCount(14, 2, 12)));
    }

    @Test
    void a_total_on_the_last_piece_of_the_last_choice_is_taken_as_the_total() {
        UsageTally tally = new UsageTally(1, 2);
        tally.running(0, new TokenCount(14, 0, 12), true);
        tally.running(1, new TokenCount(14, 0, 11), false);
        tally.running(1, new TokenCount(14, 0, 24), true);

        tally.ended();

        assertThat(tally.count()).isEqualTo(new EngineCount.Final(new TokenCount(14, 0, 24)));
    }

    @Test
    void a_choices_own_count_on_its_last_piece_is_added_to_the_others() {
        UsageTally tally = new UsageTally(1, 2);
        tally.running(0, new TokenCount(14, 0, 12), true);
        tally.running(1, new TokenCount(14, 0, 11), false);
        tally.running(1, new TokenCount(14, 0, 12), true);

        tally.ended();

        assertThat(tally.count()).isEqualTo(new EngineCount.Final(new TokenCount(14, 0, 24)));
    }

    @Test
    void an_end_before_the_last_piece_makes_nothing_final() {
        UsageTally tally = new UsageTally(1, 2);
        tally.running(0, new TokenCount(14, 0, 12), true);

        tally.ended();

        assertThat(tally.count()).isEqualTo(new EngineCount.Running(new TokenCount(14, 0, 12)));
    }

    @Test
    void a_choice_that_nobody_asked_for_is_ignored() {
        UsageTally tally = new UsageTally(1, 1);

        tally.running(1, new TokenCount(14, 0, 12), false);
        tally.running(-1, new TokenCount(14, 0, 12), false);

        assertThat(tally.count()).isEqualTo(new EngineCount.Pieces(0));
    }

    @Test
    void several_prompts_are_added_up_as_far_as_their_answers_have_begun() {
        UsageTally tally = new UsageTally(2, 2);

        tally.running(0, new TokenCount(6, 0, 3), false);
        tally.running(1, new TokenCount(6, 0, 2), false);
        assertThat(tally.count()).isEqualTo(new EngineCount.Running(new TokenCount(6, 0, 5)));

        tally.running(3, new TokenCount(4, 1, 1), false);

        assertThat(tally.count()).isEqualTo(new EngineCount.Running(new TokenCount(10, 1, 6)));
    }
}
