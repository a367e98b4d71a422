package dev.wellfield.gateway.wire;

import dev.wellfield.core.serving.TokenCount;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the usage in an answer in one piece while the answer passes by, however it is cut: the member "usage" of the
 * outermost object. Keeps only that member's bytes. Owned by one event loop.
 */
public final class AnswerScanner {
    private static final byte[] NAME = "\"usage\"".getBytes(StandardCharsets.US_ASCII);
    /** The usage of any answer is far smaller. */
    private static final int MOST_BYTES = 16 << 10;

    private int depth;
    private boolean inString;
    private boolean escaped;
    /** How much of {@link #NAME} the current string matches; -1 if it doesn't. */
    private int matched = -1;

    private boolean named;
    private boolean capturing;
    private @Nullable ByteRun value;
    private Optional<TokenCount> usage = Optional.empty();

    public void feed(byte[] bytes) {
        int captureFrom = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte b = bytes[i];
            if (inString) {
                if (matched < 0 && !escaped) {
                    // Nearly all of an answer is text: on to what may end it.
                    while (b != '"' && b != '\\' && i + 1 < bytes.length) {
                        b = bytes[++i];
                    }
                }
                string(b);
            } else if (b == '"') {
                inString = true;
                matched = depth == 1 ? 1 : -1;
            } else if (b == '{' || b == '[') {
                depth++;
                if (named && depth == 2 && b == '{') {
                    capturing = true;
                    captureFrom = i;
                }
                named = false;
            } else if (b == '}' || b == ']') {
                depth--;
                if (capturing && depth == 1) {
                    capture(bytes, captureFrom, i + 1);
                    captured();
                }
            } else if (named && b != ':' && !Span.isSpace(b)) {
                named = false;
            }
        }
        if (capturing) {
            capture(bytes, captureFrom, bytes.length);
        }
    }

    private void string(byte b) {
        if (escaped) {
            escaped = false;
            matched = -1;
        } else if (b == '\\') {
            escaped = true;
            matched = -1;
        } else {
            matched = matched > 0 && matched < NAME.length && b == NAME[matched] ? matched + 1 : -1;
            if (b == '"') {
                inString = false;
                named = matched == NAME.length;
            }
        }
    }

    private void capture(byte[] bytes, int from, int to) {
        ByteRun captured = value == null ? new ByteRun() : value;
        value = captured;
        if (captured.length() + to - from > MOST_BYTES) {
            capturing = false;
        } else {
            captured.add(bytes, from, to);
        }
    }

    private void captured() {
        if (capturing && value != null) {
            usage = UsageReader.usage(value.copy());
        }
        capturing = false;
        value = null;
    }

    /** What the answer says so far. */
    public Optional<TokenCount> usage() {
        return usage;
    }
}
