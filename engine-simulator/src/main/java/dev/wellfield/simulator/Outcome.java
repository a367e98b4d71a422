package dev.wellfield.simulator;

import java.util.function.Function;

/** What reading a request gave: a value, or the error to answer. */
sealed interface Outcome<T> {

    record Accepted<T>(T value) implements Outcome<T> {}

    record Refused<T>(ApiError error) implements Outcome<T> {}

    static <T> Outcome<T> of(T value) {
        return new Accepted<>(value);
    }

    static <T> Outcome<T> refuse(ApiError error) {
        return new Refused<>(error);
    }

    /** Goes on with the value, or stays refused. */
    default <R> Outcome<R> then(Function<? super T, Outcome<R>> next) {
        return switch (this) {
            case Accepted<T>(T value) -> next.apply(value);
            case Refused<T>(ApiError error) -> new Refused<>(error);
        };
    }
}
