package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Grants;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.core.tenancy.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PrincipalsTest {
    private static final UUID TINA = new UUID(8, 1);
    private static final UUID TOKEN = new UUID(8, 2);
    private static final Instant NOW = Declared.NOW;

    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @BeforeEach
    void declare() {
        Declared.in(app);
        run(it -> it.insert(TINA, "tina", Declared.json("{}"), NOW));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void a_token_bears_its_principals_grants() {
        run(it -> it.bind(TINA, List.of(new Binding(Role.ENGINEER, "vision"), new Binding(Role.FINANCE, null))));
        insertToken("laptop", null, null);

        Bearer bearer = byToken(NOW).orElseThrow();

        assertThat(bearer)
                .isEqualTo(new Bearer(
                        TOKEN,
                        TINA,
                        new Grants(
                                "tina",
                                List.of(new Binding(Role.FINANCE, null), new Binding(Role.ENGINEER, "vision")),
                                null)));
        assertThat(app.<Optional<Bearer>>transaction(tx -> tx.tokens().bearer("another hash", NOW)))
                .isEmpty();
    }

    @Test
    void scopes_limit_a_token_and_an_unknown_one_gives_nothing() {
        run(it -> it.bind(TINA, List.of(new Binding(Role.OPERATOR, null))));
        insertToken("laptop", List.of("workloads.read", "no.such"), null);

        assertThat(byToken(NOW).orElseThrow().grants().onPlatform()).isEqualTo(Set.of(Permission.WORKLOADS_READ));
    }

    @Test
    void a_token_ends_when_it_expires() {
        Instant end = NOW.plus(Duration.ofDays(1));
        insertToken("laptop", null, end);

        assertThat(byToken(end.minusNanos(1_000))).isPresent();
        assertThat(byToken(end)).isEmpty();
    }

    @Test
    void a_revoked_token_ends_at_once_and_its_sessions_with_it() {
        insertToken("laptop", null, null);
        session("session", NOW, NOW.plusSeconds(600));
        assertThat(bySession(NOW)).isPresent();

        assertThat(revoke("laptop")).isTrue();
        assertThat(revoke("laptop")).isFalse();
        assertThat(revoke("no such")).isFalse();

        assertThat(byToken(NOW)).isEmpty();
        assertThat(bySession(NOW)).isEmpty();
        assertThat(database.ask("select count(*) from console_session")).isEqualTo("0");
    }

    @Test
    void a_name_of_a_token_is_taken_once() {
        assertThat(insertToken("laptop", null, null)).isTrue();
        assertThat(insertToken("laptop", null, null)).isFalse();

        List<Tokens.Token> tokens = app.transaction(tx -> tx.tokens().of("tina"));
        assertThat(tokens)
                .containsExactly(new Tokens.Token(TOKEN, TINA, "laptop", "wft_abcdefgh", null, NOW, null, null));
        assertThat(tokens.toString()).doesNotContain("hash-of-laptop");
    }

    @Test
    void a_session_ends_by_itself_when_it_is_ended_and_with_its_token() {
        Instant tokenEnd = NOW.plusSeconds(300);
        insertToken("laptop", null, tokenEnd);
        session("session", NOW, NOW.plusSeconds(600));

        assertThat(bySession(tokenEnd.minusNanos(1_000)))
                .hasValueSatisfying(session -> assertThat(session.expiresAt()).isEqualTo(NOW.plusSeconds(600)));
        assertThat(bySession(tokenEnd)).isEmpty();

        app.transaction(tx -> {
            tx.consoleSessions().delete("session");
            return null;
        });
        assertThat(bySession(NOW)).isEmpty();
        session("short", NOW, NOW.plusSeconds(1));
        assertThat(app.<Optional<ConsoleSessions.Session>>transaction(
                        tx -> tx.consoleSessions().find("short", NOW.plusSeconds(1))))
                .isEmpty();
    }

    @Test
    void old_sessions_are_removed_when_a_new_one_begins() {
        insertToken("laptop", null, null);
        session("old", NOW, NOW.plusSeconds(1));

        session("new", NOW.plusSeconds(2), NOW.plusSeconds(600));

        assertThat(database.ask("select string_agg(hash, ' ') from console_session"))
                .isEqualTo("new");
    }

    @Test
    void binding_again_replaces_what_was_bound() {
        run(it -> it.bind(TINA, List.of(new Binding(Role.OPERATOR, null))));
        assertThat(app.<Optional<Principals.Named>>transaction(
                        tx -> tx.principals().operator()))
                .contains(new Principals.Named(TINA, "tina"));

        run(it -> it.bind(TINA, List.of(new Binding(Role.VIEWER, "speech"), new Binding(Role.VIEWER, "speech"))));

        assertThat(app.<List<Binding>>transaction(tx -> tx.principals().bindings(TINA)))
                .containsExactly(new Binding(Role.VIEWER, "speech"));
        assertThat(app.<Optional<Principals.Named>>transaction(
                        tx -> tx.principals().operator()))
                .isEmpty();
        assertThat(app.<Boolean>transaction(tx -> tx.principals().any())).isTrue();
    }

    @Test
    void a_role_in_a_tenant_that_is_none_is_refused_and_what_was_bound_stays() {
        run(it -> it.bind(TINA, List.of(new Binding(Role.VIEWER, "speech"))));

        assertThatThrownBy(() -> run(it -> it.bind(TINA, List.of(new Binding(Role.TENANT_ADMIN, "nobody")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tenant (nobody) must exist");

        assertThat(app.<List<Binding>>transaction(tx -> tx.principals().bindings(TINA)))
                .containsExactly(new Binding(Role.VIEWER, "speech"));
    }

    @Test
    void principals_are_found_by_name() {
        assertThat(app.<Optional<UUID>>transaction(tx -> tx.principals().find("tina")))
                .contains(TINA);
        assertThat(app.<Optional<UUID>>transaction(tx -> tx.principals().find("nobody")))
                .isEmpty();
    }

    private boolean insertToken(String name, @Nullable List<String> scopes, @Nullable Instant expiresAt) {
        Tokens.Token token = new Tokens.Token(TOKEN, TINA, name, "wft_abcdefgh", scopes, NOW, expiresAt, null);
        return app.transaction(tx -> tx.tokens().insert(token, "hash-of-" + name));
    }

    private boolean revoke(String name) {
        return app.transaction(tx -> tx.tokens().revoke("tina", name, NOW));
    }

    private Optional<Bearer> byToken(Instant now) {
        return app.transaction(tx -> tx.tokens().bearer("hash-of-laptop", now));
    }

    private Optional<ConsoleSessions.Session> bySession(Instant now) {
        return app.transaction(tx -> tx.consoleSessions().find("session", now));
    }

    private void session(String hash, Instant from, Instant to) {
        app.transaction(tx -> {
            tx.consoleSessions().insertOfToken(hash, TOKEN, from, to);
            return null;
        });
    }

    private void run(Consumer<Principals> work) {
        app.transaction(tx -> {
            work.accept(tx.principals());
            return null;
        });
    }
}
