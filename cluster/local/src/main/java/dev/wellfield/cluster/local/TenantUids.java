package dev.wellfield.cluster.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The uids of this installation's tenants: a block of its own, so that tenants of another installation on the same machine
 * are other users too. Drawn once, away from users that the machine knows and from ranges that are given to containers, and
 * kept in the data directory.
 *
 * @param first uid of the tenant with index 0
 */
record TenantUids(int first) {
    /** Tenants have indexes below this. */
    static final int COUNT = 10_000;

    private static final int LOWEST = 200_000;
    private static final int BLOCKS = 10_000;
    private static final int DRAWS = 1_000;
    private static final String FILE = "tenant-uids";

    static TenantUids open(Path data, RandomGenerator random) throws IOException {
        Path file = data.resolve(FILE);
        try {
            return new TenantUids(Integer.parseInt(Files.readString(file).strip()));
        } catch (NoSuchFileException none) {
            TenantUids drawn = draw(taken(Path.of("/etc/passwd"), Path.of("/etc/subuid")), random);
            Path draft = data.resolve(FILE + ".tmp");
            Files.writeString(draft, drawn.first + "\n");
            TenantFolders.mode(draft, "rw-------");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return drawn;
        } catch (NumberFormatException e) {
            throw new IOException(
                    file
                            + " must hold one number, the first uid of this installation's tenants; the owner of the folder"
                            + " tenants/NAME is that number plus the tenant's index",
                    e);
        }
    }

    int of(int tenantIndex) {
        return first + tenantIndex;
    }

    /** Uids that somebody has. */
    record Range(long from, long to) {
        boolean meets(long first, long end) {
            return from < end && first < to;
        }
    }

    static TenantUids draw(List<Range> taken, RandomGenerator random) throws IOException {
        for (int i = 0; i < DRAWS; i++) {
            int first = LOWEST + COUNT * random.nextInt(BLOCKS);
            if (taken.stream().noneMatch(range -> range.meets(first, first + COUNT))) {
                return new TenantUids(first);
            }
        }
        throw new IOException("no " + COUNT + " uids in a row are free for tenants; /etc/subuid gives away nearly all");
    }

    /** Lines are name:x:uid:… in the first, name:first:count in the second. */
    static List<Range> taken(Path passwd, Path subuid) throws IOException {
        List<Range> ranges = new ArrayList<>();
        for (String[] fields : fields(passwd)) {
            long uid = Long.parseLong(fields[2]);
            ranges.add(new Range(uid, uid + 1));
        }
        for (String[] fields : fields(subuid)) {
            long first = Long.parseLong(fields[1]);
            ranges.add(new Range(first, first + Long.parseLong(fields[2])));
        }
        return ranges;
    }

    private static List<String[]> fields(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        return Files.readAllLines(file).stream()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length > 2 && fields[2].matches("[0-9]{1,10}"))
                .toList();
    }
}
