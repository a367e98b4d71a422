package dev.wellfield.cluster.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The data directory as tenants see it. As root every tenant has a uid of its own and may pass through the data directory
 * to its private folder and nowhere else; otherwise all tenants are the user who runs the server.
 *
 * @param data a real path
 * @param uids of the tenants; null where they have none of their own
 */
record TenantFolders(Path data, @Nullable TenantUids uids) {

    static TenantFolders open(Path wanted) throws IOException {
        Files.createDirectories(wanted);
        Path data = wanted.toRealPath();
        TenantFolders folders =
                new TenantFolders(data, ProcessTable.root() ? TenantUids.open(data, new SecureRandom()) : null);
        String passage = folders.isolated() ? "rwx--x--x" : "rwx------";
        mode(folders.data, passage);
        mode(Files.createDirectories(folders.data.resolve("tenants")), passage);
        mode(Files.createDirectories(folders.workloads()), "rwx------");
        mode(Files.createDirectories(folders.library()), "rwx------");
        if (folders.isolated()) {
            requirePassage(folders.data);
        }
        return folders;
    }

    /** Whether tenants have uids of their own. */
    boolean isolated() {
        return uids != null;
    }

    Path workloads() {
        return data.resolve("workloads");
    }

    Path library() {
        return data.resolve("lib");
    }

    /** The tenant's uid and gid; empty if it has none of its own. */
    OptionalInt uid(int tenantIndex) {
        return uids == null ? OptionalInt.empty() : OptionalInt.of(uids.of(tenantIndex));
    }

    /** The tenant's private folder, made if need be. */
    Path home(String tenant, int tenantIndex) throws IOException {
        Path home = data.resolve("tenants").resolve(tenant);
        boolean fresh = !Files.exists(home);
        Files.createDirectories(home);
        OptionalInt uid = uid(tenantIndex);
        if (uid.isPresent()) {
            int owner = (int) Files.getAttribute(home, "unix:uid");
            // 0: a start that died between making the folder and giving it away.
            if (!fresh && owner != 0 && owner != uid.getAsInt()) {
                throw new IllegalStateException(
                        "the folder of tenant " + tenant + " (" + home + ") belongs to uid " + owner
                                + ", not to the tenant's uid " + uid.getAsInt()
                                + "; was another tenant of this name here? Move the folder away or change its owner");
            }
            Files.setAttribute(home, "unix:gid", uid.getAsInt());
            Files.setAttribute(home, "unix:uid", uid.getAsInt());
        }
        mode(home, "rwx------");
        return home;
    }

    private static void requirePassage(Path data) throws IOException {
        for (Path above = data.getParent(); above != null; above = above.getParent()) {
            if (!Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                throw new IllegalArgumentException("data directory (" + data
                        + "): tenants have uids of their own and cannot"
                        + " reach their folders in it, because " + above + " is closed to others; use a directory below"
                        + " /var/lib, or open it with chmod o+x " + above);
            }
        }
    }

    static void mode(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
}
