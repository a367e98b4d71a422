import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from "react";
import styles from "./Field.module.css";
import { cx } from "./cx";

/** What a control inside a field has to carry, so that label, hint and error belong to it. */
export interface ControlIds {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (ids: ControlIds) => ReactNode;
}

/** A label, its control, a hint, and what is wrong with what was entered. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = cx(error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described === "" ? undefined : described,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  unit?: string;
  mono?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A line of text; `unit` stands in it, at the right. */
export function TextInput({ unit, mono, className, ...rest }: InputProps) {
  return (
    <span className={cx(styles.box, className)}>
      <input {...rest} className={cx(styles.input, mono && styles.mono)} />
      {unit !== undefined && (
        <span className={styles.unit} aria-hidden>
          {unit}
        </span>
      )}
    </span>
  );
}

export function TextArea({ mono, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement> & { mono?: boolean }) {
  return (
    <span className={styles.box}>
      <textarea {...rest} className={cx(styles.input, styles.area, mono && styles.mono)} />
    </span>
  );
}
