package dev.wellfield.cli.client;

/** How the fields of a request are called where its writer wrote them. */
@FunctionalInterface
public interface FieldNames {
    /** @param pointer a JSON pointer into the body, or {@code query/NAME}, {@code path/NAME}, {@code header/NAME} */
    String of(String pointer);

    /** {@code /spec/cards} as {@code spec.cards}. */
    static String dotted(String pointer) {
        if (pointer.startsWith("/")) {
            return pointer.substring(1).replace('/', '.').replace("~1", "/").replace("~0", "~");
        }
        return pointer.replaceFirst("^(query|path|header)/", "");
    }
}
