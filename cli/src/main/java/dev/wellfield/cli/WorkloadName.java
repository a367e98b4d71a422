package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A workload as people name it: {@code tenant/name}, or the name alone where the tenant is known. */
record WorkloadName(String tenant, String name) {
    /** @param tenant of --tenant, if given */
    static WorkloadName of(String text, @Nullable String tenant, Connection connection) {
        String[] parts = text.split("/", -1);
        if (parts.length == 1 && !parts[0].isEmpty()) {
            return new WorkloadName(connection.tenant(tenant), parts[0]);
        }
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw Failure.usage(List.of(
                    new Violation("WORKLOAD", text, "tenant/name, e.g. training/ft-1, or a name with --tenant")));
        }
        if (tenant != null && !tenant.equals(parts[0])) {
            throw Failure.usage(List.of(new Violation("--tenant", tenant, parts[0] + ", as in " + text)));
        }
        return new WorkloadName(parts[0], parts[1]);
    }

    ApiPath path(String... more) {
        return ApiPath.workload(tenant, name, more);
    }

    @Override
    public String toString() {
        return tenant + "/" + name;
    }
}
