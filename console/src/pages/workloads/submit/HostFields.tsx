import { useWords } from "../../../i18n/language";
import { Field, TextInput } from "../../../ui/Field";
import { Panel } from "../../../ui/Panel";
import { cx } from "../../../ui/cx";
import styles from "./SubmitForm.module.css";
import type { FieldsProps } from "./SubmitForm";

/** The machine around the cards, and the workload's place among the tenant's own. */
export function HostFields({ form, errors, set }: FieldsProps) {
  const t = useWords();
  return (
    <Panel title={t.submit.host}>
      <div className={cx(styles.group, styles.four)}>
        <Field label={t.submit.cpu} error={errors.cpu}>
          {(ids) => (
            <TextInput
              {...ids}
              unit={t.submit.cpuUnit}
              inputMode="decimal"
              value={form.cpu}
              onChange={(event) => set({ cpu: event.target.value })}
            />
          )}
        </Field>
        <Field label={t.submit.hostMemory} error={errors.hostMemory}>
          {(ids) => (
            <TextInput
              {...ids}
              unit="GiB"
              inputMode="decimal"
              value={form.hostMemory}
              onChange={(event) => set({ hostMemory: event.target.value })}
            />
          )}
        </Field>
        <Field label={t.submit.priority} hint={t.submit.priorityHint} error={errors.priority}>
          {(ids) => (
            <TextInput {...ids} value={form.priority} onChange={(event) => set({ priority: event.target.value })} />
          )}
        </Field>
        <Field label={t.submit.grace} hint={t.submit.graceHint} error={errors.grace}>
          {(ids) => (
            <TextInput
              {...ids}
              unit={t.submit.seconds}
              inputMode="numeric"
              value={form.grace}
              onChange={(event) => set({ grace: event.target.value })}
            />
          )}
        </Field>
      </div>
    </Panel>
  );
}
