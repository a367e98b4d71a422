import { serverNow } from "../api/server-clock";
import { useWords } from "../i18n/language";
import { duration, moment, relative, shownZone } from "../i18n/times";
import { Hint } from "./Tooltip";
import { useNow } from "./use-now";

/** A moment; the other way to say it is on hover. `look` says which is on the page. */
export function Moment({ at, look = "moment" }: { at: string; look?: "moment" | "ago" }) {
  const t = useWords();
  useNow();
  const instant = Date.parse(at);
  const absolute = moment(instant);
  const ago = relative(t.words.units, instant, serverNow());
  return (
    <Hint tip={look === "ago" ? `${absolute} ${shownZone()}` : `${ago}, ${shownZone()}`}>
      <time dateTime={at}>{look === "ago" ? ago : absolute}</time>
    </Hint>
  );
}

/** How long something took, or has taken so far when it has no end. */
export function Duration({ from, to }: { from: string; to: string | undefined }) {
  const t = useWords();
  useNow();
  const end = to === undefined ? serverNow() : Date.parse(to);
  return <>{duration(t.words.units, Math.max(0, end - Date.parse(from)))}</>;
}
