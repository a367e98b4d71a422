package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

/**
 * llama.cpp's own server, as a Python package that {@code ./wellfield test} sets up; {@code WELLFIELD_TEST_PYTHON} names the
 * interpreter that has it. It is held to one answer to one prompt: of several it says the usage of one.
 */
class LlamaCppTest extends EngineConformance {
    private final Path model = engine.installation().resource("tiny.gguf");

    @Override
    void start() {
        String python = System.getenv("WELLFIELD_TEST_PYTHON");
        assertThat(python).as("WELLFIELD_TEST_PYTHON, set by ./wellfield test").isNotNull();
        Path server = engine.installation().resource("llamacpp_server.py");
        engine.start("LLAMA_CPP", python, server.toString(), model.toString(), RealEngine.MODEL);
    }

    @Override
    Runnable killer() {
        List<ProcessHandle> processes = engine.processes(model.toString());
        return () -> RealEngine.signal("KILL", processes);
    }

    @Override
    int longAnswer() {
        return 4_000;
    }
}
