package dev.wellfield.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Many at a time. */
final class Crowd {
    private Crowd() {}

    /** Lets all act at once and waits for them; what one of them throws is thrown. */
    static <T> List<T> act(int count, IntFunction<Callable<T>> actor) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                all.add(threads.submit(actor.apply(i)));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : all) {
                results.add(one.get());
            }
            return results;
        }
    }
}
