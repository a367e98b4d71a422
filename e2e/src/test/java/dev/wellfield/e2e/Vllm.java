package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** How vLLM is started on the processor with the tiny model. {@code WELLFIELD_TEST_VLLM} names its virtual environment. */
final class Vllm {
    private static final String SERVE = """
            export HF_HUB_OFFLINE=1 TRANSFORMERS_OFFLINE=1 VLLM_CPU_OMP_THREADS_BIND=nobind OMP_NUM_THREADS=1
            export VLLM_NO_USAGE_STATS=1 DO_NOT_TRACK=1 CUDA_VISIBLE_DEVICES=
            vllm=$1 model=$2; shift 2
            exec "$vllm/bin/vllm" serve "$model" --served-model-name tiny --dtype float32 --max-model-len 1024 \\
                --host 127.0.0.1 --port "$WELLFIELD_PORT" --enforce-eager --kv-cache-memory-bytes 67108864 \\
                --max-num-seqs 8 "$@"
            """;

    private Vllm() {}

    static Path model(Installation installation) {
        return installation.folder(
                "tiny",
                List.of(
                        "chat_template.jinja",
                        "config.json",
                        "generation_config.json",
                        "model.safetensors",
                        "tokenizer.json",
                        "tokenizer_config.json"));
    }

    static String[] serve(Path model, String... flags) {
        String environment = System.getenv("WELLFIELD_TEST_VLLM");
        assertThat(environment)
                .as("WELLFIELD_TEST_VLLM, set by ./wellfield test engines")
                .isNotNull();
        String[] command = {"sh", "-c", SERVE, "sh", environment, model.toString()};
        String[] all = java.util.Arrays.copyOf(command, command.length + flags.length);
        System.arraycopy(flags, 0, all, command.length, flags.length);
        return all;
    }

    /** What a process calls itself; vLLM's do so. */
    static String title(ProcessHandle process) {
        try {
            byte[] raw = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            return new String(raw, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    static int health(String url) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/health"))
                .timeout(Duration.ofSeconds(5))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
