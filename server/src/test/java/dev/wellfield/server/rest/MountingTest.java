package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.server.rest.StubServer.Result;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MountingTest {
    private final StubServer server = StubServer.start();

    @BeforeAll
    void open() {
        assertThat(server.server.port()).isPositive();
    }

    @AfterAll
    void close() {
        server.close();
    }

    static Collection<String> operations() {
        return StubServer.CONTRACT.operationIds();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void every_operation_is_mounted_and_answers_as_the_contract_says(String id) {
        Operation operation = StubServer.CONTRACT.operation(id);

        Result result = valid(operation);

        assertThat(result.status()).as(result.body()).isBetween(200, 299);
        result.checked(id);
        assertThat(result.header("x-request-id")).isNotEmpty();
        assertThat(result.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    private Result valid(Operation operation) {
        StubServer.Request request = server.asOperator();
        List<String> headers = Paths.headers(operation);
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        byte[] body = operation
                .body()
                .map(it ->
                        Json.bytes(Samples.full(StubServer.CONTRACT.schemas()).of(it)))
                .orElse(null);
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        return request.send(operation.method(), Paths.valid(operation, "a"), body);
    }

    @Test
    void a_missing_and_a_surplus_handler_stop_the_start_and_are_named() {
        Map<String, OperationHandler> handlers = new HashMap<>();
        StubServer.CONTRACT.operationIds().forEach(it -> handlers.put(it, call -> Reply.noContent()));
        handlers.remove("getTenant");
        handlers.put("getTenants", call -> Reply.noContent());
        Vertx vertx = Vertx.vertx();

        assertThatThrownBy(() -> RestServer.start(
                        vertx, RestOptions.on("127.0.0.1", 0), StubServer.CONTRACT, handlers, new FakeAuthenticator()))
                .isInstanceOf(ContractError.class)
                .hasMessageContaining("operations without a handler: getTenant;")
                .hasMessageContaining("handlers without an operation: getTenants");
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void a_port_that_is_taken_is_named_with_what_to_do() {
        Map<String, OperationHandler> handlers = new HashMap<>();
        StubServer.CONTRACT.operationIds().forEach(it -> handlers.put(it, call -> Reply.noContent()));
        Vertx vertx = Vertx.vertx();
        int port = server.server.port();

        assertThatThrownBy(() -> RestServer.start(
                        vertx,
                        RestOptions.on("127.0.0.1", port),
                        StubServer.CONTRACT,
                        handlers,
                        new FakeAuthenticator()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:" + port)
                .hasMessageContaining("choose another one");
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
