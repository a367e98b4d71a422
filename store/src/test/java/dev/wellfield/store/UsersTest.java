package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.PasswordHash;
import dev.wellfield.core.tenancy.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class UsersTest {
    private static final UUID ANNA = new UUID(9, 1);
    private static final Instant NOW = Declared.NOW;
    private static final Instant LATER = NOW.plus(Duration.ofHours(1));
    private static final PasswordHash HASH = new PasswordHash(600_000, "c2FsdA", "aGFzaA");
    private static final PasswordHash NEXT = new PasswordHash(600_000, "c2FsdA", "b3RoZXI");

    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @BeforeEach
    void declare() {
        Declared.in(app);
        in(tx -> tx.users().insert(ANNA, "anna", Json.object(), "Anna@Example.com", NOW));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private <T extends @Nullable Object> T in(Function<Transaction, T> work) {
        return app.transaction(work);
    }

    private boolean does(Predicate<Transaction> work) {
        return in(work::test);
    }

    private <T> Optional<T> find(Function<Transaction, Optional<T>> work) {
        return in(work);
    }

    private List<Users.User> members(String tenant) {
        return in(tx -> tx.users().members(tenant));
    }

    @Test
    void a_person_is_found_by_name_and_by_address_in_any_case() {
        assertThat(find(tx -> tx.users().findByLogin("anna"))).isPresent();
        assertThat(find(tx -> tx.users().findByLogin("anna@example.COM"))).isPresent();
        assertThat(find(tx -> tx.users().findByLogin("berta"))).isEmpty();
        assertThat(find(tx -> tx.users().find("anna")).orElseThrow().person()).isTrue();
    }

    @Test
    void a_name_and_an_address_are_taken_once() {
        assertThat(does(tx -> tx.users().insert(new UUID(9, 2), "anna", Json.object(), null, NOW)))
                .isFalse();
        assertThat(does(tx -> tx.users().insert(new UUID(9, 3), "other", Json.object(), "ANNA@example.com", NOW)))
                .isFalse();
    }

    @Test
    void a_password_is_set_from_the_one_that_was_known() {
        assertThat(does(tx -> tx.users().setPassword(ANNA, null, HASH))).isTrue();
        assertThat(does(tx -> tx.users().setPassword(ANNA, null, NEXT))).isFalse();
        assertThat(find(tx -> tx.users().password(ANNA))).contains(HASH);
        assertThat(does(tx -> tx.users().setPassword(ANNA, HASH, NEXT))).isTrue();
        assertThat(find(tx -> tx.users().password(ANNA))).contains(NEXT);
    }

    @Test
    void whoever_is_kept_out_has_neither_token_nor_session() {
        in(tx -> {
            tx.tokens().insert(new Tokens.Token(new UUID(9, 9), ANNA, "t", "wft_", null, NOW, null, null), "token");
            tx.consoleSessions().insertOfPassword("session", ANNA, NOW, LATER);
            return null;
        });
        assertThat(find(tx -> tx.consoleSessions().find("session", NOW))).isPresent();

        assertThat(does(tx -> tx.users().setDisabled(ANNA, NOW))).isTrue();

        assertThat(does(tx -> tx.users().setDisabled(ANNA, NOW))).isFalse();
        assertThat(find(tx -> tx.consoleSessions().find("session", NOW))).isEmpty();
        assertThat(find(tx -> tx.tokens().bearer("token", NOW))).isEmpty();
        assertThat(does(tx -> tx.users().setDisabled(ANNA, null))).isTrue();
        assertThat(find(tx -> tx.tokens().bearer("token", NOW))).isPresent();
    }

    @Test
    void all_sessions_but_one_end_whatever_they_come_from() {
        in(tx -> {
            tx.tokens().insert(new Tokens.Token(new UUID(9, 9), ANNA, "t", "wft_", null, NOW, null, null), "token");
            tx.consoleSessions().insertOfToken("of-token", new UUID(9, 9), NOW, LATER);
            tx.consoleSessions().insertOfPassword("mine", ANNA, NOW, LATER);
            tx.consoleSessions().insertOfPassword("other", ANNA, NOW, LATER);
            tx.consoleSessions().deleteAll(ANNA, "mine");
            return null;
        });

        assertThat(find(tx -> tx.consoleSessions().find("mine", NOW))).isPresent();
        assertThat(find(tx -> tx.consoleSessions().find("other", NOW))).isEmpty();
        assertThat(find(tx -> tx.consoleSessions().find("of-token", NOW))).isEmpty();
    }

    @Test
    void an_operator_who_is_kept_out_is_none() {
        in(tx -> {
            tx.users().setBindings(tx.users().find("anna").orElseThrow(), List.of(new Binding(Role.OPERATOR, null)));
            return null;
        });
        assertThat(find(tx -> tx.principals().operator())).isPresent();
        assertThat(does(tx -> tx.principals().operatorBesides(new UUID(9, 9)))).isTrue();
        assertThat(does(tx -> tx.principals().operatorBesides(ANNA))).isFalse();

        in(tx -> tx.users().setDisabled(ANNA, NOW));

        assertThat(find(tx -> tx.principals().operator())).isEmpty();
        assertThat(does(tx -> tx.principals().operatorBesides(new UUID(9, 9)))).isFalse();
    }

    @Test
    void the_members_of_a_tenant_are_those_with_a_role_in_it_and_the_spec_says_so_too() {
        in(tx -> tx.users()
                .setBindings(tx.users().find("anna").orElseThrow(), List.of(new Binding(Role.VIEWER, "vision"))));

        assertThat(members("vision")).extracting(Users.User::name).containsExactly("anna");
        assertThat(members("speech")).isEmpty();
        Users.User anna = find(tx -> tx.users().find("anna")).orElseThrow();
        assertThat(anna.spec()).hasToString("{\"bindings\":[{\"role\":\"viewer\",\"tenant\":\"vision\"}]}");
        assertThat(anna.version()).isEqualTo(2);
    }

    @Test
    void an_invitation_is_taken_once_and_not_after_its_end() {
        invite(new UUID(9, 20), null, "one");
        invite(new UUID(9, 21), null, "two");

        assertThat(find(tx -> tx.invitations().findOpen("one", NOW))
                        .orElseThrow()
                        .tenant())
                .isEqualTo("vision");
        assertThat(find(tx -> tx.invitations().findOpen("one", LATER))).isEmpty();
        in(tx -> {
            tx.invitations().accept(new UUID(9, 20), "anna", NOW);
            return null;
        });
        assertThat(find(tx -> tx.invitations().findOpen("one", NOW))).isEmpty();
        assertThat(does(tx -> tx.invitations().revoke(new UUID(9, 20), NOW))).isFalse();
        assertThat(does(tx -> tx.invitations().revoke(new UUID(9, 21), NOW))).isTrue();
        assertThat(find(tx -> tx.invitations().findOpen("two", NOW))).isEmpty();
    }

    @Test
    void what_somebody_has_handed_out_can_be_taken_back_as_a_whole() {
        invite(new UUID(9, 20), null, "join");
        invite(new UUID(9, 21), ANNA, "reset");

        in(tx -> {
            tx.invitations().revokeBy("tina", "speech", NOW);
            return null;
        });
        assertThat(find(tx -> tx.invitations().findOpen("join", NOW))).isPresent();
        in(tx -> {
            tx.invitations().revokeBy("tina", "vision", NOW);
            tx.invitations().revokeResets(ANNA, NOW);
            return null;
        });

        assertThat(find(tx -> tx.invitations().findOpen("join", NOW))).isEmpty();
        assertThat(find(tx -> tx.invitations().findOpen("reset", NOW))).isEmpty();
    }

    @Test
    void a_tenants_invitations_are_listed_however_many_others_there_are() {
        invite(new UUID(9, 20), null, "to vision");
        for (int i = 0; i < Invitations.MOST_LISTED; i++) {
            invite(new UUID(8, i), ANNA, "reset " + i);
        }

        assertThat(listed(new Visible(false, Set.of("vision")), null)).containsExactly(new UUID(9, 20));
        assertThat(listed(Visible.EVERYTHING, "vision")).containsExactly(new UUID(9, 20));
        assertThat(listed(new Visible(false, Set.of("speech")), null)).isEmpty();
        assertThat(listed(Visible.EVERYTHING, null))
                .hasSize(Invitations.MOST_LISTED)
                .doesNotContain(new UUID(9, 20));
    }

    private List<UUID> listed(Visible visible, @Nullable String tenant) {
        return in(tx -> tx.invitations().list(visible, tenant).stream()
                .map(Invitations.Invitation::id)
                .toList());
    }

    private void invite(UUID id, @Nullable UUID reset, String hash) {
        in(tx -> {
            UUID tenant = reset == null
                    ? tx.declared()
                            .find(Kind.TENANT, null, "vision")
                            .orElseThrow()
                            .id()
                    : null;
            tx.invitations()
                    .insert(
                            new Invitations.Invitation(
                                    id,
                                    reset,
                                    null,
                                    "berta@example.com",
                                    null,
                                    reset == null ? Role.ENGINEER : null,
                                    reset == null ? "vision" : null,
                                    "tina",
                                    NOW,
                                    LATER,
                                    null,
                                    null,
                                    null),
                            tenant,
                            hash);
            return null;
        });
    }
}
