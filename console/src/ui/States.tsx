import { CircleAlert } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { type Failure, ProblemError } from "../api/failure";
import { useWords } from "../i18n/language";
import { Button } from "./Button";
import styles from "./States.module.css";

/** Nothing is there, and what to do next. */
export function Empty({ title, next, children }: { title: string; next: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <p className={styles.title}>{title}</p>
      <p className={styles.next}>{next}</p>
      {children}
    </div>
  );
}

/** It could not be read: what happened, why, and what to do. */
export function Failed({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  const t = useWords();
  const { title, next } = told(failure, t.problem);
  return (
    <div className={styles.state} role="alert">
      <CircleAlert size={18} className={styles.alert} aria-hidden />
      <p className={styles.title}>{title}</p>
      <p className={styles.next}>{next}</p>
      {onRetry && <Button onClick={onRetry}>{t.frame.retry}</Button>}
    </div>
  );
}

/** What went wrong with something that was sent, in a sentence or two. */
export function failureText(t: ReturnType<typeof useWords>, failure: Failure): string {
  if (failure instanceof ProblemError && failure.problem.errors && failure.problem.errors.length > 0) {
    return failure.problem.errors
      .map(({ pointer, expected }) => `${pointer}: ${t.problem.expected(expected, undefined)}`)
      .join(" ");
  }
  const { title, next } = told(failure, t.problem);
  return failure instanceof ProblemError && failure.problem.detail !== undefined ? next : `${title}. ${next}`;
}

function told(failure: Failure, words: ReturnType<typeof useWords>["problem"]): { title: string; next: string } {
  if (!(failure instanceof ProblemError)) {
    return words.unreachable;
  }
  const { status, permission, code, detail } = failure.problem;
  if (status === 403) {
    return { title: words.forbidden.title, next: words.forbidden.next(permission ?? code) };
  }
  if (status === 404) {
    return words.missing;
  }
  const known = words.codes[code];
  const said = detail === undefined ? undefined : words.said(detail);
  const next = [known, said].filter((part) => part !== undefined).join(" ");
  return { title: words.other.title, next: next === "" ? words.other.next(code) : next };
}

/** The shape of what is on its way. */
export function Skeleton({ width = "100%", height = 14 }: { width?: number | string; height?: number | string }) {
  const size: CSSProperties = { width, height };
  return <span className={styles.skeleton} style={size} aria-hidden />;
}

export function SkeletonRows({ rows, height = 20 }: { rows: number; height?: number }) {
  const t = useWords();
  return (
    <div className={styles.rows} role="status" aria-label={t.frame.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} width={`${100 - ((index * 17) % 40)}%`} />
      ))}
    </div>
  );
}
