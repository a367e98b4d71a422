package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Style;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One thing that the doctor looked at.
 *
 * @param advice what to do about it; null where nothing is to be done
 */
record Finding(Grade grade, String sentence, @Nullable String advice) {
    /** How it is. */
    enum Grade {
        OK("ok    ", Style.GOOD),
        WARN("warn  ", Style.WAITING),
        FAIL("fail  ", Style.BAD);

        private final String mark;
        private final Style style;

        Grade(String mark, Style style) {
            this.mark = mark;
            this.style = style;
        }

        String mark(boolean colours) {
            return style.paint(mark, colours);
        }
    }

    JsonNode json() {
        ObjectNode json = Json.object().put("grade", grade.name()).put("finding", sentence);
        return advice == null ? json : json.put("advice", advice);
    }

    /** Findings as a kind, for forms that programs read. */
    static Kind kind() {
        return new Kind(
                "findings",
                new Kind.Scope.Everywhere(ApiPath.of("system"), false),
                item -> Json.text(item, "/finding"),
                List.of(Kind.column("FINDING", "/finding")),
                Kind.fields("grade=/grade", "finding=/finding", "advice=/advice"));
    }

    static Finding ok(String sentence) {
        return new Finding(Grade.OK, sentence, null);
    }

    static Finding warn(String sentence, String advice) {
        return new Finding(Grade.WARN, sentence, advice);
    }

    static Finding fail(String sentence, @Nullable String advice) {
        return new Finding(Grade.FAIL, sentence, advice);
    }
}
