package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.RunningServer.Answer;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** People: invitations, signing in with a password, members of tenants, and who is kept out. */
class PeopleTest {
    private static final RunningServer SERVER = RunningServer.shared();
    private static final String PASSWORD = "four random words";

    private static Answer post(String operation, String path, @Nullable String token, String body, String... headers) {
        return SERVER.send(operation, "POST", path, token, RunningServer.json(body), headers);
    }

    private static Answer asOperator(String operation, String method, String path) {
        return SERVER.send(operation, method, path, SERVER.operator(), null);
    }

    private static String fresh(String word) {
        return word + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    private static String invite(String tenant, String body) {
        return issued(post("inviteMember", "/api/v1/tenants/" + tenant + "/invitations", SERVER.operator(), body));
    }

    private static String issued(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json().get("secret").asString();
    }

    private static Answer accept(String secret, String more) {
        return post(
                "acceptInvitation",
                "/api/v1/invitations/accept",
                null,
                "{'secret': '" + secret + "', 'password': '" + PASSWORD + "'" + more + "}");
    }

    private static Answer signIn(String name, String password) {
        return post("signIn", "/api/v1/session", null, "{'name': '" + name + "', 'password': '" + password + "'}");
    }

    /** The headers of a change through the session that an answer began. */
    private static String[] session(Answer begun) {
        String cookie = begun.headers().firstValue("Set-Cookie").orElseThrow();
        return new String[] {
            "Cookie",
            cookie.substring(0, cookie.indexOf(';')),
            "X-CSRF-Token",
            begun.json().get("csrfToken").asString()
        };
    }

    private static Answer whoami(Answer begun) {
        return SERVER.send("getSession", "GET", "/api/v1/session", null, null, session(begun));
    }

    /** A new member of a tenant; the answer began a session. */
    private static Answer member(String name, String tenant, String role) {
        Answer begun = accept(invite(tenant, "{'name': '" + name + "', 'role': '" + role + "'}"), "");
        assertThat(begun.status()).as(begun.body()).isEqualTo(200);
        return begun;
    }

    private static String code(Answer answer) {
        return answer.json().path("code").asString("");
    }

    @Test
    void whoever_is_invited_sets_a_password_and_is_signed_in_with_the_role() {
        String name = fresh("anna");
        Answer invited = post(
                "inviteMember",
                "/api/v1/tenants/training/invitations",
                SERVER.operator(),
                "{'name': '" + name + "', 'displayName': 'Anna', 'email': '" + name
                        + "@example.com', 'role': 'engineer'}");
        String secret = issued(invited);
        assertThat(invited.json().get("path").asString()).isEqualTo("/accept#" + secret);
        Answer offered = post("readInvitation", "/api/v1/invitations/read", null, "{'secret': '" + secret + "'}");
        assertThat(offered.json().get("tenant").asString()).isEqualTo("training");
        assertThat(offered.json().get("exists").asBoolean()).isFalse();

        Answer begun = accept(secret, "");

        assertThat(begun.json().get("principal").asString()).isEqualTo(name);
        assertThat(begun.json().get("bindings"))
                .isEqualTo(RunningServer.json("[{'role': 'engineer', 'tenant': 'training'}]"));
        assertThat(whoami(begun).json().get("displayName").asString()).isEqualTo("Anna");
        assertThat(signIn(name, PASSWORD).status()).isEqualTo(200);
        assertThat(signIn((name + "@Example.com").toUpperCase(Locale.ROOT), PASSWORD)
                        .status())
                .isEqualTo(200);
        assertThat(accept(secret, "").status()).as("a secret is taken once").isEqualTo(404);
        assertThat(asOperator("listUsers", "GET", "/api/v1/users?limit=500").body())
                .contains(name);
    }

    @Test
    void neither_password_nor_secret_is_in_any_event_or_list() {
        String name = fresh("nora");
        String secret = invite("training", "{'name': '" + name + "', 'role': 'viewer'}");
        accept(secret, "");

        for (Answer answer : new Answer[] {
            asOperator("listEvents", "GET", "/api/v1/events?limit=500"),
            asOperator("listInvitations", "GET", "/api/v1/invitations"),
            asOperator("listUsers", "GET", "/api/v1/users?limit=500"),
            asOperator("listPrincipals", "GET", "/api/v1/principals?limit=500")
        }) {
            assertThat(answer.body()).contains(name).doesNotContain(PASSWORD, secret, "pbkdf2");
        }
    }

    @Test
    void a_wrong_password_and_an_unknown_name_get_the_same_answer() {
        String name = fresh("willi");
        member(name, "training", "viewer");

        Answer wrong = signIn(name, "not this one, sorry");
        Answer unknown = signIn(fresh("nobody"), PASSWORD);

        assertThat(wrong.status()).isEqualTo(401);
        assertThat(unknown.body()).isEqualTo(wrong.body());
    }

    @Test
    void whoever_guesses_has_to_wait_and_is_told_how_long() {
        String name = fresh("guessed");
        Answer answer = signIn(name, "guess number one");
        for (int i = 0; i < 6 && answer.status() == 401; i++) {
            answer = signIn(name, "guess number " + i);
        }

        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(code(answer)).isEqualTo("too-many-attempts");
    }

    @Test
    void a_sign_in_is_a_token_or_a_name_with_a_password() {
        assertThat(post("signIn", "/api/v1/session", null, "{}").status()).isEqualTo(400);
        assertThat(post("signIn", "/api/v1/session", null, "{'name': 'tina'}").expected("/password"))
                .isNotEmpty();
        assertThat(post("signIn", "/api/v1/session", null, "{'token': 'wft_12345678', 'name': 'tina'}")
                        .expected("/token"))
                .isNotEmpty();
    }

    @Test
    void a_change_through_such_a_session_needs_its_csrf_token() {
        Answer begun = member(fresh("carl"), "training", "viewer");
        String[] headers = session(begun);

        Answer without = post(
                "changePassword",
                "/api/v1/password",
                null,
                "{'oldPassword': '" + PASSWORD + "', 'newPassword': 'quite another one'}",
                headers[0],
                headers[1]);

        assertThat(code(without)).isEqualTo("csrf");
    }

    @Test
    void changing_the_password_asks_for_the_old_one_and_ends_the_other_sessions() {
        String name = fresh("pia");
        Answer here = member(name, "training", "viewer");
        Answer elsewhere = signIn(name, PASSWORD);

        Answer wrong = post(
                "changePassword",
                "/api/v1/password",
                null,
                "{'oldPassword': 'not the old one', 'newPassword': 'quite another one'}",
                session(here));
        Answer without =
                post("changePassword", "/api/v1/password", null, "{'newPassword': 'quite another one'}", session(here));
        Answer changed = post(
                "changePassword",
                "/api/v1/password",
                null,
                "{'oldPassword': '" + PASSWORD + "', 'newPassword': 'quite another one'}",
                session(here));

        assertThat(wrong.expected("/oldPassword")).isNotEmpty();
        assertThat(wrong.body()).doesNotContain("not the old one");
        assertThat(without.expected("/oldPassword")).isNotEmpty();
        assertThat(changed.status()).isEqualTo(204);
        assertThat(whoami(here).status()).isEqualTo(200);
        assertThat(whoami(elsewhere).status()).isEqualTo(401);
        assertThat(signIn(name, PASSWORD).status()).isEqualTo(401);
        assertThat(signIn(name, "quite another one").status()).isEqualTo(200);
    }

    @Test
    void a_short_or_common_password_is_refused_without_being_shown() {
        String secret = invite("training", "{'name': '" + fresh("sam") + "', 'role': 'viewer'}");
        for (String bad : new String[] {"short one", "password1234"}) {
            Answer refused = post(
                    "acceptInvitation",
                    "/api/v1/invitations/accept",
                    null,
                    "{'secret': '" + secret + "', 'password': '" + bad + "'}");

            assertThat(refused.expected("/password")).isNotEmpty();
            assertThat(refused.body()).doesNotContain(bad, secret);
        }
        assertThat(accept(secret, "").status()).isEqualTo(200);
    }

    @Test
    void signing_out_ends_the_session() {
        Answer begun = member(fresh("otto"), "training", "viewer");

        assertThat(SERVER.send("signOut", "DELETE", "/api/v1/session", null, null, session(begun))
                        .status())
                .isEqualTo(204);
        assertThat(whoami(begun).status()).isEqualTo(401);
    }

    @Test
    void whoever_is_invited_by_address_chooses_a_name() {
        String address = fresh("eva") + "@example.com";
        String secret = invite("training", "{'email': '" + address + "', 'role': 'viewer'}");
        String name = fresh("eva");

        assertThat(accept(secret, "").expected("/name")).isNotEmpty();
        assertThat(accept(secret, ", 'name': 'operator'").expected("/name")).contains("taken");
        assertThat(accept(secret, ", 'name': '" + name + "'").status()).isEqualTo(200);
        assertThat(signIn(address, PASSWORD).status()).isEqualTo(200);
    }

    @Test
    void an_invitation_in_the_name_of_a_user_takes_nothing_over_and_adds_the_role_to_whoever_signs_in() {
        String name = fresh("ute");
        Answer ute = member(name, "training", "viewer");
        Answer other = member(fresh("udo"), "training", "viewer");
        String secret = invite("inference", "{'name': '" + name + "', 'role': 'engineer'}");
        String body = "{'secret': '" + secret + "'}";

        Answer offered = post("readInvitation", "/api/v1/invitations/read", null, body);
        Answer taken = accept(secret, "");
        Answer stolen = post("joinByInvitation", "/api/v1/invitations/join", null, body, session(other));
        Answer joined = post("joinByInvitation", "/api/v1/invitations/join", null, body, session(ute));

        assertThat(offered.json().get("exists").asBoolean()).isTrue();
        assertThat(code(taken)).isEqualTo("user-exists");
        assertThat(code(stolen)).isEqualTo("invitation-of-another");
        assertThat(joined.json().get("permissions").get("tenants").has("inference"))
                .isTrue();
        assertThat(whoami(ute).json().get("bindings")).hasSize(2);
    }

    @Test
    void a_revoked_or_expired_invitation_is_worth_nothing() {
        Answer invited = post(
                "inviteMember",
                "/api/v1/tenants/training/invitations",
                SERVER.operator(),
                "{'name': '" + fresh("rita") + "', 'role': 'viewer'}");
        String path = "/api/v1/invitations/"
                + invited.json().get("invitation").get("id").asString();

        assertThat(asOperator("revokeInvitation", "DELETE", path).status()).isEqualTo(204);

        assertThat(accept(issued(invited), "").status()).isEqualTo(404);
        assertThat(code(asOperator("revokeInvitation", "DELETE", path))).isEqualTo("invitation-ended");
        assertThat(post(
                                "inviteMember",
                                "/api/v1/tenants/training/invitations",
                                SERVER.operator(),
                                "{'name': 'x', 'role': 'viewer', 'expiresAt': '2020-01-01T00:00:00Z'}")
                        .expected("/expiresAt"))
                .isNotEmpty();
    }

    @Test
    void a_tenants_admin_invites_to_the_own_tenant_and_nowhere_else_and_grants_no_platform_role() {
        String admin = SERVER.tokenFor("tenant-admin", "training");
        String engineer = "{'name': '" + fresh("ina") + "', 'role': 'engineer'}";

        assertThat(post("inviteMember", "/api/v1/tenants/training/invitations", admin, engineer)
                        .status())
                .isEqualTo(201);
        assertThat(post("inviteMember", "/api/v1/tenants/inference/invitations", admin, engineer)
                        .status())
                .isEqualTo(404);
        assertThat(post("inviteToPlatform", "/api/v1/invitations", admin, "{'name': 'x', 'role': 'operator'}")
                        .status())
                .isEqualTo(403);
        assertThat(post(
                                "inviteMember",
                                "/api/v1/tenants/training/invitations",
                                admin,
                                "{'name': 'x', 'role': 'operator'}")
                        .expected("/role"))
                .contains("tenant-admin");
        assertThat(SERVER.send(
                                "putMember",
                                "PUT",
                                "/api/v1/tenants/training/members/tina",
                                admin,
                                RunningServer.json("{'roles': ['finance']}"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_tenants_admin_sees_members_and_invitations_of_the_own_tenant_alone() {
        String name = fresh("both");
        Answer both = member(name, "training", "viewer");
        String foreign = fresh("foreign");
        String secret = invite("inference", "{'name': '" + name + "', 'role': 'tenant-admin'}");
        post("joinByInvitation", "/api/v1/invitations/join", null, "{'secret': '" + secret + "'}", session(both));
        Answer theirs = post(
                "inviteMember",
                "/api/v1/tenants/inference/invitations",
                SERVER.operator(),
                "{'name': '" + foreign + "', 'role': 'viewer'}");
        String admin = SERVER.tokenFor("tenant-admin", "training");

        Answer members = SERVER.send("listMembers", "GET", "/api/v1/tenants/training/members", admin, null);
        Answer invitations = SERVER.send("listInvitations", "GET", "/api/v1/invitations", admin, null);

        assertThat(members.body()).contains(name).doesNotContain("inference");
        assertThat(invitations.body()).doesNotContain(foreign, "inference", "RESET");
        assertThat(SERVER.send("listInvitations", "GET", "/api/v1/invitations?tenant=inference", admin, null)
                        .status())
                .isEqualTo(404);
        assertThat(SERVER.send(
                                "revokeInvitation",
                                "DELETE",
                                "/api/v1/invitations/"
                                        + theirs.json()
                                                .get("invitation")
                                                .get("id")
                                                .asString(),
                                admin,
                                null)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void a_members_roles_change_in_the_tenant_and_stay_elsewhere() {
        String name = fresh("mia");
        Answer mia = member(name, "training", "viewer");
        String secret = invite("inference", "{'name': '" + name + "', 'role': 'viewer'}");
        post("joinByInvitation", "/api/v1/invitations/join", null, "{'secret': '" + secret + "'}", session(mia));
        String path = "/api/v1/tenants/training/members/" + name;
        String admin = SERVER.tokenFor("tenant-admin", "training");

        Answer changed =
                SERVER.send("putMember", "PUT", path, admin, RunningServer.json("{'roles': ['engineer', 'viewer']}"));
        assertThat(changed.json().get("bindings")).hasSize(2);
        assertThat(whoami(mia).json().get("bindings")).hasSize(3);
        Answer removed = SERVER.send("removeMember", "DELETE", path, admin, null);

        assertThat(removed.status()).isEqualTo(204);
        assertThat(whoami(mia).json().get("bindings"))
                .isEqualTo(RunningServer.json("[{'role': 'viewer', 'tenant': 'inference'}]"));
        assertThat(SERVER.send("removeMember", "DELETE", path, admin, null).status())
                .isEqualTo(404);
        assertThat(SERVER.send("listEvents", "GET", "/api/v1/events?tenant=training", admin, null)
                        .body())
                .contains("member.removed", "member/" + name);
    }

    @Test
    void whoever_is_disabled_is_out_at_once_with_tokens_and_what_was_handed_out() {
        String name = fresh("dora");
        Answer dora = member(name, "training", "tenant-admin");
        String token = post("createToken", "/api/v1/tokens", null, "{'name': 'laptop'}", session(dora))
                .json()
                .get("secret")
                .asString();
        String invited = issued(post(
                "inviteMember",
                "/api/v1/tenants/training/invitations",
                token,
                "{'name': '" + fresh("by-dora") + "', 'role': 'viewer'}"));

        Answer disabled = asOperator("disableUser", "POST", "/api/v1/users/" + name + "/disable");

        assertThat(disabled.json().get("disabled").asBoolean()).isTrue();
        assertThat(whoami(dora).status()).isEqualTo(401);
        assertThat(SERVER.send("getSession", "GET", "/api/v1/session", token, null)
                        .status())
                .isEqualTo(401);
        assertThat(signIn(name, PASSWORD).status()).isEqualTo(401);
        assertThat(accept(invited, "").status()).isEqualTo(404);
        asOperator("enableUser", "POST", "/api/v1/users/" + name + "/enable");
        assertThat(signIn(name, PASSWORD).status()).isEqualTo(200);
        assertThat(SERVER.send("getSession", "GET", "/api/v1/session", token, null)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void whoever_is_deleted_is_gone_with_password_sessions_and_what_was_handed_out() {
        String name = fresh("gone");
        Answer begun = member(name, "training", "viewer");
        String reset = issued(asOperator("resetPassword", "POST", "/api/v1/users/" + name + "/reset-password"));

        assertThat(asOperator("deletePrincipal", "DELETE", "/api/v1/principals/" + name)
                        .status())
                .isEqualTo(204);

        assertThat(whoami(begun).status()).isEqualTo(401);
        assertThat(signIn(name, PASSWORD).status()).isEqualTo(401);
        assertThat(accept(reset, "").status()).isEqualTo(404);
        assertThat(asOperator("listUsers", "GET", "/api/v1/users?limit=500").body())
                .doesNotContain(name);
        assertThat(asOperator("disableUser", "POST", "/api/v1/users/" + name + "/disable")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void a_lost_password_is_replaced_through_a_secret_of_the_operator() {
        String name = fresh("lea");
        Answer before = member(name, "training", "viewer");
        String path = "/api/v1/users/" + name + "/reset-password";
        String first = issued(asOperator("resetPassword", "POST", path));
        String secret = issued(asOperator("resetPassword", "POST", path));

        Answer begun = post(
                "acceptInvitation",
                "/api/v1/invitations/accept",
                null,
                "{'secret': '" + secret + "', 'password': 'the new one it is'}");

        assertThat(accept(first, "").status()).as("the one before").isEqualTo(404);
        assertThat(begun.json().get("principal").asString()).isEqualTo(name);
        assertThat(whoami(before).status()).isEqualTo(401);
        assertThat(signIn(name, "the new one it is").status()).isEqualTo(200);
    }

    @Test
    void the_last_operator_is_neither_disabled_nor_made_something_else() {
        for (JsonNode user : SERVER.list("listUsers", "/api/v1/users?limit=500")) {
            String name = user.get("name").asString();
            if (user.get("bindings").toString().contains("operator") && !name.equals("operator")) {
                SERVER.send(
                        "putUserBindings",
                        "PUT",
                        "/api/v1/users/" + name + "/bindings",
                        SERVER.operator(),
                        RunningServer.json("{'bindings': [{'role': 'finance'}]}"));
            }
        }

        Answer disabled = asOperator("disableUser", "POST", "/api/v1/users/operator/disable");
        Answer changed = SERVER.send(
                "putUserBindings",
                "PUT",
                "/api/v1/users/operator/bindings",
                SERVER.operator(),
                RunningServer.json("{'bindings': []}"));

        assertThat(code(disabled)).isEqualTo("last-operator");
        assertThat(code(changed)).isEqualTo("last-operator");
        SERVER.restoreRole("operator");
    }

    @Test
    void whoever_has_a_token_alone_sets_a_first_password_unless_the_token_is_limited() {
        String name = fresh("tok");
        var principal = RunningServer.resource("Principal", name, null);
        principal.putObject("spec").putArray("bindings");
        SERVER.apply(principal);
        String tokens = "/api/v1/principals/" + name + "/tokens";
        String limited = issued(
                post("createPrincipalToken", tokens, SERVER.operator(), "{'name': 'a', 'scopes': ['keys.read']}"));
        String whole = issued(post("createPrincipalToken", tokens, SERVER.operator(), "{'name': 'b'}"));
        String body = "{'newPassword': '" + PASSWORD + "'}";

        assertThat(code(post("changePassword", "/api/v1/password", limited, body)))
                .isEqualTo("token-limited");
        assertThat(post("changePassword", "/api/v1/password", whole, body).status())
                .isEqualTo(204);
        assertThat(signIn(name, PASSWORD).json().get("kind").asString()).isEqualTo("USER");
    }
}
