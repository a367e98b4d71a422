package dev.wellfield.server.money;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of a CSV file that people open in spreadsheets. */
class InvoiceCsvTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plain|plain",
                "12.50|12.50",
                "-0.05|-0.05", // a number isn't a formula
                "=1+1|'=1+1",
                "+cmd|'+cmd",
                "-2+3|'-2+3",
                "@SUM(A1)|'@SUM(A1)",
                "a,b|\"a,b\"",
                "=a,b|\"'=a,b\"",
                "say \"hi\"|\"say \"\"hi\"\"\"",
                "井田|井田"
            })
    void a_field_is_quoted_where_it_must_be_and_never_a_formula(String value, String field) {
        assertThat(InvoiceCsv.field(value)).isEqualTo(field);
    }
}
