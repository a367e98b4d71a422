import { type SubmitEvent, useRef, useState } from "react";
import { invalidate, useResource } from "../../../api/cache";
import { call } from "../../../api/client";
import { ProblemError, isFailure } from "../../../api/failure";
import { type Attempt, idempotencyKey } from "../../../api/idempotency";
import { cardModels, pools, quotas } from "../../../api/resources";
import { may, useSession } from "../../../api/session";
import { navigate, to } from "../../../app/router";
import type { Words } from "../../../i18n/dictionary";
import { useWords } from "../../../i18n/language";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/Toast";
import { CardFields } from "./CardFields";
import { HostFields } from "./HostFields";
import { ProgramFields } from "./ProgramFields";
import styles from "./SubmitForm.module.css";
import { Summary } from "./Summary";
import type { FieldName, Form } from "./form";
import { limitErrors } from "./limit-errors";
import { problemFields } from "./problem-fields";
import { type FieldErrors, readForm } from "./submission";

interface Props {
  tenants: readonly string[];
  initial: Form;
  onDiscard: () => void;
}

/** What the groups of fields share. */
export interface FieldsProps {
  form: Form;
  errors: FieldErrors;
  set: (changes: Partial<Form>) => void;
}

export function SubmitForm({ tenants, initial, onDiscard }: Props) {
  const t = useWords();
  const session = useSession();
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [general, setGeneral] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const attempt = useRef<Attempt | undefined>(undefined);
  const poolsRead = useResource(may(session, "pools.read") ? pools : null);
  const models = useResource(cardModels);
  const quotasRead = useResource(may(session, "quotas.read", form.tenant) ? quotas([form.tenant]) : null);
  const quotaPools = (quotasRead.data ?? []).map((quota) => quota.metadata.name);
  const poolName = form.pool || quotaPools[0];
  const pool = poolsRead.data?.find((each) => each.metadata.name === poolName);
  const model = models.data?.find((each) => each.name === pool?.spec.cardModel);
  const quota = quotasRead.data?.find((each) => each.metadata.name === poolName);
  const read = readForm(t, form);
  const wrong: FieldErrors = {
    ...limitErrors(t, read.submission.spec, form.tenant, model, quota),
    ...(quotaPools.length > 1 && form.pool === "" && { pool: t.submit.errors.required }),
    ...read.errors,
  };

  function set(changes: Partial<Form>) {
    setForm((before) => ({ ...before, ...changes }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))));
  }

  function show(fields: FieldErrors, others: readonly string[]) {
    setErrors(fields);
    setGeneral(others);
    requestAnimationFrame(() => {
      element.current?.querySelector<HTMLElement>("[aria-invalid], [data-general]")?.focus();
    });
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (Object.keys(wrong).length > 0) {
      show(wrong, []);
      return;
    }
    setBusy(true);
    setGeneral([]);
    attempt.current = idempotencyKey(attempt.current, form.tenant + JSON.stringify(read.submission));
    try {
      const created = await call("post", "/api/v1/tenants/{tenant}/workloads", {
        path: { tenant: form.tenant },
        body: read.submission,
        headers: { "Idempotency-Key": attempt.current.key },
      });
      invalidate(new Set(["workloads", "cards", "pools", "quotas"]));
      toast(t.submit.done(created.metadata.name));
      navigate(to.workload(form.tenant, created.metadata.name));
    } catch (failure) {
      if (!isFailure(failure)) {
        throw failure;
      }
      const told =
        failure instanceof ProblemError
          ? problemFields(t, failure.problem, form.tenant)
          : { fields: {}, general: [t.problem.unreachable.title] };
      show(told.fields, told.general);
    } finally {
      setBusy(false);
    }
  }

  const fields: FieldsProps = { form, errors, set };
  return (
    <form ref={element} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.fields}>
        <p className={styles.intro}>{t.submit.intro}</p>
        {(general.length > 0 || Object.keys(errors).length > 0) && (
          <div className={styles.problem} role="alert" tabIndex={-1} data-general={general.length > 0 || undefined}>
            {Object.keys(errors).length > 0 && <strong>{t.submit.errors.title(Object.keys(errors).length)}</strong>}
            {general.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
        <ProgramFields {...fields} tenants={tenants} />
        <CardFields
          {...fields}
          pools={quotaPools}
          profiles={model?.migProfiles ?? []}
          mostMemoryMib={model && Math.min(model.memoryMib, quota?.spec.memoryPerCardMib ?? model.memoryMib)}
        />
        <HostFields {...fields} />
      </div>
      <aside className={styles.side}>
        <Summary
          spec={read.submission.spec}
          missing={missingFields(t, form, read.errors)}
          tenant={form.tenant}
          pool={pool}
          model={model}
          quota={quota}
          quotasKnown={quotasRead.data !== undefined}
        />
        <div className={styles.actions}>
          <Button look="primary" type="submit" disabled={busy}>
            {busy ? t.submit.sending : t.submit.send}
          </Button>
          <Button look="quiet" onClick={onDiscard}>
            {t.submit.discard}
          </Button>
        </div>
      </aside>
    </form>
  );
}

/** Without these, how much is asked for is not known. */
function missingFields(t: Words, form: Form, errors: FieldErrors): string[] {
  const s = t.submit;
  const fields: readonly [FieldName, string][] = [
    ["cards", s.cardCount],
    ["memory", form.memory.trim() === "" ? s.memoryOrCompute : s.memory],
    ["compute", s.compute],
    ["slice", s.slice],
    ["cpu", s.cpu],
    ["hostMemory", s.hostMemory],
  ];
  return fields.filter(([field]) => errors[field] !== undefined).map(([, label]) => label);
}
