package dev.wellfield.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class CatalogueTest {
    /** A row of NVIDIA's MIG user guide; placements are start:size, in slices of memory. */
    record Row(
            String model,
            String profile,
            int computeSlices,
            int memorySlices,
            long memoryMib,
            int most,
            String places) {
        static Row of(String line) {
            String[] cells = line.split(",");
            return new Row(
                    cells[0],
                    cells[1],
                    Integer.parseInt(cells[3]),
                    Integer.parseInt(cells[4]),
                    Long.parseLong(cells[5]),
                    Integer.parseInt(cells[6]),
                    cells[7]);
        }
    }

    /** A media engine more doesn't change what can be held of the card; those profiles aren't offered. */
    static List<Row> offered() throws IOException {
        try (InputStream table = Objects.requireNonNull(CatalogueTest.class.getResourceAsStream("mig-profiles.csv"))) {
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(Row::of)
                    .filter(row -> !row.profile().endsWith("+me"))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("offered")
    void a_profile_is_that_of_the_makers_table(Row row) {
        MigProfile profile = model(row.model()).migProfile(row.profile()).orElseThrow();

        assertThat(profile.computeSlices()).isEqualTo(row.computeSlices());
        assertThat(profile.memorySlices()).isEqualTo(row.memorySlices());
        assertThat(profile.memoryMib()).isEqualTo(row.memoryMib());
        assertThat(profile.maxInstances()).isEqualTo(row.most());
        assertThat(profile.starts().stream().map(start -> start + ":" + profile.memorySlices()))
                .containsExactly(row.places().split("\\|"));
    }

    @ParameterizedTest
    @CsvSource({"A100-40GB", "A100-80GB", "H100-80GB"})
    void every_profile_of_a_model_is_in_the_makers_table(String name) throws IOException {
        List<String> known = offered().stream()
                .filter(row -> row.model().equals(name))
                .map(Row::profile)
                .toList();

        assertThat(model(name).migProfiles()).extracting(MigProfile::name).containsExactlyElementsOf(known);
        assertThat(model(name).computeSlices()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "NVIDIA A100-SXM4-40GB, 40960, A100-40GB",
        "NVIDIA A100-SXM4-40GB, 40536, A100-40GB",
        "NVIDIA A100-PCIE-40GB, 40960, A100-40GB",
        "A100-PCIE-40GB, 40536, A100-40GB",
        "NVIDIA A100-SXM4-80GB, 81920, A100-80GB",
        "NVIDIA A100 80GB PCIe, 81920, A100-80GB",
        "NVIDIA H100 80GB HBM3, 81559, H100-80GB",
        "NVIDIA H100 PCIe, 81559, H100-80GB",
        "Tesla T4, 15360, T4",
        "Tesla T4, 15109, T4",
        "NVIDIA T4, 15360, T4",
        "NVIDIA GeForce RTX 3090, 24576, RTX-3090",
        "GeForce RTX 3090, 24268, RTX-3090"
    })
    void a_real_card_is_recognised(String driverName, long memoryMib, String model) {
        assertThat(Catalogue.recognise(driverName, memoryMib))
                .map(CardModel::name)
                .contains(model);
    }

    @ParameterizedTest
    @CsvSource({
        "NVIDIA A10, 23028",
        "NVIDIA A30, 24576",
        "NVIDIA L40S, 46068",
        "NVIDIA GeForce RTX 3090 Ti, 24564",
        "NVIDIA A100-SXM-64GB, 65536",
        "NVIDIA A800-SXM4-40GB, 40960",
        "NVIDIA H100 NVL, 95830",
        "NVIDIA H200, 143771",
        "NVIDIA H800 PCIe, 81559",
        "NVIDIA T400 4GB, 4096",
        "GRID A100-40C, 40960",
        "NVIDIA A100-SXM4-40GB MIG 3g.20gb, 19968",
        "'', 40960"
    })
    void another_card_is_not_taken_for_one_of_ours(String driverName, long memoryMib) {
        assertThat(Catalogue.recognise(driverName, memoryMib)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"A100-40GB, 1555000, 777500", "A100-80GB, 2039000, 1019500", "T4, 320000, 160000"})
    void a_part_of_the_bandwidth_is_rounded_down_from_the_data_sheets_figure(String name, long whole, long half) {
        assertThat(model(name).bandwidthMbps()).isEqualTo(whole);
        assertThat(model(name).bandwidthMbps(500)).isEqualTo(half);
        assertThat(model(name).bandwidthMbps(1)).isEqualTo(whole / 1000);
    }

    @ParameterizedTest
    @CsvSource({
        "1g.5gb, 142, 7",
        "1g.10gb, 250, 4",
        "2g.10gb, 285, 3",
        "3g.20gb, 500, 2",
        "4g.20gb, 571, 1",
        "7g.40gb, 1000, 1"
    })
    void equal_slices_of_one_card_never_count_for_more_than_the_card(String name, int cardsMilli, int instances) {
        CardModel model = model("A100-40GB");
        MigProfile profile = model.migProfile(name).orElseThrow();

        assertThat(profile.cardsMilli(model)).isEqualTo(cardsMilli);
        assertThat(profile.maxInstances() * cardsMilli).isLessThanOrEqualTo(1000);
        assertThat(profile.maxInstances()).isEqualTo(instances);
    }

    @ParameterizedTest
    @CsvSource({"13653, 100, 333", "20480, 100, 500", "20480, 501, 501", "1, 1, 1", "40960, 1000, 1000"})
    void a_share_counts_as_the_larger_of_its_parts_rounded_down(long memoryMib, int compute, int cardsMilli) {
        Share share = new Share(0, memoryMib, compute, compute, false, null);

        assertThat(share.cardsMilli(model("A100-40GB"))).isEqualTo(cardsMilli);
    }

    private static CardModel model(String name) {
        return Catalogue.find(name).orElseThrow();
    }
}
