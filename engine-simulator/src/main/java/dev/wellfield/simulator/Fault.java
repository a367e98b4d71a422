package dev.wellfield.simulator;

import java.util.Locale;

/**
 * Ways to misbehave, for tests of whatever stands in front of an engine. A request switches them on by headers:
 *
 * <table>
 * <caption>Request headers</caption>
 * <tr><th>header</th><th>value</th><th>what happens</th></tr>
 * <tr><td>X-Simulate-Error</td><td>400-599</td><td>that status with vLLM's error body, before anything else; no engine counter moves</td></tr>
 * <tr><td>X-Simulate-Retry-After</td><td>seconds</td><td>with X-Simulate-Error: the error carries Retry-After</td></tr>
 * <tr><td>X-Simulate-Hang</td><td>true</td><td>takes the request and never answers, not even a head; no engine counter moves</td></tr>
 * <tr><td>X-Simulate-Ttft-Ms</td><td>ms</td><td>time to the first token, instead of --ttft-ms</td></tr>
 * <tr><td>X-Simulate-Token-Ms</td><td>ms</td><td>time between tokens, instead of --tokens-per-second</td></tr>
 * <tr><td>X-Simulate-Stall-After-Tokens</td><td>n</td><td>goes silent after n tokens of each choice and keeps its place in the batch; /health stays 200</td></tr>
 * <tr><td>X-Simulate-Die-After-Tokens</td><td>n</td><td>closes the socket in the middle after n tokens of the request</td></tr>
 * <tr><td>X-Simulate-Error-After-Tokens</td><td>n</td><td>engine failure after n tokens: in a stream an error event, then [DONE]; else 500</td></tr>
 * <tr><td>X-Simulate-End-After-Tokens</td><td>n</td><td>the stream's body ends in order after n tokens, without finish, usage or [DONE]</td></tr>
 * <tr><td>X-Simulate-No-Done</td><td>true</td><td>the stream ends without [DONE]</td></tr>
 * <tr><td>X-Simulate-Crlf</td><td>true</td><td>lines of the stream end with CR LF</td></tr>
 * <tr><td>X-Simulate-Keepalive-Ms</td><td>ms</td><td>a comment line at that interval, from the head to the end</td></tr>
 * <tr><td>X-Simulate-Split-Bytes</td><td>n</td><td>every event leaves in pieces of n bytes, whatever they cut</td></tr>
 * <tr><td>X-Simulate-Line-Bytes</td><td>n</td><td>the first event is a line of at least n bytes</td></tr>
 * <tr><td>X-Simulate-Usage-On-Choices</td><td>true</td><td>the final usage rides on the last chunk that has choices; no chunk of its own follows</td></tr>
 * </table>
 *
 * A request that a fault ends counts as aborted: its tokens are counted, its success isn't.
 */
public enum Fault {
    ERROR(400, 599),
    RETRY_AFTER(0, 86_400),
    HANG,
    TTFT_MS(0, 600_000),
    TOKEN_MS(0, 600_000),
    STALL_AFTER_TOKENS(0, 1_000_000),
    DIE_AFTER_TOKENS(1, 1_000_000),
    ERROR_AFTER_TOKENS(1, 1_000_000),
    END_AFTER_TOKENS(1, 1_000_000),
    NO_DONE,
    CRLF,
    KEEPALIVE_MS(1, 60_000),
    SPLIT_BYTES(1, 65_536),
    LINE_BYTES(1, 16_777_216),
    USAGE_ON_CHOICES;

    private final boolean isSwitch;
    private final int least;
    private final int most;

    /** A switch, on with the value "true". */
    Fault() {
        this.isSwitch = true;
        this.least = 1;
        this.most = 1;
    }

    Fault(int least, int most) {
        this.isSwitch = false;
        this.least = least;
        this.most = most;
    }

    /** The request header, such as {@code X-Simulate-Die-After-Tokens}. */
    public String header() {
        StringBuilder header = new StringBuilder("X-Simulate");
        for (String word : name().split("_")) {
            header.append('-').append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return header.toString();
    }

    /** The number a header's value stands for; throws {@link IllegalArgumentException} with what would be right. */
    int parse(String value) {
        if (!isSwitch) {
            return Arguments.integer(header(), value, least, most);
        }
        if (value.equals("true")) {
            return 1;
        }
        throw new IllegalArgumentException("%s (%s) must be true".formatted(header(), value));
    }
}
