package dev.wellfield.simulator;

/** The bounds of vLLM's histograms. */
final class Buckets {

    static final double[] TOKENS = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    static final double[] CHOICES = {1, 2, 5, 10, 20};
    static final double[] PREEMPTIONS = {1, 2, 3, 4, 5, 10, 20};
    static final double[] ITERATION_TOKENS = {1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384};
    static final double[] FIRST_TOKEN_SECONDS = {
        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640, 2560
    };
    static final double[] TOKEN_SECONDS = {
        0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80
    };
    static final double[] REQUEST_SECONDS = {
        0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680
    };
    static final double[] HTTP_SECONDS = {0.1, 0.5, 1};
    static final double[] HTTP_FINE_SECONDS = {
        0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 7.5, 10, 30, 60
    };

    private Buckets() {}
}
