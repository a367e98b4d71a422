package dev.wellfield.store;

/** The database can't be reached now. What was being done has not happened; it may be tried again. */
public final class StoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
