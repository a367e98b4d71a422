package dev.wellfield.cli;

import dev.wellfield.cli.show.Amounts;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Table;
import dev.wellfield.core.pool.Dimension;
import tools.jackson.databind.JsonNode;

/** Used, guaranteed, borrowed and at most, out of a quota document. */
final class QuotaUse {
    private QuotaUse() {}

    /** One amount with its unit; "-" for a limit that isn't there, and for all but the use where there is none. */
    static String text(JsonNode quota, String dimension, String which) {
        for (JsonNode use : quota.path("status").path("use")) {
            if (Json.text(use, "/dimension").equals(dimension)) {
                return amount(Dimension.valueOf(dimension), use, which);
            }
        }
        return "-";
    }

    private static String amount(Dimension dimension, JsonNode use, String which) {
        boolean limited = use.has("ceiling") || Json.number(use, "/guarantee") > 0;
        return use.has(which) && (limited || which.equals("used"))
                ? Amounts.bare(dimension, Json.number(use, "/" + which))
                : "-";
    }

    /** A row a dimension; those that are neither limited nor used are left out. */
    static Table table(Iterable<JsonNode> quotas) {
        Table table = Table.of("TENANT", "POOL", "DIMENSION", ">USED", ">GUARANTEE", ">CEILING", ">BORROWED");
        for (JsonNode quota : quotas) {
            for (Dimension dimension : Dimension.values()) {
                for (JsonNode use : quota.path("status").path("use")) {
                    if (Json.text(use, "/dimension").equals(dimension.name()) && matters(use)) {
                        table.row(
                                Json.text(quota, "/metadata/tenant"),
                                Json.text(quota, "/metadata/name"),
                                dimension.name(),
                                amount(dimension, use, "used"),
                                amount(dimension, use, "guarantee"),
                                amount(dimension, use, "ceiling"),
                                amount(dimension, use, "borrowed"));
                    }
                }
            }
        }
        return table;
    }

    private static boolean matters(JsonNode use) {
        return use.has("ceiling") || Json.number(use, "/guarantee") > 0 || Json.number(use, "/used") > 0;
    }
}
