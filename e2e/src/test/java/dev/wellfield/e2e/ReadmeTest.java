package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** README's first ten minutes, as a person types them: the same shell, one command after the other, each must succeed. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("(?s)```sh\n(.*?)```");

    @Test
    void every_command_of_the_first_ten_minutes_works() throws IOException {
        String readme = Files.readString(Installation.ROOT.resolve("README.md"));
        String minutes =
                readme.substring(readme.indexOf("## The first ten minutes"), readme.indexOf("## What works today"));
        List<String> blocks =
                BLOCK.matcher(minutes).results().map(found -> found.group(1)).toList();
        assertThat(blocks).hasSizeGreaterThan(4);
        try (Installation installation = Installation.prepare()) {
            StringBuilder script = new StringBuilder("set -euo pipefail\ncd " + Installation.ROOT + "\n");
            for (String block : blocks) {
                script.append(block.contains("invoice trace") ? patiently(block) : elsewhere(block));
            }

            Installation.Said said = installation.bash(script.toString());
            installation.up().ok(); // ends at the close what still runs

            assertThat(said.status()).as(said.out() + said.err()).isZero();
            assertThat(said.out())
                    .contains("What would let it run")
                    .contains("\"finish_reason\":\"length\"")
                    .contains("data: [DONE]")
                    .contains("Verdict: agrees");
        }
    }

    /** On free ports, which only a server that runs can tell. */
    private static String elsewhere(String block) {
        return block.replace(
                "http://127.0.0.1:8480",
                "$(sed -n 's/.*\"gatewayUrl\":\"\\([^\"]*\\)\".*/\\1/p' $WELLFIELD_DATA/run.json)");
    }

    /** The proof follows the usage within seconds. */
    private static String patiently(String block) {
        return "proof() { set -e\n" + block
                + "}\nfor i in $(seq 60); do (proof) >$WELLFIELD_DATA.proof && break || sleep 1; done\n"
                + "cat $WELLFIELD_DATA.proof\n";
    }
}
