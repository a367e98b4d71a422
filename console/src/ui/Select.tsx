import * as Radix from "@radix-ui/react-select";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Select.module.css";
import { cx } from "./cx";

export interface Option<V extends string> {
  value: V;
  label: ReactNode;
  hint?: string;
}

interface Props<V extends string> {
  value: V | undefined;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
  placeholder?: string;
  /** Without a label of its own beside it. */
  label?: string;
  quiet?: boolean;
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
}

/** One of several. Values are never empty. */
export function Select<V extends string>({ value, options, onChange, placeholder, label, quiet, ...rest }: Props<V>) {
  return (
    <Radix.Root value={value ?? ""} onValueChange={(next) => onChange(next as V)}>
      <Radix.Trigger {...rest} aria-label={label} className={cx(styles.trigger, quiet && styles.quiet)}>
        <span className={styles.value}>
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon className={styles.icon}>
          <ChevronDown size={14} />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.content} position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport className={styles.viewport}>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} className={styles.item}>
                <Radix.ItemText>
                  <span className={styles.label}>{option.label}</span>
                </Radix.ItemText>
                {option.hint !== undefined && <span className={styles.hint}>{option.hint}</span>}
                <Radix.ItemIndicator className={styles.check}>
                  <Check size={14} />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
