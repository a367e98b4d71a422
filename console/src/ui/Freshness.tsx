import { GROWING_MILLIS } from "../api/cache";
import { useLive } from "../api/live";
import { useWords } from "../i18n/language";
import { moment, relative } from "../i18n/times";
import styles from "./Freshness.module.css";
import { useNow } from "./use-now";

/** A stream that is opened again at once has missed nothing. */
const LOST_MILLIS = 4_000;
/** Two polls missed. */
const STALE_MILLIS = 25_000;
const GROWING_STALE_MILLIS = 2.5 * GROWING_MILLIS;

/**
 * "Updated 3 s ago": the oldest of what is on the page, or, while the stream lives, the server's last sign of life
 * (it would have told of a change; of what grows with time nobody tells). When that is too long ago, or the stream is
 * away, it says since when what is shown may be old.
 */
export function Freshness({ readAt, growing }: { readAt: readonly (number | undefined)[]; growing?: boolean }) {
  const t = useWords();
  const now = useNow();
  const live = useLive();
  const known = readAt.filter((at) => at !== undefined);
  if (known.length === 0) {
    return null;
  }
  const read = Math.min(...known);
  const at = !growing && live.state === "live" && live.heardAt !== undefined ? Math.max(read, live.heardAt) : read;
  const ago = relative(t.words.units, Math.min(at, now), now);
  const lost = live.lostAt !== undefined && now - live.lostAt > LOST_MILLIS;
  const stale = lost || now - at > (growing ? GROWING_STALE_MILLIS : STALE_MILLIS);
  return (
    <span
      className={styles.freshness}
      data-stale={stale || undefined}
      data-live={live.state}
      title={stale ? t.frame.staleMeans : undefined}
    >
      <span className={styles.dot} aria-hidden />
      {stale ? t.frame.stale(moment(Math.min(at, now)).slice(11)) : t.frame.updated(ago)}
    </span>
  );
}
