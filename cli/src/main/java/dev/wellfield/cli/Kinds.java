package dev.wellfield.cli;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All the kinds of things that {@code get} lists. */
final class Kinds {
    private Kinds() {}

    static List<Kind> all() {
        return Stream.of(PoolKinds.all(), TenantKinds.all(), WorkKinds.all(), AccessKinds.all())
                .flatMap(Collection::stream)
                .toList();
    }

    static Optional<Kind> find(String word) {
        return all().stream().filter(it -> it.called(word)).findFirst();
    }
}
