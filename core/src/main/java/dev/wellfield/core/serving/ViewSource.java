package dev.wellfield.core.serving;

/** Where a gateway gets its view from. Both calls block on the database and may fail while it is away. */
public interface ViewSource {
    /** Counts up whenever {@link #load} would give something else. Cheap: asked every second. */
    long revision();

    GatewayView load();
}
