package dev.wellfield.core.serving;

/** A source of views for tests, for any thread. It can be away, as a database can. */
public final class InMemoryViews implements ViewSource {
    private GatewayView view = GatewayView.EMPTY;
    private boolean away;

    @Override
    public synchronized long revision() {
        check();
        return view.revision();
    }

    @Override
    public synchronized GatewayView load() {
        check();
        return view;
    }

    private void check() {
        if (away) {
            throw new IllegalStateException("the source of views is away");
        }
    }

    public synchronized void set(GatewayView view) {
        this.view = view;
    }

    public synchronized void setAway(boolean away) {
        this.away = away;
    }
}
