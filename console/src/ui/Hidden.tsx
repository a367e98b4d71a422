import styles from "./Hidden.module.css";

/** Words for those who listen to the page; the picture beside them says the same to those who see it. */
export function Hidden({ children }: { children: string }) {
  return <span className={styles.hidden}>{children}</span>;
}
