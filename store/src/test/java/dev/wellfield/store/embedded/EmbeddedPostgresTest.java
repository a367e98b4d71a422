package dev.wellfield.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a server that runs is like. */
class EmbeddedPostgresTest {
    private static DataFolder folder;
    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws IOException {
        folder = DataFolder.withData();
        server = folder.start();
    }

    @AfterAll
    static void end() throws IOException {
        server.stop();
        folder.close();
    }

    @Test
    void what_is_committed_is_on_the_disk() throws SQLException {
        assertThat(show("fsync")).isEqualTo("on");
        assertThat(show("synchronous_commit")).isEqualTo("on");
        assertThat(show("full_page_writes")).isEqualTo("on");
        assertThat(show("data_checksums")).isEqualTo("on");
    }

    @Test
    void the_settings_that_safety_depends_on_can_not_be_altered_in_the_data() {
        assertThatThrownBy(() -> Sql.execute(server.owner(), "ALTER SYSTEM SET fsync = off"))
                .hasMessageContaining("ALTER SYSTEM is not allowed");
    }

    @Test
    void text_is_utf_8_and_sorted_the_same_on_every_machine() throws SQLException {
        assertThat(show("server_encoding")).isEqualTo("UTF8");
        assertThat(Sql.value(server.owner(), "SELECT datcollate FROM pg_database WHERE datname = 'wellfield'"))
                .isEqualTo("C");
        assertThat(show("timezone_abbreviations")).isNotEmpty();
    }

    @Test
    void every_rule_of_access_asks_for_a_password_on_loopback() throws SQLException {
        List<String> rules = Sql.column(
                server.owner(),
                "SELECT type || ' ' || address || ' ' || auth_method || coalesce(error, '') FROM pg_hba_file_rules");

        assertThat(rules).containsExactly("host 127.0.0.1 scram-sha-256");
    }

    @Test
    void no_password_and_a_wrong_password_are_refused() {
        DatabaseAccess owner = server.owner();

        assertThatThrownBy(() -> Sql.execute(new DatabaseAccess(owner.jdbcUrl(), owner.user(), "wrong"), "SELECT 1"))
                .hasMessageContaining("password authentication failed");
        assertThatThrownBy(() -> Sql.execute(new DatabaseAccess(owner.jdbcUrl(), owner.user(), ""), "SELECT 1"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void it_listens_on_loopback_alone() throws SocketException, SQLException {
        List<InetAddress> others = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.getHostAddress().equals(EmbeddedPostgres.HOST))
                .toList();

        for (InetAddress address : others) {
            assertThatThrownBy(() -> connect(address)).as("%s", address).isInstanceOf(IOException.class);
        }
        assertThat(show("unix_socket_directories")).isEmpty();
    }

    @Test
    void the_password_is_in_a_file_of_its_owner_and_nowhere_else() throws IOException {
        Layout layout = folder.layout();
        String password = server.owner().password();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(layout.password())))
                .isEqualTo("rw-------");
        assertThat(Files.readString(layout.password()).strip()).isEqualTo(password);
        assertThat(Files.readString(layout.log())).doesNotContain(password);
        assertThat(commandLine()).doesNotContain(password);
        assertThat(server.owner().toString()).doesNotContain(password);
        assertThat(layout.unfinishedCluster()).doesNotExist();
    }

    @Test
    void it_runs_under_its_account_with_data_closed_to_others() throws IOException {
        Account account = Account.ofThisProcess();

        assertThat(account.uid()).isPositive();
        assertThat(Files.readString(ServerProcess.proc(server.pid(), "status")))
                .containsPattern("Uid:\\s+%1$d\\s+%1$d\\s+%1$d\\s+%1$d\\s".formatted(account.uid()));
        assertThat(Files.getAttribute(folder.layout().cluster(), "unix:uid")).isEqualTo(account.uid());
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(folder.layout().cluster())))
                .isEqualTo("rwx------");
    }

    @Test
    void it_is_in_a_session_of_its_own_and_knows_nothing_of_our_environment() throws IOException {
        String stat = Files.readString(ServerProcess.proc(server.pid(), "stat"), StandardCharsets.ISO_8859_1);
        String session = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];

        assertThat(session).isEqualTo(Long.toString(server.pid()));
        assertThat(Files.readString(ServerProcess.proc(server.pid(), "environ")))
                .doesNotContain("HOME=", "JAVA_HOME=", "WELLFIELD");
    }

    @Test
    void a_restart_keeps_port_and_data() throws SQLException {
        int port = server.port();
        Sql.execute(server.owner(), "CREATE TABLE kept AS SELECT 7 AS n");
        long before = server.pid();

        server.restart();

        assertThat(server.port()).isEqualTo(port);
        assertThat(server.pid()).isNotEqualTo(before);
        assertThat(Sql.value(server.owner(), "SELECT n FROM kept")).isEqualTo("7");
        assertThat(folder.servers()).isOne();
    }

    @Test
    void it_is_small_while_idle() throws SQLException {
        assertThat(show("shared_buffers")).isEqualTo("32MB");
        assertThat(show("max_connections")).isEqualTo("100");
    }

    private static String show(String setting) throws SQLException {
        return Sql.value(server.owner(), "SHOW " + setting);
    }

    private static String commandLine() throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(server.pid()), "cmdline"));
    }

    private static void connect(InetAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, server.port()), 500);
        }
    }
}
