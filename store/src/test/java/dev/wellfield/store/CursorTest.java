package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CursorTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "742, 9223372036854775807", "9223372036854775807, 1", "999999999999999999, 0"})
    void what_was_written_is_read(long tx, long id) {
        Cursor cursor = new Cursor(tx, id);

        assertThat(Cursor.parse(cursor.toString())).isEqualTo(cursor);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "7",
                "no cursor",
                "-10000000000000000001",
                "0000000000000000000",
                "100000000000000000000000000000000000000000000000001",
                "1 0000000000000000001",
                "٣٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠١"
            })
    void what_is_none_is_the_start(String text) {
        assertThat(Cursor.parse(text)).isEqualTo(Cursor.START);
    }

    @ParameterizedTest
    @ValueSource(strings = {"19999999999999999999", "99999999999999999990000000000000000001"})
    void what_is_larger_than_any_has_nothing_after_it(String text) {
        assertThat(Cursor.parse(text)).isGreaterThan(new Cursor(Long.MAX_VALUE, Long.MAX_VALUE - 1));
    }

    @Test
    void cursors_sort_by_transaction_and_then_by_number() {
        assertThat(new Cursor(1, 9)).isLessThan(new Cursor(2, 1));
        assertThat(new Cursor(2, 1)).isLessThan(new Cursor(2, 2));
    }

    @Test
    void the_digits_are_the_same_in_every_language() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(new Cursor(3, 1)).hasToString("30000000000000000001");
        } finally {
            Locale.setDefault(before);
        }
    }
}
