import { type ReactNode, useEffect } from "react";
import { useWords } from "../i18n/language";
import styles from "./Page.module.css";
import { ZoneNote } from "./Times";

interface Props {
  title: string;
  /** How fresh what is shown is; a page that has it shows times too, and says in which zone. */
  freshness?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its heading; it also names the browser's tab. */
export function Page({ title, freshness, actions, children }: Props) {
  const t = useWords();
  useEffect(() => {
    document.title = `${title} · ${t.frame.product}`;
  }, [title, t]);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{title}</h1>
        <div className={styles.right}>
          {freshness}
          {actions}
        </div>
      </header>
      {children}
      {freshness !== undefined && <ZoneNote />}
    </div>
  );
}
