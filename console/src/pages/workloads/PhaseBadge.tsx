import type { Phase } from "../../api/types";
import { useWords } from "../../i18n/language";
import styles from "./PhaseBadge.module.css";

/** The mark alone, where the word stands beside it by other means. */
export function PhaseMark({ phase }: { phase: Phase | undefined }) {
  return (
    <span className={styles.alone} data-phase={phase} aria-hidden>
      <span className={styles.mark} />
    </span>
  );
}

/** A workload's phase: always the word, with a mark of its own shape and colour. */
export function PhaseBadge({ phase }: { phase: Phase }) {
  const t = useWords();
  return (
    <span className={styles.phase} data-phase={phase}>
      <span className={styles.mark} aria-hidden />
      {t.words.phase[phase]}
    </span>
  );
}
