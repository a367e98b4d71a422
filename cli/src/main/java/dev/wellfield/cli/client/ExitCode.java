package dev.wellfield.cli.client;

/** What a command's exit code tells a script. Interrupted by Ctrl-C, the runtime itself leaves with 130. */
public enum ExitCode {
    OK(0),
    /** It could not do what was asked, or what was waited for failed. */
    FAILED(1),
    /** It was called wrongly. */
    USAGE(2),
    /** Not signed in, or a permission is missing. */
    NOT_PERMITTED(3),
    NOT_FOUND(4),
    /** Quota or admission refused it. */
    REFUSED(5),
    /** The server can't be reached, or something took too long. */
    UNREACHABLE(6);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
