package dev.wellfield.cluster.local;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The processes that belong to a workload now, without its shim. A process cannot leave its control group; where there is
 * none, session, environment and parentage tell, which a process can escape only if it drops all three.
 */
final class Members {

    private Members() {}

    static Set<Long> of(WorkloadFolder folder) {
        Set<Long> members = new LinkedHashSet<>(folder.groups().processes());
        Map<Long, ProcessTable.Entry> table = ProcessTable.read();
        Optional<Birth> started = folder.started().filter(Birth::ofThisBoot);
        boolean watched = folder.claim().filter(Birth::alive).isPresent();
        String marker = "WELLFIELD_ALLOCATION=" + folder.allocationId();
        for (ProcessTable.Entry entry : table.values()) {
            if (entry.dead()) {
                continue;
            }
            if (started.filter(main -> inSession(entry, main, table, watched)).isPresent()
                    || ProcessTable.hasVariable(entry.pid(), marker)) {
                members.add(entry.pid());
            }
        }
        addDescendants(members, table);
        members.remove(ProcessHandle.current().pid());
        return members;
    }

    /**
     * The command led a session of its own. Once it is dead, its pid may be given out again and lead a foreign session;
     * that takes longer than its shim lives, so without a living shim the leader itself must still be there.
     */
    private static boolean inSession(
            ProcessTable.Entry entry, Birth main, Map<Long, ProcessTable.Entry> table, boolean watched) {
        // Until the command becomes the leader, its session is its shim's.
        if (entry.pid() == main.pid()) {
            return entry.startTicks() == main.ticks();
        }
        ProcessTable.Entry leader = table.get(main.pid());
        boolean ours = leader == null ? watched : leader.startTicks() == main.ticks();
        return ours && entry.session() == main.pid() && entry.startTicks() >= main.ticks();
    }

    private static void addDescendants(Set<Long> members, Map<Long, ProcessTable.Entry> table) {
        boolean grown = !members.isEmpty();
        while (grown) {
            grown = false;
            for (ProcessTable.Entry entry : table.values()) {
                if (!entry.dead() && members.contains(entry.parent())) {
                    grown |= members.add(entry.pid());
                }
            }
        }
    }
}
