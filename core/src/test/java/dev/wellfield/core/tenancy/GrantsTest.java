package dev.wellfield.core.tenancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.tenancy.Grants.Verdict;
import dev.wellfield.core.tenancy.Grants.Visible;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

final class GrantsTest {
    @Test
    void nobody_may_do_nothing_and_sees_nothing() {
        Grants nobody = grants(null);

        for (Permission permission : Permission.values()) {
            assertThat(nobody.platform(permission)).isEqualTo(Verdict.MISSING);
            assertThat(nobody.tenant(permission, "vision")).isEqualTo(Verdict.FOREIGN);
            assertThat(nobody.visible(permission).nothing()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"OPERATOR", "FINANCE"})
    void a_role_in_a_tenant_gives_its_permissions_there_and_nowhere_else(Role role) {
        Grants grants = grants(null, new Binding(role, "vision"));

        for (Permission permission : Permission.values()) {
            boolean has = role.permissions().contains(permission);
            assertThat(grants.tenant(permission, "vision")).isEqualTo(has ? Verdict.ALLOWED : Verdict.MISSING);
            assertThat(grants.tenant(permission, "speech")).isEqualTo(Verdict.FOREIGN);
            assertThat(grants.platform(permission)).isEqualTo(Verdict.MISSING);
            assertThat(grants.visible(permission)).isEqualTo(new Visible(false, has ? Set.of("vision") : Set.of()));
        }
        assertThat(grants.tenants()).containsExactly("vision");
    }

    @ParameterizedTest
    @EnumSource(names = {"OPERATOR", "FINANCE"})
    void a_role_on_the_platform_holds_in_every_tenant_and_none_is_foreign(Role role) {
        Grants grants = grants(null, new Binding(role, null));

        for (Permission permission : Permission.values()) {
            Verdict verdict = role.permissions().contains(permission) ? Verdict.ALLOWED : Verdict.MISSING;
            assertThat(grants.platform(permission)).isEqualTo(verdict);
            assertThat(grants.tenant(permission, "any")).isEqualTo(verdict);
            assertThat(grants.visible(permission)).isEqualTo(new Visible(verdict == Verdict.ALLOWED, Set.of()));
        }
        assertThat(grants.tenants()).isEmpty();
    }

    @Test
    void roles_add_up_tenant_by_tenant() {
        Grants grants = grants(
                null,
                new Binding(Role.VIEWER, "vision"),
                new Binding(Role.TENANT_FINANCE, "vision"),
                new Binding(Role.ENGINEER, "speech"));

        assertThat(grants.tenant(Permission.BILLING_READ, "vision")).isEqualTo(Verdict.ALLOWED);
        assertThat(grants.tenant(Permission.BILLING_READ, "speech")).isEqualTo(Verdict.MISSING);
        assertThat(grants.tenant(Permission.WORKLOADS_SUBMIT, "vision")).isEqualTo(Verdict.MISSING);
        assertThat(grants.tenant(Permission.WORKLOADS_SUBMIT, "speech")).isEqualTo(Verdict.ALLOWED);
        assertThat(grants.visible(Permission.WORKLOADS_READ).tenants()).containsExactlyInAnyOrder("vision", "speech");
        assertThat(grants.visible(Permission.BILLING_READ).shows("vision")).isTrue();
        assertThat(grants.visible(Permission.BILLING_READ).shows("speech")).isFalse();
    }

    @Test
    void a_tokens_scopes_only_ever_take_away() {
        Set<Permission> scopes = EnumSet.of(Permission.WORKLOADS_READ, Permission.QUOTAS_WRITE);
        Grants engineer = grants(scopes, new Binding(Role.ENGINEER, "vision"));
        Grants operator = grants(scopes, new Binding(Role.OPERATOR, null));

        assertThat(engineer.in("vision")).containsExactly(Permission.WORKLOADS_READ);
        assertThat(engineer.tenant(Permission.WORKLOADS_SUBMIT, "vision")).isEqualTo(Verdict.MISSING);
        assertThat(operator.onPlatform()).isEqualTo(scopes);
        assertThat(grants(Set.of(), new Binding(Role.OPERATOR, null)).onPlatform())
                .isEmpty();
        assertThat(grants(Set.of(), new Binding(Role.OPERATOR, null)).tenant(Permission.POOLS_READ, "any"))
                .isEqualTo(Verdict.MISSING);
    }

    @Test
    void only_the_operator_changes_quotas_and_resources_and_sees_principals() {
        for (Permission permission : List.of(
                Permission.QUOTAS_WRITE,
                Permission.RESOURCES_APPLY,
                Permission.PRINCIPALS_READ,
                Permission.PRINCIPALS_WRITE,
                Permission.METRICS_READ)) {
            assertThat(Arrays.stream(Role.values())
                            .filter(role -> role.permissions().contains(permission)))
                    .as(permission.wireName())
                    .containsExactly(Role.OPERATOR);
        }
        assertThat(Role.OPERATOR.permissions()).containsExactlyInAnyOrder(Permission.values());
    }

    @Test
    void looking_on_includes_neither_logs_nor_keys_nor_money() {
        assertThat(Role.VIEWER.permissions())
                .doesNotContain(Permission.WORKLOADS_LOGS, Permission.KEYS_READ, Permission.BILLING_READ)
                .allMatch(permission -> permission.wireName().endsWith(".read"));
        assertThat(Role.FINANCE.permissions())
                .allMatch(permission -> permission.wireName().endsWith(".read"));
        assertThat(Role.TENANT_FINANCE.permissions())
                .allMatch(permission -> permission.wireName().endsWith(".read"));
    }

    @Test
    void a_role_is_bound_where_it_belongs() {
        assertThatThrownBy(() -> new Binding(Role.OPERATOR, "vision"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("role operator is bound on the platform, without a tenant");
        assertThatThrownBy(() -> new Binding(Role.ENGINEER, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("role engineer needs a tenant");
    }

    @ParameterizedTest
    @EnumSource
    void every_role_is_found_by_its_wire_name(Role role) {
        assertThat(Role.find(role.wireName())).contains(role);
        assertThat(role.wireName()).matches("[a-z]+(-[a-z]+)*");
    }

    @ParameterizedTest
    @EnumSource
    void every_permission_is_found_by_its_wire_name(Permission permission) {
        assertThat(Permission.find(permission.wireName())).contains(permission);
        assertThat(permission.wireName()).matches("[a-z]+\\.[a-z]+");
    }

    @Test
    void what_is_no_name_is_not_found() {
        assertThat(Role.find("OPERATOR")).isEmpty();
        assertThat(Role.find("")).isEmpty();
        assertThat(Permission.find("workloads_submit")).isEmpty();
    }

    @Test
    void a_limit_allows_up_to_its_ceiling_and_never_less_than_its_guarantee() {
        assertThat(new Limit(1, 2L).allows(2)).isTrue();
        assertThat(new Limit(1, 2L).allows(3)).isFalse();
        assertThat(Limit.NONE.allows(Long.MAX_VALUE)).isTrue();
        assertThatThrownBy(() -> new Limit(3, 2L)).hasMessage("ceiling (2) must be at least the guarantee (3)");
        assertThatThrownBy(() -> new Limit(-1, null)).hasMessage("guarantee (-1) must be at least 0");
    }

    private static Grants grants(@Nullable Set<Permission> scopes, Binding... bindings) {
        return new Grants("somebody", List.of(bindings), scopes);
    }
}
