package dev.wellfield.cli;

import static dev.wellfield.cli.Kind.column;
import static dev.wellfield.cli.Kind.fields;
import static dev.wellfield.cli.Kind.wide;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Times;
import java.util.List;
import java.util.Map;

/** Tenants and what is agreed with them: quotas and plans. */
final class TenantKinds {
    private TenantKinds() {}

    static Kind tenants() {
        return new Kind(
                "tenants",
                new Kind.Scope.Everywhere(ApiPath.of("tenants"), false),
                Kind::metadataPath,
                List.of(
                        column("NAME", "/metadata/name"),
                        column("DISPLAY NAME", "/spec/displayName"),
                        column("PLAN FOR CARDS", "/spec/plans/cards"),
                        column("PLAN FOR TOKENS", "/spec/plans/tokens"),
                        column("PRICE BOOK", "/spec/priceBook"),
                        column("ZONE", "/spec/zone"),
                        wide(">CONCURRENT REQUESTS", "/spec/concurrentRequests"),
                        wide("LATENCY CRITICAL", "/spec/latencyCritical")),
                fields(
                        "name=/metadata/name",
                        "displayName=/spec/displayName",
                        "cardsPlan=/spec/plans/cards",
                        "tokensPlan=/spec/plans/tokens",
                        "priceBook=/spec/priceBook",
                        "zone=/spec/zone",
                        "latencyCritical=/spec/latencyCritical",
                        "concurrentRequests=/spec/concurrentRequests"));
    }

    static Kind quotas() {
        return new Kind(
                        "quotas",
                        new Kind.Scope.EachTenant("quotas"),
                        Kind::metadataPath,
                        List.of(
                                column("TENANT", "/metadata/tenant"),
                                column("POOL", "/metadata/name"),
                                column(">CARDS USED", (item, now) -> Cell.of(QuotaUse.text(item, "CARDS", "used"))),
                                column(">GUARANTEE", (item, now) -> Cell.of(QuotaUse.text(item, "CARDS", "guarantee"))),
                                column(">CEILING", (item, now) -> Cell.of(QuotaUse.text(item, "CARDS", "ceiling"))),
                                column(">BORROWED", (item, now) -> Cell.of(QuotaUse.text(item, "CARDS", "borrowed"))),
                                column(
                                        ">DEVICE MEMORY USED",
                                        (item, now) -> Cell.of(QuotaUse.text(item, "MEMORY", "used"))),
                                column(">CEILING", (item, now) -> Cell.of(QuotaUse.text(item, "MEMORY", "ceiling"))),
                                column("OVER QUOTA", "/spec/overQuota"),
                                wide(">VERSION", "/metadata/version"),
                                wide("CHANGED BY", "/status/changedBy"),
                                wide(
                                        "CHANGED",
                                        (item, now) -> Cell.of(Times.age(text(item, "/status/changedAt"), now)))),
                        fields(
                                "tenant=/tenant",
                                "pool=/pool",
                                "version=/version",
                                "overQuota=/overQuota",
                                "memoryPerCardMib=/memoryPerCardMib",
                                "dimension=/dimension",
                                "used=/used",
                                "guarantee=/guarantee",
                                "ceiling=/ceiling",
                                "borrowed=/borrowed"))
                .withRecords(quota -> Kind.spread(
                        quota,
                        quota.path("status").path("use"),
                        Map.of(
                                "tenant", "/metadata/tenant",
                                "pool", "/metadata/name",
                                "version", "/metadata/version",
                                "overQuota", "/spec/overQuota",
                                "memoryPerCardMib", "/spec/memoryPerCardMib")));
    }

    static Kind plans() {
        return new Kind(
                "plans",
                new Kind.Scope.Everywhere(ApiPath.of("plans"), false),
                Kind::metadataPath,
                List.of(
                        column("NAME", "/metadata/name"),
                        column("TYPE", "/spec/type"),
                        column("FOR", "/spec/for"),
                        column("DESCRIPTION", "/spec/description")),
                fields("name=/metadata/name", "type=/spec/type", "for=/spec/for", "description=/spec/description"));
    }
}
