import type { InvoiceLine } from "../../api/types";
import { useWords } from "../../i18n/language";
import { Badge } from "../../ui/Badge";
import styles from "../../ui/List.module.css";
import { Unknown } from "../../ui/Unknown";

/** Why a line's amount is not simply quantity times list price, and how sure its quantity is. */
export function LineNotes({ line }: { line: InvoiceLine }) {
  const t = useWords();
  const b = t.billing;
  const notes = line.notes ?? [];
  if (notes.length === 0 && !line.capped && !line.estimated && !line.simulated) {
    return <Unknown />;
  }
  return (
    <span className={styles.badges}>
      {notes.map((note) => (
        <span key={note} title={b.noteMeans[note]}>
          <Badge tone={note === "NO_PRICE" ? "amber" : "neutral"}>{b.note[note]}</Badge>
        </span>
      ))}
      {line.capped && (
        <span title={b.cappedMeans}>
          <Badge tone="blue">{b.capped}</Badge>
        </span>
      )}
      {line.estimated && (
        <span title={b.estimatedMeans}>
          <Badge tone="amber">{b.estimated}</Badge>
        </span>
      )}
      {line.simulated && <Badge tone="dotted">{t.words.simulated}</Badge>}
    </span>
  );
}
