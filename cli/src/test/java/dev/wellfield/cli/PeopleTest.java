package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.cli.show.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeopleTest {
    private static final String ISSUED = """
            {"invitation": {"id": "0198c0de-0000-7000-8000-000000000000", "purpose": "JOIN", "name": "anna",
              "role": "engineer", "tenant": "training", "state": "OPEN", "invitedBy": "operator",
              "createdAt": "2026-12-15T10:00:00Z", "expiresAt": "2026-12-22T10:00:00Z"},
             "secret": "wfi_abc", "path": "/accept#wfi_abc"}
            """;
    private static final String ANNA = """
            {"name": "anna", "displayName": "Anna", "kind": "USER", "disabled": false,
             "bindings": [{"role": "engineer", "tenant": "training"}], "createdAt": "2026-12-01T10:00:00Z",
             "signedInAt": "2026-12-15T08:00:00Z"}""";

    @TempDir
    Path folder;

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void an_invitation_is_a_link_to_hand_over() {
        server.answer("POST /api/v1/tenants/training/invitations", 201, ISSUED, Map.of());

        Call call = Call.to(
                server, "users", "invite", "anna", "--tenant", "training", "--role", "engineer", "--expires", "7d");

        assertThat(call).isEqualTo(new Call(0, """
                The invitation of anna as engineer in training, shown once and mailed to nobody. Hand it over:
                  %s/accept#wfi_abc
                It works once, until 2026-12-22T10:00:00Z. `wellfield invitations revoke \
                0198c0de-0000-7000-8000-000000000000` takes it back.
                """.formatted(server.url()), ""));
        assertThat(Json.parse(server.last("POST").body())).isEqualTo(Json.parse("""
                {"name": "anna", "role": "engineer", "expiresAt": "2026-12-22T10:00:00Z"}"""));
    }

    @Test
    void an_address_invites_too_and_scripts_take_the_link_alone() {
        server.answer("POST /api/v1/invitations", 201, ISSUED, Map.of());

        Call call = Call.to(
                server, "users", "invite", "anna@example.com", "--platform", "--role", "finance", "-o", "secret");

        assertThat(call.out()).isEqualTo(server.url() + "/accept#wfi_abc\n");
        assertThat(Json.parse(server.last("POST").body()))
                .isEqualTo(Json.parse("{\"email\": \"anna@example.com\", \"role\": \"finance\"}"));
    }

    @Test
    void people_are_listed_everywhere_and_in_a_tenant() {
        server.answer("GET /api/v1/users?limit=500", "{\"items\": [" + ANNA + "]}")
                .answer("GET /api/v1/tenants/training/members", "{\"items\": [" + ANNA + "]}");

        Call everybody = Call.to(server, "users");

        assertThat(everybody.out()).isEqualTo("""
                NAME  DISPLAY NAME  KIND  STATE   ROLES                 SIGNED IN
                anna  Anna          user  active  engineer in training     2h ago
                """);
        assertThat(Call.to(server, "users", "--tenant", "training").out()).isEqualTo(everybody.out());
        assertThat(Call.to(server, "get", "users", "-o", "name").out()).isEqualTo("anna\n");
    }

    @Test
    void somebody_is_kept_out_let_in_and_helped_back_in() {
        server.answer("POST /api/v1/users/anna/disable", ANNA)
                .answer("POST /api/v1/users/anna/enable", ANNA)
                .answer("POST /api/v1/users/anna/reset-password", 201, ISSUED, Map.of());

        assertThat(Call.to(server, "users", "disable", "anna").out()).contains("anna is disabled");
        assertThat(Call.to(server, "users", "enable", "anna").out()).isEqualTo("anna may sign in again.\n");
        assertThat(Call.to(server, "users", "reset-password", "anna").out())
                .contains("The link for a new password of anna", server.url() + "/accept#wfi_abc");
    }

    @Test
    void roles_are_replaced_in_a_tenant_or_everywhere() {
        server.answer("PUT /api/v1/tenants/training/members/anna", ANNA)
                .answer("PUT /api/v1/users/anna/bindings", ANNA)
                .answer("DELETE /api/v1/tenants/training/members/anna", 204, "", Map.of());

        assertThat(Call.to(server, "users", "roles", "anna", "engineer", "--tenant", "training")
                        .out())
                .isEqualTo("anna is engineer in training now.\n");
        assertThat(server.last("PUT").body()).isEqualTo("{\"roles\":[\"engineer\"]}");
        Call.to(server, "users", "roles", "anna", "finance", "engineer@training");
        assertThat(server.last("PUT").body())
                .isEqualTo("{\"bindings\":[{\"role\":\"finance\"},{\"role\":\"engineer\",\"tenant\":\"training\"}]}");
        assertThat(Call.to(server, "users", "roles", "anna", "--none", "--tenant", "training")
                        .out())
                .contains("no member of training");
        assertThat(Call.to(server, "users", "roles", "anna").exitCode()).isEqualTo(2);
    }

    @Test
    void invitations_are_listed_and_revoked() {
        String invitation = ISSUED.substring(ISSUED.indexOf(": {") + 2, ISSUED.indexOf("},") + 1);
        server.answer("GET /api/v1/invitations?tenant=training", "{\"items\": [" + invitation + "]}")
                .answer("DELETE /api/v1/invitations/0198c0de-0000-7000-8000-000000000000", 204, "", Map.of());

        assertThat(Call.to(server, "invitations", "list", "--tenant", "training")
                        .out())
                .contains("anna", "engineer in training", "open", "operator");
        assertThat(Call.to(server, "invitations", "revoke", "0198c0de-0000-7000-8000-000000000000")
                        .out())
                .contains("revoked");
    }

    @Test
    void signing_in_with_a_password_keeps_a_token_and_not_the_password() throws Exception {
        Path config = folder.resolve("config.yaml");
        server.answer(
                        "POST /api/v1/session",
                        200,
                        "{\"principal\": \"anna\", \"bindings\": [], \"csrfToken\": \"csrf\"}",
                        Map.of("Set-Cookie", "__Host-wellfield=wfs_1; Path=/; Secure; HttpOnly"))
                .answer("POST /api/v1/tokens", 201, "{\"token\": {\"name\": \"x\"}, \"secret\": \"wft_new\"}", Map.of())
                .answer("DELETE /api/v1/session", 204, "", Map.of())
                .answer("GET /api/v1/session", "{\"principal\": \"anna\", \"bindings\": []}");

        Call call = Call.with(
                new HashMap<>(Map.of("WELLFIELD_CONFIG", config.toString())),
                "four random words\n",
                "login",
                "--server",
                server.url().toString(),
                "--user",
                "anna");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.out()).contains("as anna");
        assertThat(Files.readString(config)).contains("wft_new").doesNotContain("four random words");
        FakeServer.Request made = server.requests().stream()
                .filter(it -> it.path().endsWith("/tokens"))
                .findFirst()
                .orElseThrow();
        assertThat(made.headers())
                .containsEntry("Cookie", "__Host-wellfield=wfs_1")
                .containsEntry("X-csrf-token", "csrf");
        assertThat(made.body()).contains("\"expiresAt\":\"2027-01-14T10:00:00Z\"");
    }

    @Test
    void a_wrong_password_is_said_to_be_one() {
        server.answer("POST /api/v1/session", 401, "", Map.of());

        Call call = Call.with(
                new HashMap<>(Map.of("WELLFIELD_CONFIG", folder.resolve("c").toString())),
                "not the right one\n",
                "login",
                "--server",
                server.url().toString(),
                "--user",
                "anna");

        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(call.err()).contains("Name or password is wrong.").doesNotContain("not the right one");
    }

    @Test
    void the_own_password_is_changed_from_the_old_one() {
        server.answer("GET /api/v1/session", "{\"principal\": \"anna\", \"hasPassword\": true}")
                .answer("POST /api/v1/password", 204, "", Map.of());

        Call changed =
                Call.with(Call.environment(server), "old one is long\nnew one is long\nnew one is long\n", "passwd");
        Call slip =
                Call.with(Call.environment(server), "old one is long\nnew one is long\nnew one is lone\n", "passwd");

        assertThat(changed.out()).contains("The password of anna is changed");
        assertThat(server.last("POST").body())
                .isEqualTo("{\"oldPassword\":\"old one is long\",\"newPassword\":\"new one is long\"}");
        assertThat(slip.exitCode()).isEqualTo(2);
    }
}
