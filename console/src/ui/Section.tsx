import { type ReactNode, useId } from "react";
import styles from "./Section.module.css";
import { cx } from "./cx";

/** The scrolling part of a drawer, cut into sections. */
export function Sections({ children }: { children: ReactNode }) {
  return (
    <div className={styles.sections} tabIndex={-1}>
      {children}
    </div>
  );
}

export function Section({
  title,
  note,
  flush,
  children,
}: {
  title?: string;
  note?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      className={cx(styles.section, flush && styles.flush)}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <header className={styles.header}>
          <h3 id={id}>{title}</h3>
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </header>
      )}
      {children}
    </section>
  );
}
