package dev.wellfield.cluster.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One mounted hierarchy of control groups (cgroups(7), /proc/PID/mountinfo and /proc/PID/cgroup in proc(5)).
 *
 * @param controllers v1 only: the controllers bound to this hierarchy; a v2 hierarchy names its own in a file
 * @param own where in the hierarchy this process is, as a path below the mount point
 */
record CgroupMount(Path point, boolean v2, Set<String> controllers, Path own) {

    /** The controllers of v1 that limit, measure or hold a workload. */
    private static final Set<String> USED = Set.of("cpu", "cpuacct", "memory", "freezer");

    static List<CgroupMount> parse(List<String> mountinfo, List<String> membership) {
        List<CgroupMount> mounts = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        for (String line : mountinfo) {
            String[] halves = line.split(" - ", 2);
            if (halves.length < 2) {
                continue;
            }
            String[] left = halves[0].split(" ");
            String[] right = halves[1].split(" ");
            if (left.length < 5 || right.length < 3) {
                continue;
            }
            boolean v2 = right[0].equals("cgroup2");
            Set<String> controllers = new LinkedHashSet<>(List.of(right[2].split(",")));
            controllers.retainAll(USED);
            if (!v2 && (!right[0].equals("cgroup") || controllers.isEmpty())) {
                continue;
            }
            // One hierarchy may be mounted twice; the first mount is as good as any.
            if (!seen.add(v2 ? "v2" : controllers.toString())) {
                continue;
            }
            Path point = Path.of(unescape(left[4]));
            mounts.add(new CgroupMount(
                    point, v2, Set.copyOf(controllers), own(point, unescape(left[3]), v2, controllers, membership)));
        }
        return mounts;
    }

    private static Path own(Path point, String root, boolean v2, Set<String> controllers, List<String> membership) {
        for (String line : membership) {
            String[] fields = line.split(":", 3);
            if (fields.length < 3) {
                continue;
            }
            Set<String> named = Set.of(fields[1].split(","));
            if (v2 ? !fields[0].equals("0") : named.stream().noneMatch(controllers::contains)) {
                continue;
            }
            Path below = Path.of(fields[2]);
            Path top = Path.of(root);
            return below.startsWith(top) ? point.resolve(top.relativize(below).toString()) : point;
        }
        return point;
    }

    /** mountinfo writes blank, tab, newline and backslash as three octal digits. */
    private static String unescape(String text) {
        return text.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
