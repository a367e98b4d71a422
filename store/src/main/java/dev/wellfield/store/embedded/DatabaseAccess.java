package dev.wellfield.store.embedded;

/**
 * How to reach a database: all that a connection pool needs.
 *
 * @param jdbcUrl without credentials
 * @param user the role to connect as
 * @param password a secret: {@link #toString()} leaves it out
 */
public record DatabaseAccess(String jdbcUrl, String user, String password) {
    /**
     * On a loopback port of this machine. The options of the URL refuse any way of authentication but SCRAM, so that
     * another program that grabs the port while the server is away can't ask for the password in clear text.
     */
    static DatabaseAccess onLoopback(int port, String database, String user, String password) {
        return new DatabaseAccess(
                "jdbc:postgresql://%s:%d/%s?requireAuth=scram-sha-256&sslmode=disable&gssEncMode=disable"
                        .formatted(EmbeddedPostgres.HOST, port, database),
                user,
                password);
    }

    @Override
    public String toString() {
        return "DatabaseAccess[jdbcUrl=%s, user=%s, password=(hidden)]".formatted(jdbcUrl, user);
    }
}
