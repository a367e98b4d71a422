package dev.wellfield.gateway.journal;

import dev.wellfield.core.serving.Call;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Entries as bytes: a type, then the fields in the order of their records. Numbers are big-endian; a text is its length in
 * bytes (16 bits) and UTF-8; an instant is microseconds since 1970, {@link Long#MIN_VALUE} stands for none. A field is
 * never taken away and new ones come last, so that an older journal can be read: absent fields have their old meaning.
 */
final class EntryCodec {
    /** The most bytes that an entry has. Names are short; this leaves room for many. */
    static final int MAX_BYTES = 8 * 1024;

    private static final byte OPENED = 1;
    private static final byte PROGRESS = 2;
    private static final byte SETTLED = 3;
    private static final byte CHECKPOINT = 4;

    private EntryCodec() {}

    /** Throws {@link IllegalArgumentException} if the entry is larger than {@link #MAX_BYTES}. */
    static byte[] encode(JournalEntry entry) {
        ByteBuffer out = ByteBuffer.allocate(512);
        try {
            write(entry, out);
        } catch (BufferOverflowException tooSmall) {
            out = ByteBuffer.allocate(MAX_BYTES);
            try {
                write(entry, out);
            } catch (BufferOverflowException e) {
                throw new IllegalArgumentException("an entry has at most " + MAX_BYTES + " bytes", e);
            }
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private static void write(JournalEntry entry, ByteBuffer out) {
        switch (entry) {
            case JournalEntry.Opened(Call call, UUID endpointId, boolean simulated) -> {
                out.put(OPENED);
                writeCall(call, out);
                writeId(endpointId, out);
                writeFlag(simulated, out);
            }
            case JournalEntry.Progress(UUID requestId, Instant firstTokenAt, TokenCount tokens) -> {
                out.put(PROGRESS);
                writeId(requestId, out);
                writeInstant(firstTokenAt, out);
                writeTokens(tokens, out);
            }
            case JournalEntry.Settled(UsageRecord record) -> {
                out.put(SETTLED);
                writeRecord(record, out);
            }
            case JournalEntry.Checkpoint(Instant at) -> {
                out.put(CHECKPOINT);
                writeInstant(at, out);
            }
        }
    }

    /** Empty where the bytes are no entry, such as one of a later version's types. */
    static Optional<JournalEntry> decode(ByteBuffer in) {
        try {
            return switch (in.get()) {
                case OPENED -> Optional.of(new JournalEntry.Opened(readCall(in), readId(in), readFlag(in)));
                case PROGRESS ->
                    Optional.of(new JournalEntry.Progress(readId(in), instant(in.getLong()), readTokens(in)));
                case SETTLED -> Optional.of(new JournalEntry.Settled(readRecord(in)));
                case CHECKPOINT -> Optional.of(new JournalEntry.Checkpoint(instant(in.getLong())));
                default -> Optional.empty();
            };
        } catch (BufferUnderflowException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static void writeCall(Call call, ByteBuffer out) {
        writeId(call.id(), out);
        writeText(call.tenant(), out);
        writeId(call.keyId(), out);
        writeText(call.keyName(), out);
        writeText(call.model(), out);
        writeId(call.modelId(), out);
        writeText(call.modelOwner(), out);
        writeFlag(call.stream(), out);
        writeInstant(call.startedAt(), out);
        out.putLong(call.promptBound()).putLong(call.maxTokens()).putInt(call.choices());
    }

    private static Call readCall(ByteBuffer in) {
        return new Call(
                readId(in),
                readText(in),
                readId(in),
                readText(in),
                readText(in),
                readId(in),
                readText(in),
                readFlag(in),
                instant(in.getLong()),
                in.getLong(),
                in.getLong(),
                in.getInt());
    }

    private static void writeRecord(UsageRecord record, ByteBuffer out) {
        writeId(record.requestId(), out);
        writeText(record.tenant(), out);
        writeId(record.keyId(), out);
        writeText(record.keyName(), out);
        writeText(record.model(), out);
        writeId(record.modelId(), out);
        writeText(record.modelOwner(), out);
        writeId(record.endpointId(), out);
        writeFlag(record.simulated(), out);
        writeFlag(record.stream(), out);
        writeInstant(record.startedAt(), out);
        writeInstant(record.firstTokenAt(), out);
        writeInstant(record.settledAt(), out);
        writeTokens(record.tokens(), out);
        out.putLong(record.promptBound());
        out.putLong(record.maxTokens() == null ? -1 : record.maxTokens());
        out.put(code(record.outcome()));
        writeFlag(record.estimated(), out);
        out.putInt(record.status()).putInt(record.choices());
    }

    private static UsageRecord readRecord(ByteBuffer in) {
        return new UsageRecord(
                readId(in),
                readText(in),
                readId(in),
                readText(in),
                readText(in),
                readId(in),
                readText(in),
                readId(in),
                readFlag(in),
                readFlag(in),
                instant(in.getLong()),
                instantOrNull(in.getLong()),
                instant(in.getLong()),
                readTokens(in),
                in.getLong(),
                limitOrNull(in.getLong()),
                outcome(in.get()),
                readFlag(in),
                in.getInt(),
                in.getInt());
    }

    private static void writeId(UUID id, ByteBuffer out) {
        out.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    private static UUID readId(ByteBuffer in) {
        return new UUID(in.getLong(), in.getLong());
    }

    private static void writeText(String text, ByteBuffer out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("a text has at most " + MAX_BYTES + " bytes, not " + bytes.length);
        }
        out.putShort((short) bytes.length).put(bytes);
    }

    private static String readText(ByteBuffer in) {
        byte[] bytes = new byte[Short.toUnsignedInt(in.getShort())];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void writeFlag(boolean flag, ByteBuffer out) {
        out.put((byte) (flag ? 1 : 0));
    }

    private static boolean readFlag(ByteBuffer in) {
        return in.get() != 0;
    }

    private static void writeInstant(@Nullable Instant instant, ByteBuffer out) {
        out.putLong(instant == null ? Long.MIN_VALUE : ChronoUnit.MICROS.between(Instant.EPOCH, instant));
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static @Nullable Instant instantOrNull(long micros) {
        return micros == Long.MIN_VALUE ? null : instant(micros);
    }

    private static void writeTokens(TokenCount tokens, ByteBuffer out) {
        out.putLong(tokens.prompt()).putLong(tokens.cached()).putLong(tokens.completion());
    }

    private static TokenCount readTokens(ByteBuffer in) {
        return new TokenCount(in.getLong(), in.getLong(), in.getLong());
    }

    private static @Nullable Long limitOrNull(long limit) {
        return limit < 0 ? null : Long.valueOf(limit);
    }

    private static byte code(Outcome outcome) {
        return switch (outcome) {
            case COMPLETED -> 0;
            case CLIENT_ABORTED -> 1;
            case UPSTREAM_FAILED -> 2;
            case DEADLINE -> 3;
            case GATEWAY_CRASH -> 4;
        };
    }

    private static Outcome outcome(byte code) {
        for (Outcome outcome : Outcome.values()) {
            if (code(outcome) == code) {
                return outcome;
            }
        }
        throw new IllegalArgumentException("outcome " + code);
    }
}
