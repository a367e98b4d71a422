import { type ReactNode, useId } from "react";
import styles from "./Panel.module.css";
import { cx } from "./cx";

interface Props {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Its content reaches its edges, e.g. a table. */
  flush?: boolean;
}

/** A titled surface on the page. */
export function Panel({ title, note, actions, children, flush }: Props) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h2 id={id}>{title}</h2>
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </div>
        {actions}
      </header>
      <div className={cx(styles.body, flush && styles.flush)}>{children}</div>
    </section>
  );
}
