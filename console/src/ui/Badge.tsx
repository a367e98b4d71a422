import type { ReactNode } from "react";
import styles from "./Badge.module.css";
import { cx } from "./cx";

export type Tone = "neutral" | "accent" | "blue" | "amber" | "red" | "dotted";

/** A word about something's state. "dotted" is kept for what is simulated. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}
