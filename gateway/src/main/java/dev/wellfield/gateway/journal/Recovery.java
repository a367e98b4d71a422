package dev.wellfield.gateway.journal;

import java.io.IOException;
import java.util.List;

/**
 * Finds what was open when a journal was last written to. Reads back from the newest segment to the nearest one with a
 * checkpoint: before a checkpoint stand all requests that were open then.
 */
final class Recovery {
    private Recovery() {}

    static OpenRequests openRequests(List<Segment> segments) throws IOException {
        int from = segments.size() - 1;
        while (from > 0 && !hasCheckpoint(segments.get(from))) {
            from--;
        }
        OpenRequests open = new OpenRequests();
        for (Segment segment : segments.subList(Math.max(0, from), segments.size())) {
            read(segment, open);
        }
        return open;
    }

    private static boolean hasCheckpoint(Segment segment) throws IOException {
        boolean[] found = {false};
        try (SegmentReader reader = SegmentReader.open(segment)) {
            reader.read(0, Integer.MAX_VALUE, entry -> {
                found[0] = entry instanceof JournalEntry.Checkpoint;
                return !found[0];
            });
        }
        return found[0];
    }

    private static void read(Segment segment, OpenRequests open) throws IOException {
        try (SegmentReader reader = SegmentReader.open(segment)) {
            reader.read(0, Integer.MAX_VALUE, entry -> {
                open.apply(entry);
                return true;
            });
        }
    }
}
