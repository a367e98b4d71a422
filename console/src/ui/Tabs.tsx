import * as Radix from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import styles from "./Tabs.module.css";

interface Props<V extends string> {
  value: V;
  onChange: (value: V) => void;
  label: string;
  tabs: readonly { value: V; label: string }[];
  children: ReactNode;
}

/** Views of one thing. Only the chosen one is there. */
export function Tabs<V extends string>({ value, onChange, label, tabs, children }: Props<V>) {
  return (
    <Radix.Root className={styles.tabs} value={value} onValueChange={(next) => onChange(next as V)}>
      <Radix.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} className={styles.content} tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
