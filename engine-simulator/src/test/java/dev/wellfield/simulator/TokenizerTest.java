package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

final class TokenizerTest {

    @Test
    void a_text_is_cut_into_words_numbers_and_single_characters() {
        assertThat(Tokenizer.pieces("Hello wonderful world, 12345 times!"))
                .containsExactly("Hello", " wonderfu", "l", " world", ",", " ", "123", "45", " times", "!");
    }

    @Test
    void an_ideograph_is_a_token_and_a_surrogate_pair_is_not_cut() {
        assertThat(Tokenizer.pieces("井田 制😀")).containsExactly("井", "田", " ", "制", "😀");
    }

    @Test
    void a_message_costs_two_tokens_and_a_conversation_two_more() {
        var hello = new ChatTemplate.Message(Tokenizer.USER, List.of("Hello"), true);

        assertThat(ChatTemplate.render(List.of(hello), true, 100).length()).isEqualTo(2 + 2 + 1);
        assertThat(ChatTemplate.render(List.of(hello, hello), true, 100).length())
                .isEqualTo(2 + 2 * (2 + 1));
    }

    @RepeatedTest(50)
    void pieces_make_up_the_text_and_are_no_more_than_its_bytes() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder built = new StringBuilder();
        int[] ranges = {0x20, 0x7f, 0xa0, 0x24f, 0x4e00, 0x4f00, 0x1f600, 0x1f640};
        for (int i = random.nextInt(200); i > 0; i--) {
            int range = random.nextInt(ranges.length / 2) * 2;
            built.appendCodePoint(random.nextInt(ranges[range], ranges[range + 1]));
        }
        String text = built.toString();

        assertThat(String.join("", Tokenizer.pieces(text))).as("seed %d", seed).isEqualTo(text);
        assertThat(Prompt.ofText(text, Integer.MAX_VALUE).length())
                .as("seed %d", seed)
                .isEqualTo(Tokenizer.pieces(text).size())
                .isLessThanOrEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }
}
