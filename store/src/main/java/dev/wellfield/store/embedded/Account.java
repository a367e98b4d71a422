package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;

/**
 * The user that the server runs as: PostgreSQL refuses to run as root, so root hands over to a system account made for
 * it, and everybody else runs it under their own user.
 */
record Account(int uid, int gid, String name, boolean switched) {
    /** The system account that root uses. */
    static final String SYSTEM_NAME = "wellfield";

    static Account ofThisProcess() {
        int uid = Users.uidOfThisProcess();
        return uid == 0 ? Users.systemAccount(SYSTEM_NAME) : Users.ordinary(uid);
    }

    /** The command that runs {@code program} as this user, in a session of its own, without any way to more rights. */
    List<String> command(List<String> program) {
        List<String> command = new ArrayList<>();
        command.add(Command.path("setsid"));
        command.addAll(handover());
        command.addAll(program);
        return command;
    }

    private List<String> handover() {
        if (!switched) {
            return List.of();
        }
        if (Command.exists("setpriv")) {
            return List.of(
                    Command.path("setpriv"),
                    "--reuid=" + uid,
                    "--regid=" + gid,
                    "--clear-groups",
                    "--no-new-privs",
                    "--inh-caps=-all",
                    "--");
        }
        return List.of(Command.path("runuser"), "-u", name, "--");
    }

    /** Refuses a data directory that this user can't get into, naming the folder that is in the way. */
    void requireReach(Path dataDirectory) {
        Path existing = dataDirectory.toAbsolutePath().normalize();
        while (!Files.isDirectory(existing)) {
            Path parent = existing.getParent();
            if (parent == null) {
                return;
            }
            existing = parent;
        }
        if (!switched) {
            if (!Files.isWritable(existing) || !Files.isExecutable(existing)) {
                throw new EmbeddedPostgresException(
                        Code.DATA_DIRECTORY,
                        "The data directory %s can't be used: user %s may not write to %s. Choose another data directory or give this user the right."
                                .formatted(dataDirectory, name, existing));
            }
            return;
        }
        if (!mayEnter(existing)) {
            throw new EmbeddedPostgresException(
                    Code.DATA_DIRECTORY,
                    "The data directory %s can't be reached by the account %s, which PostgreSQL runs under: %s is closed to it. Choose a data directory elsewhere (such as /var/lib/wellfield) or open the way: chmod o+x %s"
                            .formatted(dataDirectory, name, firstClosed(existing), firstClosed(existing)));
        }
    }

    private Path firstClosed(Path folder) {
        Path parent = folder.getParent();
        return parent == null || mayEnter(parent) ? folder : firstClosed(parent);
    }

    private boolean mayEnter(Path folder) {
        List<String> command = new ArrayList<>(handover());
        command.addAll(List.of(Command.path("test"), "-x", folder.toString()));
        Command.Ending ending = Command.run(command);
        if (ending.status() > 1 || !ending.output().isEmpty()) {
            throw new EmbeddedPostgresException(
                    Code.ACCOUNT,
                    "Root can't switch to the account %s (uid %d), which PostgreSQL runs under: %s. Start Wellfield as an ordinary user, or in a container that may change its user (CAP_SETUID, CAP_SETGID)."
                            .formatted(name, uid, ending.output()));
        }
        return ending.good();
    }

    /** Makes a folder that only this user may enter. */
    void makePrivateFolder(Path folder) throws IOException {
        Folders.make(folder, Folders.CLOSED);
        own(folder);
    }

    void own(Path path) throws IOException {
        if (switched) {
            var lookup = path.getFileSystem().getUserPrincipalLookupService();
            PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
            view.setGroup(lookup.lookupPrincipalByGroupName(Integer.toString(gid)));
            view.setOwner(lookup.lookupPrincipalByName(name));
        }
    }

    /** Refuses data that belongs to somebody else, as after a first start as root and a second as a user. */
    void requireOwnershipOf(Path folder) throws IOException {
        int owner = (Integer) Files.getAttribute(folder, "unix:uid");
        if (owner != uid) {
            throw new EmbeddedPostgresException(
                    Code.DATA_DIRECTORY,
                    "The data in %s belongs to %s, but PostgreSQL would run as %s. Start Wellfield as the user who started it first, or choose another data directory."
                            .formatted(folder, Files.getOwner(folder).getName(), name));
        }
    }
}
