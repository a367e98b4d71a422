package dev.wellfield.core.tenancy;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Which passwords are taken: long enough, not endless, not what everybody guesses first. No rules of composition. */
public final class PasswordRule {
    /** In characters (code points). */
    public static final int SHORTEST = 12;

    public static final int LONGEST = 128;

    /** The common ones that are long enough; from the lists of passwords most often found in leaks. */
    private static final Set<String> COMMON = Set.of(
            "123456789012",
            "1234567890123",
            "12345678901234",
            "123456789012345",
            "1234567890123456",
            "12345678910",
            "123123123123",
            "111111111111",
            "000000000000",
            "121212121212",
            "qwertyuiop12",
            "qwertyuiop123",
            "qwertyuiopasdfghjkl",
            "1qaz2wsx3edc",
            "1qaz2wsx3edc4rfv",
            "1q2w3e4r5t6y",
            "q1w2e3r4t5y6",
            "qazwsxedcrfv",
            "password1234",
            "password12345",
            "password123456",
            "passwordpassword",
            "mypassword123",
            "iloveyou1234",
            "administrator",
            "administrator1",
            "admin1234567",
            "welcome12345",
            "letmein12345",
            "changeme1234",
            "changemechangeme",
            "correcthorsebatterystaple",
            "woaini520520",
            "woaini1314520",
            "5201314520131",
            "wellfield123",
            "wellfieldwellfield");

    private PasswordRule() {}

    /**
     * What would be right instead; empty if the password is taken.
     *
     * @param own the owner's name and e-mail address, which a password must not be
     */
    public static Optional<String> wrong(String password, List<String> own) {
        int characters = password.codePointCount(0, password.length());
        if (characters < SHORTEST || characters > LONGEST) {
            return Optional.of("from " + SHORTEST + " to " + LONGEST + " characters");
        }
        String plain = password.toLowerCase(Locale.ROOT);
        boolean guessed = COMMON.contains(plain)
                || plain.chars().distinct().count() < 3
                || own.stream().anyMatch(it -> plain.equals(it.toLowerCase(Locale.ROOT)));
        return guessed
                ? Optional.of("another one: this is among those that are guessed first; four random words are good")
                : Optional.empty();
    }
}
