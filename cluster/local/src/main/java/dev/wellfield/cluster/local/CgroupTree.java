package dev.wellfield.cluster.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A place in one hierarchy where groups for workloads can be made: this was tried.
 *
 * @param base the folder above the workloads' groups
 * @param enforces of cpu and memory, those whose limits the kernel took there
 */
record CgroupTree(CgroupMount mount, Path base, Set<String> enforces) {

    /** Tries the places of one mount, best first, and fails with the reason of the last one. */
    static CgroupTree find(CgroupMount mount, String trial) throws IOException {
        IOException last = new IOException(mount.point() + " offers no place for groups");
        for (Path parent : candidates(mount)) {
            try {
                return trying(mount, parent, trial);
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }

    /**
     * In v1 a group below our own keeps the limits somebody set for the server. In v2 a group that has processes cannot
     * hand out controllers, and a service manager ends what is below its service: so the top, else beside us.
     */
    private static List<Path> candidates(CgroupMount mount) {
        List<Path> parents = new ArrayList<>();
        if (mount.v2()) {
            parents.add(mount.point());
            Path above = mount.own().getParent();
            if (above != null && above.startsWith(mount.point())) {
                parents.add(above);
            }
        } else {
            parents.add(mount.own());
            parents.add(mount.point());
        }
        return parents.stream().distinct().toList();
    }

    private static CgroupTree trying(CgroupMount mount, Path parent, String trial) throws IOException {
        Path base = parent.resolve("wellfield");
        Files.createDirectories(base);
        if (mount.v2()) {
            handDown(parent);
            handDown(base);
            Files.createDirectories(base.resolve("shims"));
        }
        CgroupSet group = new CgroupSet(List.of(base.resolve(trial)));
        try {
            Set<String> enforces = group.create(1000, 64);
            if (!joins(base.resolve(trial))) {
                throw new IOException("a process could not be moved into " + base);
            }
            return new CgroupTree(mount, base, enforces);
        } finally {
            group.remove();
        }
    }

    /** Lets the groups below have the controllers, as far as there are any; the trial shows what came of it. */
    private static void handDown(Path group) {
        for (String controller : List.of("cpu", "memory")) {
            try {
                CgroupSet.write(group.resolve("cgroup.subtree_control"), "+" + controller);
            } catch (IOException notHere) {
                // The trial will not find the controller's files.
            }
        }
    }

    private static boolean joins(Path group) throws IOException {
        Process process = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "echo 0 >\"$1\"",
                        "sh",
                        group.resolve("cgroup.procs").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (process.waitFor(5, TimeUnit.SECONDS)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while trying " + group, e);
        }
    }
}
