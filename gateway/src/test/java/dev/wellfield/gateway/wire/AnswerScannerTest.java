package dev.wellfield.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.serving.TokenCount;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class AnswerScannerTest {

    private static Optional<TokenCount> scan(String json) {
        AnswerScanner scanner = new AnswerScanner();
        scanner.feed(json.getBytes(StandardCharsets.UTF_8));
        return scanner.usage();
    }

    @Test
    void the_outermost_usage_is_found_wherever_it_stands() {
        TokenCount tokens = new TokenCount(14, 7, 12);
        String usage =
                "\"usage\" : {\"completion_tokens\":12,\"prompt_tokens\":14,\"prompt_tokens_details\":{\"cached_tokens\":7}}";

        assertThat(scan("{" + usage + "}")).contains(tokens);
        assertThat(scan("{" + usage + ",\"choices\":[]}")).contains(tokens);
        assertThat(scan("{\"choices\":[{\"message\":{\"content\":\"}\"}}]," + usage + ",\"metrics\":null}"))
                .contains(tokens);
    }

    @Test
    void what_only_looks_like_usage_is_passed_over() {
        assertThat(scan("{\"choices\":[{\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}]}"))
                .isEmpty();
        assertThat(scan("{\"object\":\"usage\",\"x\":{\"prompt_tokens\":1}}")).isEmpty();
        assertThat(scan("{\"t\":\"\\\"usage\\\":{\\\"prompt_tokens\\\":1}\"}")).isEmpty();
        assertThat(scan("{\"usage\":null,\"x\":{\"prompt_tokens\":1}}")).isEmpty();
        assertThat(scan("{\"usage\":\"x\",\"x\":{\"prompt_tokens\":1}}")).isEmpty();
        assertThat(scan("{\"usages\":{\"prompt_tokens\":1}}")).isEmpty();
        assertThat(scan("[{\"usage\":{\"prompt_tokens\":1}}]")).isEmpty();
        assertThat(scan("{\"usage\":{\"prompt_tokens\":1")).isEmpty();
        assertThat(scan("no JSON \"usage\":{ at all")).isEmpty();
    }

    @Test
    void zeros_are_an_answer() {
        assertThat(scan("{\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0}}"))
                .contains(TokenCount.ZERO);
    }

    @Test
    void however_it_is_cut_the_usage_is_the_same() {
        String json = "{\"id\":\"a\\\\\",\"choices\":[{\"message\":{\"content\":\"say \\\"usage\\\": {1}\"}}],"
                + "\"usage\":{\"prompt_tokens\":14,\"completion_tokens\":12,\"x\":\"}\"},\"y\":[]}";
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            AnswerScanner scanner = new AnswerScanner();
            for (int from = 0; from < bytes.length; ) {
                int to = Math.min(bytes.length, from + random.nextInt(30));
                scanner.feed(Arrays.copyOfRange(bytes, from, to));
                from = to;
            }
            assertThat(scanner.usage()).as("seed %d", seed).contains(new TokenCount(14, 0, 12));
        }
    }
}
