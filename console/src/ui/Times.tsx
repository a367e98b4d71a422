import { serverNow } from "../api/server-clock";
import { useWords } from "../i18n/language";
import { duration, moment, relative, shownZone } from "../i18n/times";
import styles from "./Times.module.css";
import { Hint } from "./Tooltip";
import { useNow } from "./use-now";

/** A moment; how long ago it was is on hover. */
export function Moment({ at }: { at: string }) {
  const t = useWords();
  useNow();
  const instant = Date.parse(at);
  return (
    <Hint tip={`${relative(t.words.units, instant, serverNow())}, ${shownZone()}`}>
      <time dateTime={at}>{moment(instant)}</time>
    </Hint>
  );
}

/** How long ago; the moment itself is on hover. For rows of a table, where every focus stop would be one too many. */
export function Ago({ at }: { at: string }) {
  const t = useWords();
  useNow();
  const instant = Date.parse(at);
  return (
    <time dateTime={at} title={`${moment(instant)} ${shownZone()}`}>
      {relative(t.words.units, instant, serverNow())}
    </time>
  );
}

/** How long something took, or has taken so far when it has no end. */
export function Duration({ from, to }: { from: string; to: string | undefined }) {
  const t = useWords();
  useNow();
  const end = to === undefined ? serverNow() : Date.parse(to);
  return <span className={styles.duration}>{duration(t.words.units, Math.max(0, end - Date.parse(from)))}</span>;
}
