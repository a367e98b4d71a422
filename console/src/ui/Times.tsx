import { serverNow } from "../api/server-clock";
import { useWords } from "../i18n/language";
import { duration, moment, relative, shownZone } from "../i18n/times";
import styles from "./Times.module.css";
import { Hint } from "./Tooltip";
import { useNow } from "./use-now";

/** A moment; its zone and how long ago it was are on hover. */
export function Moment({ at }: { at: string }) {
  const t = useWords();
  useNow();
  const instant = Date.parse(at);
  return (
    <Hint tip={`${shownZone(instant)} · ${relative(t.words.units, instant, serverNow())}`}>
      <time dateTime={at}>{moment(instant)}</time>
    </Hint>
  );
}

/**
 * How long ago, as `words` say it (absent: alone); the moment itself with its zone is on hover. For rows of a table,
 * where every focus stop would be one too many.
 */
export function Ago({ at, words = (ago) => ago }: { at: string; words?: (ago: string) => string }) {
  const t = useWords();
  useNow();
  const instant = Date.parse(at);
  return (
    <time dateTime={at} title={`${moment(instant)} ${shownZone(instant)}`}>
      {words(relative(t.words.units, instant, serverNow()))}
    </time>
  );
}

/** In which zone the moments on a page are written. */
export function ZoneNote() {
  const t = useWords();
  return <p className={styles.zone}>{t.frame.zone(shownZone(serverNow()))}</p>;
}

/** How long something took, or has taken so far when it has no end. */
export function Duration({ from, to }: { from: string; to: string | undefined }) {
  const t = useWords();
  useNow();
  const end = to === undefined ? serverNow() : Date.parse(to);
  return <span className={styles.duration}>{duration(t.words.units, Math.max(0, end - Date.parse(from)))}</span>;
}
