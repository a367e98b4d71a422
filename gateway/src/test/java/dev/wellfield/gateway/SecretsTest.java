package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Keys and prompts stay between the caller, the gateway's memory and the engine. */
final class SecretsTest {
    private static final String PROMPT = "Hello there, who are you?";

    @TempDir
    Path data;

    @Test
    void nothing_of_a_key_or_a_prompt_is_logged_or_written_even_when_all_is_logged() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        AppenderBase<ILoggingEvent> keep = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                lines.add(event.getFormattedMessage());
                if (event.getThrowableProxy() != null) {
                    lines.add(String.valueOf(event.getThrowableProxy().getMessage()));
                }
            }
        };
        keep.start();
        root.addAppender(keep);
        ((Logger) LoggerFactory.getLogger("dev.wellfield")).setLevel(Level.TRACE);
        String wrong = "sk-wf-wrong-key-that-nobody-should-see-WXYZ";
        try (House house = new House(data).engine("--tokens-per-second", "1000").start();
                Caller caller = house.caller()) {
            caller.chat(house.key.text(), Bodies.whole(3)).answer();
            caller.chat(house.key.text(), Bodies.stream(3)).answer();
            caller.chat(wrong, Bodies.whole(3)).answer();
            caller.chat(house.key.text(), Bodies.whole(3, "\"n\":99")).answer();
            caller.chat(house.key.text(), Bodies.whole(3) + "x").answer();
            caller.chat(house.key.text(), Bodies.stream(9), "X-Simulate-Die-After-Tokens: 2")
                    .answer();
            house.sink.setAway(true);
            house.views.setAway(true);
            caller.chat(house.key.text(), Bodies.stream(9), "X-Simulate-Error-After-Tokens: 2")
                    .answer();
            house.sink.setAway(false);
            house.records(4);
            assertThat(house.gateway().metricsText()).doesNotContain(house.key.text());

            assertThat(lines).isNotEmpty();
            for (String secret : List.of(house.key.text(), wrong, PROMPT, house.key.hash())) {
                assertThat(lines).noneMatch(line -> line.contains(secret));
            }
            for (String secret : List.of(house.key.text(), wrong, PROMPT)) {
                assertThat(files()).noneMatch(file -> file.contains(secret));
            }
        } finally {
            ((Logger) LoggerFactory.getLogger("dev.wellfield")).setLevel(null);
            root.detachAppender(keep);
            root.setLevel(before);
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> {
                        try {
                            return Files.readString(file, StandardCharsets.ISO_8859_1);
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .toList();
        }
    }
}
