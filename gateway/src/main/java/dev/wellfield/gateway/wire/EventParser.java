package dev.wellfield.gateway.wire;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Takes a stream of server-sent events apart, however it was cut: lines end with LF, CR LF or CR; an event may have several
 * data lines, no blank line at the very end, or a megabyte in one line. Owned by one event loop.
 */
public final class EventParser {
    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT = "event".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final int mostBytes;
    private final Listener listener;
    private final ByteRun rest = new ByteRun();
    private final ByteRun data = new ByteRun();
    private boolean hasData;
    private @Nullable String name;
    private boolean afterCarriageReturn;
    private boolean begun;

    /** Is told what there is, in order. */
    public interface Listener {
        /**
         * @param name the event's, null if it has none
         * @param data lines joined by LF; valid during the call, its first {@code length} bytes count
         */
        void event(@Nullable String name, byte[] data, int length);

        /** Something to keep the connection alive. */
        void comment();
    }

    /** @param mostBytes of one event */
    public EventParser(int mostBytes, Listener listener) {
        this.mostBytes = mostBytes;
        this.listener = listener;
    }

    /** Goes on with the next bytes. Returns false once an event is larger than allowed; nothing more is read then. */
    public boolean feed(byte[] bytes) {
        int lineStart = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte b = bytes[i];
            if (afterCarriageReturn && b == '\n') {
                afterCarriageReturn = false;
                lineStart = i + 1;
            } else if (b == '\n' || b == '\r') {
                afterCarriageReturn = b == '\r';
                endLine(bytes, lineStart, i);
                lineStart = i + 1;
            } else {
                afterCarriageReturn = false;
            }
        }
        rest.add(bytes, lineStart, bytes.length);
        return (long) rest.length() + data.length() <= mostBytes;
    }

    /** There is no more: what has no blank line after it counts all the same. */
    public void end() {
        if (!rest.isEmpty()) {
            endLine(new byte[0], 0, 0);
        }
        endEvent();
    }

    private void endLine(byte[] bytes, int from, int to) {
        if (rest.isEmpty()) {
            line(bytes, from, to);
            return;
        }
        rest.add(bytes, from, to);
        line(rest.bytes(), 0, rest.length());
        rest.clear();
    }

    private void line(byte[] bytes, int start, int to) {
        int from = start;
        if (!begun) {
            begun = true;
            from += startsWith(bytes, from, to, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
        }
        if (from == to) {
            endEvent();
        } else if (bytes[from] == ':') {
            listener.comment();
        } else if (isField(bytes, from, to, DATA)) {
            if (hasData) {
                data.add(new byte[] {'\n'});
            }
            hasData = true;
            data.add(bytes, valueStart(bytes, from + DATA.length, to), to);
        } else if (isField(bytes, from, to, EVENT)) {
            int value = valueStart(bytes, from + EVENT.length, to);
            name = new String(bytes, value, to - value, StandardCharsets.UTF_8);
        }
    }

    private static boolean isField(byte[] bytes, int from, int to, byte[] field) {
        int end = from + field.length;
        return startsWith(bytes, from, to, field) && (end == to || bytes[end] == ':');
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] start) {
        if (to - from < start.length) {
            return false;
        }
        for (int i = 0; i < start.length; i++) {
            if (bytes[from + i] != start[i]) {
                return false;
            }
        }
        return true;
    }

    /** After the colon, if there is one, and one space. */
    private static int valueStart(byte[] bytes, int fieldEnd, int to) {
        int value = Math.min(fieldEnd + 1, to);
        return value < to && bytes[value] == ' ' ? value + 1 : value;
    }

    private void endEvent() {
        if (hasData) {
            listener.event(name, data.bytes(), data.length());
        }
        data.clear();
        hasData = false;
        name = null;
    }
}
