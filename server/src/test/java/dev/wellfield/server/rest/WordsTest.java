package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The small pieces that read and write what people and programs send. */
class WordsTest {
    @Test
    void the_nearest_name_is_a_slip_and_not_just_any_other() {
        List<String> known = List.of("memoryMib", "computePermille", "cards", "cpuMilli", "CPU");

        assertThat(Nearest.to("memoryMb", known)).contains("memoryMib");
        assertThat(Nearest.to("memory", known)).contains("memoryMib");
        assertThat(Nearest.to("MEMORYMIB", known)).contains("memoryMib");
        assertThat(Nearest.to("card", known)).contains("cards");
        assertThat(Nearest.to("gpu", known)).isEmpty();
        assertThat(Nearest.to("banana", known)).isEmpty();
        assertThat(Nearest.to("x".repeat(100_000), known)).isEmpty();
    }

    @Test
    void a_version_is_a_quoted_number() {
        assertThat(Version.parse(Version.quoted(42))).hasValue(42);
        for (String wrong : List.of("", "42", "\"\"", "\"-1\"", "W/\"1\"", "\"1234567890123456789\"", "\"1", "\"١\"")) {
            assertThat(Version.parse(wrong)).as(wrong).isEqualTo(OptionalLong.empty());
        }
    }

    @Test
    void fields_that_hold_secrets_are_known_by_their_names() {
        for (String secret : List.of(
                "/token",
                "/spec/environment/HF_HOME",
                "/csrfToken",
                "/a/client_secret/0",
                "/Password",
                "query/api-key")) {
            assertThat(Shown.isSecret(secret)).as(secret).isTrue();
        }
        for (String open : List.of("/spec/tokens/0/model", "/spec/plans/tokens", "path/key", "/spec/contextTokens")) {
            assertThat(Shown.isSecret(open)).as(open).isFalse();
        }
    }

    @Test
    void a_shortened_value_never_ends_in_half_of_a_pair() {
        String shortened = Shown.shortened("\uD83D\uDE80".repeat(300));

        assertThat(shortened.codePointCount(0, shortened.length())).isEqualTo(200);
        assertThat(Texts.storable(shortened)).isTrue();
        assertThat(Shown.shortened("a\ud800b\u0000")).isEqualTo("a\uFFFDb\uFFFD");
    }

    @Test
    void a_problem_is_a_document_with_all_its_members() {
        Problem problem = Problem.invalid(
                        FieldError.of("/cards", "513", "an integer from 0 to 512"),
                        FieldError.missing("/type", "one of A, B; it is required"))
                .with("explanation", JsonMapper.shared().readTree("{\"verdict\": \"REFUSED\"}"));

        assertThat(problem.toJson()).isEqualTo(JsonMapper.shared().readTree("""
                                        {"type": "urn:wellfield:problem:invalid", "title": "The request is not valid", "status": 400,
                                         "code": "invalid", "detail": "2 values are wrong.", "explanation": {"verdict": "REFUSED"},
                                         "errors": [{"pointer": "/cards", "value": "513", "expected": "an integer from 0 to 512"},
                                                    {"pointer": "/type", "expected": "one of A, B; it is required"}]}
                                        """));
    }

    @Test
    void a_query_string_is_taken_apart_as_browsers_put_it_together() {
        QueryString query = QueryString.of("a=1&b=%E7%94%B0+x&a=2&c&&d=");

        assertThat(query.values())
                .containsEntry("a", List.of("1", "2"))
                .containsEntry("b", List.of("\u7530 x"))
                .containsEntry("c", List.of(""))
                .containsEntry("d", List.of(""));
        assertThat(query.violations()).isEmpty();
        assertThat(QueryString.of(null).values()).isEmpty();
        assertThat(QueryString.of("a=%").violations()).hasSize(1);
    }

    @Test
    void an_accept_header_is_read_with_its_weights() {
        assertThat(MediaTypes.accepts("text/html, */*;q=0.1", "application/json"))
                .isTrue();
        assertThat(MediaTypes.accepts("APPLICATION/JSON", "application/json")).isTrue();
        assertThat(MediaTypes.accepts("application/json;q=0", "application/json"))
                .isFalse();
        assertThat(MediaTypes.accepts("text/*", "application/json")).isFalse();
        assertThat(MediaTypes.accepts("", "application/json")).isFalse();
        assertThat(Gzip.accepted("gzip;q=1.0, br")).isTrue();
        assertThat(Gzip.accepted("gzip; q=0.0")).isFalse();
        assertThat(Gzip.accepted(null)).isFalse();
    }
}
