package dev.wellfield.gateway.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.serving.Call;
import dev.wellfield.core.serving.EngineCount;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.RequestState.Reserved;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EntryCodecTest {
    private final Random random = new Random(1);

    @Test
    void every_kind_of_entry_comes_back_as_it_was() {
        for (int i = 0; i < 200; i++) {
            JournalEntry.Opened opened = Samples.opened(random);
            comesBack(opened);
            comesBack(Samples.progress(opened, i));
            comesBack(new JournalEntry.Settled(Samples.record(random)));
            comesBack(new JournalEntry.Checkpoint(Samples.START));
        }
    }

    @Test
    void a_record_without_a_first_token_comes_back_without_one() {
        comesBack(new JournalEntry.Settled(new Reserved(Samples.call(random))
                .dispatch(Samples.id(random), false)
                .settle(Outcome.UPSTREAM_FAILED, new EngineCount.Pieces(0), Samples.START, 502)
                .record()));
    }

    @Test
    void an_entry_of_an_unknown_type_or_one_that_is_cut_off_is_none() {
        byte[] bytes = EntryCodec.encode(Samples.opened(random));

        assertThat(EntryCodec.decode(ByteBuffer.wrap(new byte[] {99, 1, 2, 3}))).isEmpty();
        assertThat(EntryCodec.decode(ByteBuffer.wrap(new byte[0]))).isEmpty();
        for (int length = 0; length < bytes.length; length++) {
            assertThat(EntryCodec.decode(ByteBuffer.wrap(bytes, 0, length))).isEmpty();
        }
    }

    @Test
    void names_that_are_too_long_are_refused() {
        Call call = Samples.call(random);
        Call long_ = new Call(
                call.id(),
                "x".repeat(9_000),
                call.keyId(),
                call.keyName(),
                call.model(),
                call.modelId(),
                call.modelOwner(),
                true,
                call.startedAt(),
                1,
                1,
                1);

        assertThatThrownBy(() -> EntryCodec.encode(new JournalEntry.Opened(long_, Samples.id(random), true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most");
    }

    private static void comesBack(JournalEntry entry) {
        assertThat(EntryCodec.decode(ByteBuffer.wrap(EntryCodec.encode(entry)))).contains(entry);
    }
}
