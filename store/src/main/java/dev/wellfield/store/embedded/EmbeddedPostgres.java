package dev.wellfield.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The PostgreSQL server of a data directory, running as a process of its own: it outlives a Wellfield that is killed,
 * and the next one adopts it. While this object lives, a server that is lost is started again on the same port. All
 * methods may be called from any thread.
 *
 * <p>Below {@code dataDirectory/postgres} lie the programs ({@code binaries}), the data ({@code cluster}), the owner's
 * {@code password} and {@code server.log}. As root the server runs under the system account {@code wellfield}, which is
 * made when it is absent; everybody else runs it as themselves.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    /** The only address it listens on. */
    public static final String HOST = "127.0.0.1";
    /** The name of Wellfield's own database. */
    public static final String DATABASE = "wellfield";

    private static final long LOG_LIMIT_BYTES = 4 * DiskSpace.MIB;

    private final Supervisor supervisor;
    private final Password password;

    private EmbeddedPostgres(Supervisor supervisor, Password password) {
        this.supervisor = supervisor;
        this.password = password;
    }

    /**
     * Says whether a server could run on {@code dataDirectory} at all, before anything is written to it: the machine is
     * supported and the server's account (made here, when root has none yet) can get there. {@link #start} asks too.
     *
     * @throws EmbeddedPostgresException {@code UNSUPPORTED_ARCHITECTURE}, {@code ACCOUNT} or {@code DATA_DIRECTORY}
     */
    public static void requireUsable(Path dataDirectory) {
        Architecture.ofThisMachine();
        Account.ofThisProcess().requireReach(dataDirectory);
    }

    /**
     * Returns once the server accepts connections and Wellfield's database is in it: adopted if it was running, else
     * started, made on the first use. The lock is only looked at and has to be kept until after {@link #stop}.
     *
     * @throws EmbeddedPostgresException with a code and a sentence for every way in which the surroundings can be broken
     */
    public static EmbeddedPostgres start(DataDirectoryLock lock, PostgresSettings settings, PostgresListener listener) {
        requireHeld(lock);
        Layout layout = new Layout(lock.dataDirectory());
        Architecture architecture = Architecture.ofThisMachine();
        Account account = Account.ofThisProcess();
        account.requireReach(layout.dataDirectory());
        try {
            return start(layout, architecture, account, settings, listener);
        } catch (IOException e) {
            throw DiskSpace.explain(layout.dataDirectory(), e);
        }
    }

    /**
     * Ends the server that a killed Wellfield left running on this data directory, if there is one; for when no new
     * Wellfield is to take it over. Bounded like {@link #stop}.
     *
     * @return whether there was one
     */
    public static boolean endAbandoned(DataDirectoryLock lock, PostgresSettings settings) {
        requireHeld(lock);
        ServerProcesses processes = new ServerProcesses(new Layout(lock.dataDirectory()), Account.ofThisProcess());
        if (processes.all().isEmpty()) {
            return false;
        }
        processes.postmaster().ifPresent(server -> processes.end(server, settings.stopTimeout()));
        processes.endLeftovers();
        return true;
    }

    /**
     * Wellfield's own database as its owner, of a server that runs on this data directory now; for who reads along while
     * another process has the lock.
     */
    public static Optional<DatabaseAccess> running(Path dataDirectory) throws IOException {
        if (!Files.isDirectory(dataDirectory)) {
            return Optional.empty();
        }
        Layout layout = new Layout(dataDirectory.toRealPath());
        if (!Files.exists(layout.password())
                || new ServerProcesses(layout, Account.ofThisProcess())
                        .postmaster()
                        .isEmpty()) {
            return Optional.empty();
        }
        return PidFile.read(layout.cluster())
                .filter(PidFile::ready)
                .map(pid -> DatabaseAccess.onLoopback(
                        pid.port(),
                        DATABASE,
                        NewCluster.OWNER,
                        Password.read(layout.password()).secret()));
    }

    private static void requireHeld(DataDirectoryLock lock) {
        if (!lock.held()) {
            throw new IllegalArgumentException("the lock of %s was given back already".formatted(lock.dataDirectory()));
        }
    }

    private static EmbeddedPostgres start(
            Layout layout,
            Architecture architecture,
            Account account,
            PostgresSettings settings,
            PostgresListener listener)
            throws IOException {
        if (Files.exists(layout.cluster())) {
            account.requireOwnershipOf(layout.cluster());
            NewCluster.requireSameMajorVersion(layout, Binaries.bundledMajorVersion());
        }
        // Others may pass: the server's account has no more rights here than they.
        Folders.make(layout.binaries(), Folders.PASSABLE);
        ServerProcesses processes = new ServerProcesses(layout, account);
        ServerLog log = new ServerLog(layout.log(), LOG_LIMIT_BYTES);
        log.create();
        Binaries binaries = Binaries.ensure(layout, architecture);
        Password password = new NewCluster(layout, account, binaries, processes, log).ensure(settings.startTimeout());
        ServerCommand command = new ServerCommand(layout, binaries, settings);
        command.writeHostRules();
        Greeting greeting = new Greeting(layout, new Probe(layout.cluster(), password));
        Launcher launcher = new Launcher(layout, account, command, processes, log, greeting, settings);
        Supervisor supervisor = new Supervisor(launcher, launcher.bringUp(settings.port(), () -> false), listener);
        binaries.removeOthers();
        supervisor.begin();
        return new EmbeddedPostgres(supervisor, password);
    }

    /** The port it listens on; the same for as long as this object lives. */
    public int port() {
        return supervisor.running().port();
    }

    /** The process id of the server at this moment. */
    public long pid() {
        return supervisor.running().process().pid();
    }

    /** Wellfield's own database as its owner, a superuser. */
    public DatabaseAccess owner() {
        return owner(DATABASE);
    }

    /** Another database of the same server as its owner. */
    public DatabaseAccess owner(String database) {
        return DatabaseAccess.onLoopback(port(), database, NewCluster.OWNER, password.secret());
    }

    /** Whether its process runs now; false for good after {@link #stop}. */
    public boolean isAlive() {
        return supervisor.isAlive();
    }

    /** Stops it and starts it again on the same port. Connections break. */
    public void restart() {
        supervisor.restart();
    }

    /**
     * Ends the server and its supervision: open transactions are rolled back, everything committed is kept. Returns when
     * it is gone, at the latest after the stop timeout and 20 s more for ending it by force. A second call does nothing.
     */
    public void stop() {
        supervisor.stop();
    }

    /** The same as {@link #stop}. */
    @Override
    public void close() {
        stop();
    }
}
