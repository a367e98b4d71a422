import type { ReactNode } from "react";
import { LanguageButton, ThemeMenu } from "../../app/TopBar";
import { Mark } from "../../ui/Mark";
import styles from "./SignInPage.module.css";

/** What stands before the console: one box in the middle of an empty page. */
export function Gate({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.corner}>
        <LanguageButton />
        <ThemeMenu />
      </div>
      <main className={styles.box}>
        <Mark size={32} />
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
