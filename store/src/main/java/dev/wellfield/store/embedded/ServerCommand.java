package dev.wellfield.store.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The server's command line. All settings are on it, because nothing in the data directory can override them there: a
 * server is as safe as this class says, whatever the files of an older version or a curious hand contain.
 */
record ServerCommand(Layout layout, Binaries binaries, PostgresSettings settings) {
    /** Nobody gets in without a password, and nobody from elsewhere; the file lies outside the server's own reach. */
    static final String HOST_RULES = "host all all 127.0.0.1/32 scram-sha-256\n";

    List<String> onPort(int port) {
        List<String> command = new ArrayList<>(
                List.of(binaries.postgres().toString(), "-D", layout.cluster().toString()));
        Map<String, String> options = new LinkedHashMap<>();
        options.put("port", Integer.toString(port));
        reachable(options);
        durable(options);
        modest(options);
        quiet(options);
        options.forEach((name, value) -> {
            command.add("-c");
            command.add(name + "=" + value);
        });
        return command;
    }

    void writeHostRules() throws IOException {
        Path unfinished = layout.home().resolve("pg_hba.conf.unfinished");
        Files.writeString(unfinished, HOST_RULES, StandardCharsets.US_ASCII);
        Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(unfinished, layout.hostRules(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private void reachable(Map<String, String> options) {
        options.put("listen_addresses", EmbeddedPostgres.HOST);
        options.put("unix_socket_directories", "");
        options.put("hba_file", layout.hostRules().toString());
        options.put("password_encryption", "scram-sha-256");
        options.put("ssl", "off");
        options.put("max_connections", Integer.toString(settings.maxConnections()));
        options.put("max_wal_senders", "0");
        // Whoever connects without knowing the password holds a place for no longer than this.
        options.put("authentication_timeout", "10s");
        // The queries of a Wellfield that was killed stop instead of holding their locks to the end.
        options.put("client_connection_check_interval", "2s");
    }

    private static void durable(Map<String, String> options) {
        options.put("fsync", "on");
        options.put("synchronous_commit", "on");
        options.put("full_page_writes", "on");
        options.put("allow_alter_system", "off");
        options.put("restart_after_crash", "on");
        // After a crash: one call for the file system instead of one for each of a thousand files.
        options.put("recovery_init_sync_method", "syncfs");
    }

    /** Small enough for a laptop; no shared memory files, which some systems remove when their user logs out. */
    private static void modest(Map<String, String> options) {
        options.put("shared_buffers", "32MB");
        options.put("min_dynamic_shared_memory", "2MB");
        options.put("huge_pages", "off");
        options.put("wal_level", "minimal");
        options.put("max_wal_size", "256MB");
        options.put("max_worker_processes", "2");
        options.put("max_parallel_workers_per_gather", "0");
        options.put("max_parallel_maintenance_workers", "0");
        options.put("max_logical_replication_workers", "0");
        options.put("autovacuum_max_workers", "2");
        options.put("jit", "off");
    }

    /** Statements stay out of the log: they may hold what only their sender should know. */
    private void quiet(Map<String, String> options) {
        options.put("cluster_name", layout.clusterName());
        options.put("update_process_title", "on");
        options.put("logging_collector", "off");
        options.put("log_destination", "stderr");
        options.put("log_line_prefix", "%m [%p] ");
        options.put("log_checkpoints", "off");
        options.put("log_statement", "none");
        options.put("log_min_error_statement", "panic");
        options.put("log_min_duration_statement", "-1");
        options.put("log_timezone", "UTC");
        options.put("timezone", "UTC");
        options.put("lc_messages", "C");
    }
}
