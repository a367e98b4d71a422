import type { WorkloadType } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import { TenantTag } from "../../../tenants/TenantTag";
import { Field, TextArea, TextInput } from "../../../ui/Field";
import { Panel } from "../../../ui/Panel";
import { Select } from "../../../ui/Select";
import { cx } from "../../../ui/cx";
import styles from "./SubmitForm.module.css";
import type { FieldsProps } from "./SubmitForm";
import { splitCommand } from "./command-line";
import { ENGINES } from "./form";

const TYPES: readonly WorkloadType[] = ["TRAINING", "INFERENCE", "BATCH", "INTERACTIVE"];

/** Whose it is and what it runs. */
export function ProgramFields({ form, errors, set, tenants }: FieldsProps & { tenants: readonly string[] }) {
  const t = useWords();
  const split = splitCommand(form.command);
  const parts = "parts" in split ? split.parts : [];
  return (
    <Panel title={t.submit.what}>
      <div className={styles.group}>
        <Field label={t.submit.tenant} error={errors.tenant}>
          {(ids) => (
            <Select
              {...ids}
              value={form.tenant}
              onChange={(tenant) => set({ tenant, pool: "" })}
              options={tenants.map((name) => ({ value: name, label: <TenantTag name={name} /> }))}
            />
          )}
        </Field>
        <Field label={t.submit.type} error={errors.type}>
          {(ids) => (
            <Select
              {...ids}
              value={form.type}
              onChange={(type) => set({ type })}
              options={TYPES.map((value) => ({ value, label: t.words.type[value] }))}
            />
          )}
        </Field>
        <Field label={t.submit.name} hint={t.submit.nameHint} error={errors.name}>
          {(ids) => (
            <TextInput
              {...ids}
              mono
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              value={form.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <div className={styles.all}>
          <Field
            label={t.submit.command}
            hint={
              <>
                {t.submit.commandHint}
                {parts.length > 1 && (
                  <span className={styles.parts} role="group" aria-label={t.submit.commandParts}>
                    {parts.map((part, index) => (
                      <code key={index}>{part === "" ? '""' : part}</code>
                    ))}
                  </span>
                )}
              </>
            }
            error={errors.command}
          >
            {(ids) => (
              <TextArea
                {...ids}
                mono
                rows={2}
                spellCheck={false}
                autoCapitalize="off"
                placeholder="python train.py --epochs 3"
                value={form.command}
                onChange={(event) => set({ command: event.target.value })}
              />
            )}
          </Field>
        </div>
        <div className={styles.all}>
          <Field label={t.submit.environment} hint={t.submit.environmentHint} error={errors.environment}>
            {(ids) => (
              <TextArea
                {...ids}
                mono
                rows={2}
                spellCheck={false}
                placeholder="HF_HOME=/data/models"
                value={form.environment}
                onChange={(event) => set({ environment: event.target.value })}
              />
            )}
          </Field>
        </div>
        {form.type === "INFERENCE" && <ServesFields form={form} errors={errors} set={set} />}
      </div>
    </Panel>
  );
}

function ServesFields({ form, errors, set }: FieldsProps) {
  const t = useWords();
  return (
    <>
      <label className={cx(styles.check, styles.all)}>
        <input type="checkbox" checked={form.serves} onChange={(event) => set({ serves: event.target.checked })} />
        <span className={styles.stack}>
          {t.submit.serves}
          <span className={styles.hint}>{errors.serves ?? t.submit.servesHint}</span>
        </span>
      </label>
      {form.serves && (
        <>
          <Field label={t.submit.model} error={errors.model}>
            {(ids) => (
              <TextInput {...ids} mono value={form.model} onChange={(event) => set({ model: event.target.value })} />
            )}
          </Field>
          <Field label={t.submit.engine} hint={t.submit.engineHint} error={errors.engine}>
            {(ids) => (
              <Select
                {...ids}
                value={form.engine}
                onChange={(engine) => set({ engine })}
                options={ENGINES.map((value) => ({ value, label: value }))}
              />
            )}
          </Field>
          <Field label={t.submit.concurrentRequests} error={errors.concurrentRequests}>
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="numeric"
                value={form.concurrentRequests}
                onChange={(event) => set({ concurrentRequests: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </>
  );
}
