package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.wellfield.server.rest");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    @BeforeEach
    void listen() {
        logger.setLevel(Level.DEBUG);
        logger.addAppender(appender);
        appender.start();
    }

    @AfterEach
    void stop() {
        logger.detachAppender(appender);
        logger.setLevel(null);
    }

    private List<String> lines() {
        return List.copyOf(appender.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void no_line_holds_what_a_caller_sent_to_prove_itself() {
        try (StubServer server = StubServer.start()) {
            server.as("wft_geheim").get("/api/v1/pools?token=wft_geheim");
            server.asNobody().header("Cookie", "__Host-wellfield=geheim").get("/api/v1/pools");
            server.asNobody().post("/api/v1/session", "{\"token\": \"wft_geheim\"}");
            server.asOperator().send("DELETE", "/api/v1/tokens/geheim", null);
            server.asOperator().post("/api/v1/tokens", "{\"name\": \"wft_geheim\", broken");

            Await.until("all five are logged", () -> lines().size() >= 5);
        }

        assertThat(lines())
                .noneMatch(it -> it.contains("geheim"))
                .allMatch(it -> it.matches("[A-Z]+ /api/v1/[a-z{}/]+ [0-9]{3} in [0-9]+ ms \\([0-9a-f]+-[0-9]+\\)"));
    }

    @Test
    void a_fault_is_logged_once_with_its_incident_and_its_trace() {
        Map<String, OperationHandler> handlers = Map.of("listPools", call -> {
            throw new IllegalStateException("planted");
        });
        String instance;
        try (StubServer server = StubServer.start(handlers)) {
            instance = server.asOperator()
                    .get("/api/v1/pools")
                    .json()
                    .get("instance")
                    .asString();
        }

        String incident = instance.substring(instance.lastIndexOf(':') + 1);
        List<ILoggingEvent> faults = List.copyOf(appender.list).stream()
                .filter(it -> it.getLevel() == Level.ERROR)
                .toList();
        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst().getFormattedMessage()).contains(incident).contains("listPools");
        assertThat(faults.getFirst().getThrowableProxy().getMessage()).isEqualTo("planted");
    }
}
