package dev.wellfield.server;

import dev.wellfield.cluster.local.Cgroups;
import dev.wellfield.cluster.local.Limiters;
import dev.wellfield.cluster.local.LocalCluster;
import dev.wellfield.cluster.local.LocalProcesses;
import dev.wellfield.cluster.local.NvidiaCard;
import dev.wellfield.cluster.local.NvidiaCards;
import dev.wellfield.cluster.local.Nvml;
import dev.wellfield.store.Database;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** This machine: its processes, its limits, its cards, and the cluster that is made of them. */
final class Machine implements AutoCloseable {
    private final LocalProcesses processes;
    private final Limiters limiters;
    private final NvidiaCards cards;
    private final LocalCluster cluster;

    private Machine(LocalProcesses processes, Limiters limiters, NvidiaCards cards, LocalCluster cluster) {
        this.processes = processes;
        this.limiters = limiters;
        this.cards = cards;
        this.cluster = cluster;
    }

    /** Looks at the machine, and finds processes again that an earlier server started on the same data directory. */
    static Machine open(Path data, Map<String, String> surroundings, Database database) {
        LocalProcesses processes = LocalProcesses.open(data);
        Limiters limiters = Limiters.probe();
        LocalCluster cluster = new LocalCluster(
                data,
                processes,
                limiters,
                surroundings,
                (node, index) -> database.transaction(tx -> tx.declared().resources(false))
                        .node(node)
                        .flatMap(it -> it.card(index))
                        .map(card -> card.uuid())
                        .orElse(null));
        return new Machine(processes, limiters, Nvml.read(), cluster);
    }

    LocalCluster cluster() {
        return cluster;
    }

    boolean limiterLoaded() {
        return limiters.any();
    }

    boolean tenantsIsolated() {
        return processes.tenantsIsolated();
    }

    String limits() {
        return switch (processes.cgroups().version()) {
            case V2 -> "CGROUP_V2";
            case V1 -> "CGROUP_V1";
            case NONE -> "NONE";
        };
    }

    String limitsReason() {
        Cgroups cgroups = processes.cgroups();
        return cgroups.why();
    }

    List<String> limiterNames() {
        List<String> names = new ArrayList<>();
        limiters.hamiCore().ifPresent(ignored -> names.add("HAMI_CORE"));
        limiters.mpsPipeDirectory().ifPresent(ignored -> names.add("MPS"));
        return names;
    }

    List<NvidiaCard> realCards() {
        return cards.list();
    }

    String realCardsReason() {
        return switch (cards) {
            case NvidiaCards.None none -> none.reason();
            case NvidiaCards.Found found -> "driver " + found.driverVersion();
        };
    }

    @Override
    public void close() {
        cluster.close();
    }
}
