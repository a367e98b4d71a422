package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ResponseCheckTest {
    private static final String PROBLEM =
            "{\"type\": \"urn:x\", \"title\": \"t\", \"status\": 404, \"code\": \"not-found\"}";
    private final ResponseCheck check = new ResponseCheck(StubServer.CONTRACT);

    @Test
    void an_answer_as_the_contract_says_passes() {
        assertThatCode(() -> {
                    check.check("getHealth", 200, "application/json", "{\"status\": \"ok\"}");
                    check.check("revokeToken", 204, null, "");
                    check.check("getTenant", 404, "application/problem+json", PROBLEM);
                    check.check("getMetrics", 200, "text/plain; version=0.0.4", "up 1");
                })
                .doesNotThrowAnyException();
    }

    @Test
    void everything_that_is_wrong_with_an_answer_is_told() {
        assertThat(check.wrongWith("getHealth", 200, "application/json", "{\"status\": \"fine\", \"since\": 3}"))
                .containsExactly(
                        "/status is \"fine\", expected one of ok, starting, unavailable", "/since is not described");
        assertThat(check.wrongWith("getTenant", 404, "application/json", PROBLEM))
                .containsExactly("the content type \"application/json\" is not one of [application/problem+json]");
        assertThat(check.wrongWith("revokeToken", 204, null, "x"))
                .containsExactly("a body where the contract has none");
        assertThat(check.wrongWith("getHealth", 200, "application/json", "ok")).hasSize(1);
    }

    @Test
    void fields_deep_inside_are_looked_at_too() {
        String body =
                Samples.full(StubServer.CONTRACT.schemas()).of("WorkloadList").toString();
        check.check("listWorkloads", 200, "application/json", body);

        assertThatThrownBy(() -> check.check(
                        "listWorkloads", 200, "application/json", body.replace("\"isolation\"", "\"insulation\"")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("/items/0/status/placement/insulation is not described")
                .hasMessageContaining("/items/0/status/placement/isolation");
    }
}
