package dev.wellfield.store.backup;

import dev.wellfield.store.Json;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a backup says about itself.
 *
 * @param version of the Wellfield that made it
 * @param takenAt the instant of its snapshot, by the database's clock
 * @param migrations the schema's, as they were applied
 * @param firstMonth of its partitions
 * @param months how many there are from then on
 */
public record Manifest(String version, Instant takenAt, List<String> migrations, LocalDate firstMonth, int months) {
    public Manifest {
        migrations = List.copyOf(migrations);
    }

    String write() {
        ObjectNode json = Json.object()
                .put("version", version)
                .put("takenAt", takenAt.toString())
                .put("firstMonth", firstMonth.toString())
                .put("months", months);
        migrations.forEach(json.putArray("migrations")::add);
        return Json.write(json);
    }

    static Manifest read(String text) {
        try {
            JsonNode json = Json.parse(text);
            List<String> migrations = new ArrayList<>();
            json.get("migrations").forEach(it -> migrations.add(it.asString()));
            return new Manifest(
                    json.get("version").asString(),
                    Instant.parse(json.get("takenAt").asString()),
                    migrations,
                    LocalDate.parse(json.get("firstMonth").asString()),
                    json.get("months").asInt());
        } catch (JacksonException | NullPointerException | java.time.DateTimeException e) {
            throw new BackupException("The backup's first page can't be read: " + e.getMessage(), e);
        }
    }

    /** The last of its migrations, by number. */
    String newest() {
        return migrations.stream()
                .max(Comparator.comparingInt(Integer::parseInt))
                .orElseThrow(() -> new BackupException("The backup says nothing of its schema."));
    }

    /** Of its schema's migrations, those that {@code known} doesn't have. */
    List<String> unknown(List<String> known) {
        TreeSet<String> unknown = new TreeSet<>(migrations);
        known.forEach(unknown::remove);
        return List.copyOf(unknown);
    }
}
