package dev.wellfield.cluster.local;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What this machine's control groups can do for workloads, found by making a group, limiting it and moving a process
 * into it. Immutable.
 */
public final class Cgroups {

    /** Which generation of control groups enforces the limits. */
    public enum Version {
        V2,
        V1,
        NONE
    }

    private final List<CgroupTree> trees;
    private final Set<String> enforced;
    private final Version version;
    private final String why;

    private Cgroups(List<CgroupTree> trees, List<String> failures) {
        this.trees = List.copyOf(trees);
        Set<String> limits = new LinkedHashSet<>();
        trees.forEach(tree -> limits.addAll(tree.enforces()));
        this.enforced = Set.copyOf(limits);
        this.version = trees.stream()
                .filter(tree -> !tree.enforces().isEmpty())
                .map(tree -> tree.mount().v2() ? Version.V2 : Version.V1)
                .findFirst()
                .orElse(Version.NONE);
        this.why = sentence(failures);
    }

    /** Tries what is mounted here. Takes some tens of milliseconds and leaves nothing but an empty folder behind. */
    public static Cgroups probe() {
        return probe(mount -> true);
    }

    /** Tries only some of the mounts, as on a machine that has no others. */
    static Cgroups probe(Predicate<CgroupMount> wanted) {
        List<CgroupMount> mounts;
        try {
            mounts = CgroupMount.parse(
                    Files.readAllLines(Path.of("/proc/self/mountinfo")),
                    Files.readAllLines(Path.of("/proc/self/cgroup")));
        } catch (IOException e) {
            return new Cgroups(List.of(), List.of("the mounted control groups cannot be read"));
        }
        List<CgroupTree> trees = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        String trial = "trial-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        for (CgroupMount mount : mounts) {
            if (!wanted.test(mount)) {
                continue;
            }
            try {
                trees.add(CgroupTree.find(mount, trial));
            } catch (AccessDeniedException e) {
                failures.add(mount.point() + " is not writable for this user");
            } catch (IOException e) {
                failures.add(mount.point() + ": " + e.getMessage());
            }
        }
        return new Cgroups(trees, failures);
    }

    /** No groups at all: nothing is limited. */
    static Cgroups none(String why) {
        return new Cgroups(List.of(), List.of(why));
    }

    /** Which generation enforces limits here. */
    public Version version() {
        return version;
    }

    /** Whether a limit on processor time is enforced. */
    public boolean cpuEnforced() {
        return enforced.contains("cpu");
    }

    /** Whether a limit on host memory is enforced. */
    public boolean memoryEnforced() {
        return enforced.contains("memory");
    }

    /** One English sentence: what is enforced and, if something isn't, why not. */
    public String why() {
        return why;
    }

    /** The groups of one workload, whether made already or not. */
    CgroupSet of(String allocationId) {
        return new CgroupSet(
                trees.stream().map(tree -> tree.base().resolve(allocationId)).toList());
    }

    /** Where shims go, so that they do not end with the service that started them; only v2 needs it. */
    Optional<Path> shims() {
        return trees.stream()
                .filter(tree -> tree.mount().v2())
                .map(tree -> tree.base().resolve("shims"))
                .findFirst();
    }

    private String sentence(List<String> failures) {
        String reason = "no control groups are mounted";
        if (!failures.isEmpty()) {
            reason = failures.getFirst();
        } else if (!trees.isEmpty()) {
            reason = "the control groups in " + trees.getFirst().base() + " are not given the controller for it";
        }
        if (cpuEnforced() && memoryEnforced()) {
            return "Limits on processors and host memory are enforced by control groups "
                    + version.name().toLowerCase(Locale.ROOT)
                    + ".";
        }
        if (enforced.isEmpty()) {
            return "Limits on processors and host memory are not enforced: " + reason + ".";
        }
        String missing = cpuEnforced() ? "host memory" : "processors";
        return "A limit on " + missing + " is not enforced: " + reason + ".";
    }
}
