package dev.wellfield.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class EventParserTest {
    private final List<String> heard = new ArrayList<>();

    private EventParser parser(int mostBytes) {
        return new EventParser(mostBytes, new EventParser.Listener() {
            @Override
            public void event(@Nullable String name, byte[] data, int length) {
                heard.add((name == null ? "" : name + "=") + new String(data, 0, length, StandardCharsets.UTF_8));
            }

            @Override
            public void comment() {
                heard.add("#");
            }
        });
    }

    private List<String> parse(String stream) {
        heard.clear();
        EventParser parser = parser(1 << 22);
        assertThat(parser.feed(stream.getBytes(StandardCharsets.UTF_8))).isTrue();
        parser.end();
        return List.copyOf(heard);
    }

    @Test
    void events_comments_and_names_come_in_order() {
        assertThat(parse("data: {\"a\":1}\n\n: hello\n\nevent: error\ndata: {\"b\":2}\n\ndata: [DONE]\n\n"))
                .containsExactly("{\"a\":1}", "#", "error={\"b\":2}", "[DONE]");
    }

    @Test
    void lines_may_end_in_any_of_the_three_ways() {
        List<String> expected = List.of("one", "two\nthree", "#", "four");
        for (String end : List.of("\n", "\r\n", "\r")) {
            assertThat(parse("data: one|| data: no|data:two|data: three||:|data:four||"
                            .replace(" data: no|", "")
                            .replace("|", end)))
                    .isEqualTo(expected);
        }
    }

    @Test
    void only_one_space_after_the_colon_is_no_data_and_other_fields_are_passed_over() {
        assertThat(parse("id: 7\nretry: 5\ndata:  two spaces\ndatabase: no\ndata\n\n"))
                .containsExactly(" two spaces\n");
    }

    @Test
    void an_event_without_data_is_none_and_its_name_is_forgotten() {
        assertThat(parse("event: lonely\n\ndata: x\n\n")).containsExactly("x");
    }

    @Test
    void the_last_event_needs_no_blank_line_nor_a_line_end() {
        assertThat(parse("data: one\n\ndata: two")).containsExactly("one", "two");
        assertThat(parse("data: one\n\ndata: two\n")).containsExactly("one", "two");
    }

    @Test
    void a_byte_order_mark_is_no_part_of_the_first_line() {
        assertThat(parse("\uFEFFdata: x\n\n")).containsExactly("x");
    }

    @Test
    void a_line_of_a_megabyte_is_a_line() {
        String large = "x".repeat(1 << 20);

        assertThat(parse("data: " + large + "\n\n")).containsExactly(large);
    }

    @Test
    void an_event_that_is_too_large_is_refused_whether_or_not_its_lines_end() {
        assertThat(parser(1_000).feed("data: ".concat("x".repeat(2_000)).getBytes(StandardCharsets.UTF_8)))
                .isFalse();
        assertThat(parser(1_000).feed("data: 1234567\n".repeat(200).getBytes(StandardCharsets.UTF_8)))
                .isFalse();
    }

    @Test
    void however_a_stream_is_cut_its_events_are_the_same() {
        String stream = """
                data: {"choices":[{"delta":{"content":"grüße 漢字 \\u0041"}}]}

                : keepalive

                event: error
                data: {"error":1}

                data: first
                data: second

                data: [DONE]

                """;
        for (String end : List.of("\n", "\r\n", "\r")) {
            String text = stream.replace("\n", end);
            List<String> expected = parse(text);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            for (long seed = 0; seed < 500; seed++) {
                heard.clear();
                Random random = new Random(seed);
                EventParser parser = parser(1 << 20);
                for (int from = 0; from < bytes.length; ) {
                    int to = Math.min(bytes.length, from + random.nextInt(1 + random.nextInt(40)));
                    assertThat(parser.feed(Arrays.copyOfRange(bytes, from, to))).isTrue();
                    from = to;
                }
                parser.end();
                assertThat(heard).as("seed %d", seed).isEqualTo(expected);
            }
        }
    }
}
