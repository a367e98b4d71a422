package dev.wellfield.core.pool;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The models of accelerator that Wellfield knows. Memory is what the driver reports to be the card's, bandwidth is the
 * vendor's data sheet's; MIG profiles and their legal placements are those of NVIDIA's MIG user guide.
 */
public final class Catalogue {
    /** One chip comes as NVIDIA A100-SXM4-40GB, A100-PCIE-40GB and A100 80GB PCIe. */
    private static final Pattern NOT_THE_CHIP =
            Pattern.compile("NVIDIA|Tesla|GeForce|SXM\\d?|PCIe|HBM\\d\\w?|\\d+GB", Pattern.CASE_INSENSITIVE);

    private static final List<Integer> EACH = List.of(0, 1, 2, 3, 4, 5, 6);
    private static final List<Integer> EVEN = List.of(0, 2, 4, 6);
    private static final List<Integer> THREE = List.of(0, 2, 4);
    private static final List<Integer> HALVES = List.of(0, 4);
    private static final List<Integer> WHOLE = List.of(0);

    private static final CardModel A100_40 = new CardModel(
            "A100-40GB",
            "NVIDIA",
            "A100",
            40_960,
            1_555_000,
            7,
            List.of(
                    new MigProfile("1g.5gb", 1, 1, 4_864, 7, EACH),
                    new MigProfile("1g.10gb", 1, 2, 9_856, 4, EVEN),
                    new MigProfile("2g.10gb", 2, 2, 9_856, 3, THREE),
                    new MigProfile("3g.20gb", 3, 4, 19_968, 2, HALVES),
                    new MigProfile("4g.20gb", 4, 4, 19_968, 1, WHOLE),
                    new MigProfile("7g.40gb", 7, 8, 40_192, 1, WHOLE)));

    private static final CardModel A100_80 = new CardModel(
            "A100-80GB",
            "NVIDIA",
            "A100",
            81_920,
            2_039_000,
            7,
            List.of(
                    new MigProfile("1g.10gb", 1, 1, 9_728, 7, EACH),
                    new MigProfile("1g.20gb", 1, 2, 19_968, 4, EVEN),
                    new MigProfile("2g.20gb", 2, 2, 19_968, 3, THREE),
                    new MigProfile("3g.40gb", 3, 4, 40_192, 2, HALVES),
                    new MigProfile("4g.40gb", 4, 4, 40_192, 1, WHOLE),
                    new MigProfile("7g.80gb", 7, 8, 80_384, 1, WHOLE)));

    private static final CardModel H100_80 = new CardModel(
            "H100-80GB",
            "NVIDIA",
            "H100",
            81_559,
            3_352_000,
            7,
            List.of(
                    new MigProfile("1g.10gb", 1, 1, 9_984, 7, EACH),
                    new MigProfile("1g.20gb", 1, 2, 20_096, 4, EVEN),
                    new MigProfile("2g.20gb", 2, 2, 20_096, 3, THREE),
                    new MigProfile("3g.40gb", 3, 4, 40_448, 2, HALVES),
                    new MigProfile("4g.40gb", 4, 4, 40_448, 1, WHOLE),
                    new MigProfile("7g.80gb", 7, 8, 81_152, 1, WHOLE)));

    private static final CardModel T4 = new CardModel("T4", "NVIDIA", "T4", 15_360, 320_000, 1, List.of());

    private static final CardModel RTX_3090 =
            new CardModel("RTX-3090", "NVIDIA", "RTX 3090", 24_576, 936_000, 1, List.of());

    private static final List<CardModel> MODELS = List.of(A100_40, A100_80, H100_80, T4, RTX_3090);

    private Catalogue() {}

    /** Every model, in a fixed order. */
    public static List<CardModel> models() {
        return MODELS;
    }

    /** The model of that name. */
    public static Optional<CardModel> find(String name) {
        return MODELS.stream().filter(model -> model.name().equals(name)).findFirst();
    }

    /**
     * The model of a real card, by the name that its driver reports: what is left of it without the maker, the form of the
     * board and the memory must be our name of the chip, and the memory must be within 5 %.
     */
    public static Optional<CardModel> recognise(String driverName, long memoryMib) {
        String chip = Stream.of(driverName.split("[ -]+"))
                .filter(word -> !NOT_THE_CHIP.matcher(word).matches())
                .collect(Collectors.joining(" "));
        return MODELS.stream()
                .filter(model -> model.driverName().equals(chip))
                .filter(model -> Math.abs(model.memoryMib() - memoryMib) * 20 <= model.memoryMib())
                .findFirst();
    }
}
