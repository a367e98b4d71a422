package dev.wellfield.simulator;

import io.vertx.core.MultiMap;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** The faults that one request asked for. */
record Faults(Map<Fault, Integer> values) {

    private static final String PREFIX = "x-simulate-";

    /** Throws {@link IllegalArgumentException} for an unknown X-Simulate header or a bad value. */
    static Faults of(MultiMap headers) {
        EnumMap<Fault, Integer> values = new EnumMap<>(Fault.class);
        for (Map.Entry<String, String> header : headers) {
            if (header.getKey().toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
                Fault fault = named(header.getKey());
                values.put(fault, fault.parse(header.getValue()));
            }
        }
        return new Faults(values);
    }

    private static Fault named(String header) {
        for (Fault fault : Fault.values()) {
            if (fault.header().equalsIgnoreCase(header)) {
                return fault;
            }
        }
        throw new IllegalArgumentException(header + " is no fault the engine simulator knows");
    }

    boolean has(Fault fault) {
        return values.containsKey(fault);
    }

    OptionalInt number(Fault fault) {
        Integer value = values.get(fault);
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }
}
