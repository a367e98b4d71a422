package dev.wellfield.server.rest;

import com.networknt.schema.path.NodePath;

/** JSON pointers (RFC 6901). */
final class Pointers {
    private Pointers() {}

    static String of(NodePath path) {
        StringBuilder pointer = new StringBuilder();
        for (int i = 0; i < path.getNameCount(); i++) {
            pointer.append('/').append(escaped(path.getElement(i).toString()));
        }
        return pointer.toString();
    }

    static String append(String pointer, String name) {
        return pointer + "/" + escaped(name);
    }

    /** A name as one element; a long one is cut, because pointers are sent back. */
    private static String escaped(String name) {
        return Shown.shortened(name).replace("~", "~0").replace("/", "~1");
    }
}
