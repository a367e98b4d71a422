package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** As root, a tenant's workload can neither read nor signal what belongs to another tenant or to the server. */
class TenantIsolationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void a_workload_reaches_neither_another_tenants_files_and_processes_nor_the_servers() {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root gives tenants user ids of their own");
        try (Installation installation = Installation.withExample()) {
            installation
                    .cli(
                            "submit",
                            "victim",
                            "--tenant",
                            "training",
                            "--cards",
                            "1",
                            "--",
                            "sh",
                            "-c",
                            "echo secret > $HOME/secret; echo pid $$; exec sleep 1000")
                    .ok();
            await().atMost(PATIENCE)
                    .until(() -> installation.log("training/victim").contains("pid"));
            String pid = installation.log("training/victim").replaceAll("(?s).*pid (\\d+).*", "$1");
            String data = installation.data().toString();
            String attack = """
                    for f in %1$s/tenants/training/secret %1$s/postgres/password %1$s/log/server.log %1$s/run.json \
                             %1$s/gateway/view.json /proc/%2$s/environ; do
                        cat $f >/dev/null 2>&1 && echo READ $f
                    done
                    for d in %1$s %1$s/tenants %1$s/tenants/training %1$s/workloads %1$s/gateway \
                             %1$s/ports %1$s/settled %1$s/log %1$s/postgres; do
                        ls $d >/dev/null 2>&1 && echo LISTED $d
                    done
                    kill -0 %2$s 2>/dev/null && echo SIGNALLED
                    kill -9 %2$s 2>/dev/null
                    id -u
                    echo tried
                    """.formatted(data, pid);

            installation
                    .cli("submit", "attacker", "--tenant", "data", "--cards", "0", "--", "sh", "-c", attack)
                    .ok();

            await().atMost(PATIENCE)
                    .until(() -> installation.phase("data/attacker").equals("SUCCEEDED"));
            String log = installation.log("data/attacker");
            assertThat(log).contains("tried").doesNotContain("READ", "LISTED", "SIGNALLED");
            assertThat(installation.phase("training/victim")).isEqualTo("RUNNING");
        }
    }

    @Test
    void an_engine_answers_nobody_but_the_gateway() {
        try (Installation installation = Installation.withExample()) {
            installation
                    .cli(
                            "submit",
                            "chat",
                            "--tenant",
                            "inference",
                            "--serves",
                            "qwen2.5-7b-instruct",
                            "--engine",
                            "SIMULATOR",
                            "--memory",
                            "10GiB",
                            "--wait-ready",
                            "--",
                            "wellfield",
                            "engine-simulator",
                            "--model",
                            "qwen2.5-7b-instruct")
                    .ok();
            String url = installation
                    .get("/api/v1/endpoints")
                    .get("items")
                    .get(0)
                    .get("url")
                    .asString();
            String call = "curl -s -o /dev/null -w '%{http_code}' " + url + "/v1/models";

            installation
                    .cli("submit", "thief", "--tenant", "adhoc", "--cards", "0", "--wait", "--", "sh", "-c", call)
                    .ok();

            assertThat(installation.log("adhoc/thief")).contains("401");
        }
    }
}
