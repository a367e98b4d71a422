package dev.wellfield.store;

/** Where a database is and as whom to sign in. */
public record DatabaseLogin(String url, String user, String password) {
    /** Passwords are never printed. */
    @Override
    public String toString() {
        return user + " at " + url;
    }
}
