package dev.wellfield.server.rest;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made at its first use, once, by whichever thread comes first. */
final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> make;
    private volatile @Nullable T value;

    private Lazy(Supplier<T> make) {
        this.make = make;
    }

    static <T> Supplier<T> of(Supplier<T> make) {
        return new Lazy<>(make);
    }

    @Override
    public T get() {
        T made = value;
        return made != null ? made : makeOnce();
    }

    private synchronized T makeOnce() {
        T made = value;
        if (made == null) {
            made = make.get();
            value = made;
        }
        return made;
    }
}
