package dev.wellfield.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LocalAllowancesTest extends AllowancesContract {
    private final LocalAllowances allowances = new LocalAllowances();

    @Override
    protected Allowances allowances() {
        return allowances;
    }

    @Test
    void what_is_not_in_use_is_forgotten() {
        for (int i = 0; i < 100; i++) {
            granted(allowances, key("team-" + i, 1), 1).release();
        }

        assertThat(allowances.inUse()).isZero();
    }
}
