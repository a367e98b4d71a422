package dev.wellfield.gateway.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/** A JSON object as it came, and where its members are in it. */
final class RawObject {
    private static final byte[] COMMA = {','};

    private final byte[] json;
    private final List<Member> members;

    /** One member, from its name to the end of its value. */
    record Member(String name, int from, int to) {}

    RawObject(byte[] json, List<Member> members) {
        this.json = json;
        this.members = List.copyOf(members);
    }

    int length() {
        return json.length;
    }

    byte[] rewritten(Predicate<String> without, List<String> with) {
        ByteRun out = new ByteRun(json.length + 256);
        out.add(new byte[] {'{'});
        boolean first = true;
        for (String member : with) {
            if (!first) {
                out.add(COMMA);
            }
            out.add(member.getBytes(StandardCharsets.UTF_8));
            first = false;
        }
        // Neighbours that stay are copied in one go.
        for (int i = 0; i < members.size(); i++) {
            if (without.test(members.get(i).name())) {
                continue;
            }
            int from = members.get(i).from();
            while (i + 1 < members.size() && !without.test(members.get(i + 1).name())) {
                i++;
            }
            if (!first) {
                out.add(COMMA);
            }
            out.add(json, from, members.get(i).to());
            first = false;
        }
        out.add(new byte[] {'}'});
        return out.copy();
    }
}
