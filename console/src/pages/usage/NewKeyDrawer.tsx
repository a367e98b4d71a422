import { type SubmitEvent, useRef, useState } from "react";
import { invalidate, useResource } from "../../api/cache";
import { call } from "../../api/client";
import { isFailure } from "../../api/failure";
import { type Attempt, idempotencyKey } from "../../api/idempotency";
import { models, system } from "../../api/resources";
import { may, useSession } from "../../api/session";
import type { ApiKeySpec, IssuedApiKey } from "../../api/types";
import { to, useQueryParameter } from "../../app/router";
import { useWords } from "../../i18n/language";
import { TenantTag } from "../../tenants/TenantTag";
import { useTenants } from "../../tenants/use-tenants";
import { Button, ButtonLink } from "../../ui/Button";
import { Code } from "../../ui/Code";
import { Drawer } from "../../ui/Drawer";
import { Field, TextInput } from "../../ui/Field";
import { Section, Sections } from "../../ui/Section";
import { Select } from "../../ui/Select";
import { failureText } from "../../ui/States";
import styles from "./Keys.module.css";
import { type KeyErrors, type KeyForm, EXPIRIES, SCOPES, readKeyForm } from "./key-form";

const EMPTY: Omit<KeyForm, "tenant"> = {
  name: "",
  allModels: true,
  models: [],
  scopes: [...SCOPES],
  concurrent: "",
  requests: "",
  tokens: "",
  expiry: "never",
};

/** Makes a key, and shows its secret once. */
export function NewKeyDrawer({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const [issued, setIssued] = useState<IssuedApiKey>();
  return (
    <Drawer title={issued ? t.keys.issued.title(issued.key.metadata.name) : t.keys.form.title} onClose={onClose}>
      <Sections>
        {issued ? (
          <Issued issued={issued} onClose={onClose} />
        ) : (
          <Section>
            <NewKeyForm onIssued={setIssued} />
          </Section>
        )}
      </Sections>
    </Drawer>
  );
}

function Issued({ issued, onClose }: { issued: IssuedApiKey; onClose: () => void }) {
  const t = useWords();
  const session = useSession();
  const { data } = useResource(system);
  const i = t.keys.issued;
  const tenant = issued.key.metadata.tenant ?? "";
  return (
    <>
      <Section>
        <div className={styles.secret} role="status">
          <p>{i.once}</p>
          <Code text={issued.secret} label={i.copy} />
        </div>
      </Section>
      {typeof data?.gatewayUrl === "string" && (
        <Section title={i.useTitle}>
          <Code text={`curl ${data.gatewayUrl}/v1/models -H "Authorization: Bearer $WELLFIELD_API_KEY"`} />
        </Section>
      )}
      <Section>
        <div className={styles.actions}>
          {may(session, "models.read") && (
            <ButtonLink to={`${to.playground}?tenant=${encodeURIComponent(tenant)}`}>{i.playground}</ButtonLink>
          )}
          <Button look="primary" onClick={onClose}>
            {i.done}
          </Button>
        </div>
      </Section>
    </>
  );
}

function NewKeyForm({ onIssued }: { onIssued: (issued: IssuedApiKey) => void }) {
  const t = useWords();
  const f = t.keys.form;
  const session = useSession();
  const { names } = useTenants();
  const writable = names.filter((name) => may(session, "keys.write", name));
  const [chosen] = useQueryParameter("tenant");
  const [form, setForm] = useState<KeyForm>({ ...EMPTY, tenant: chosen ?? writable[0] ?? "" });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const attempt = useRef<Attempt | undefined>(undefined);
  const modelsRead = useResource(may(session, "models.read") ? models : null);
  const tenant = form.tenant === "" ? (writable[0] ?? "") : form.tenant;
  const callable = (modelsRead.data ?? []).filter(
    (each) => each.metadata.tenant === tenant || each.spec.published === true,
  );
  const read = readKeyForm(t, form);
  const errors: KeyErrors = tried ? read.errors : {};
  const set = (changes: Partial<KeyForm>) => setForm((before) => ({ ...before, ...changes }));

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.keys(read.errors).length > 0) {
      return;
    }
    setBusy(true);
    setProblem(undefined);
    const body: { name: string; spec: ApiKeySpec } = { name: form.name, spec: read.spec };
    attempt.current = idempotencyKey(attempt.current, tenant + JSON.stringify(body));
    try {
      const issued = await call("post", "/api/v1/tenants/{tenant}/keys", {
        path: { tenant },
        body,
        headers: { "Idempotency-Key": attempt.current.key },
      });
      invalidate(new Set(["keys", "events"]));
      onIssued(issued);
    } catch (error) {
      if (!isFailure(error)) {
        throw error;
      }
      setProblem(failureText(t, error));
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {problem !== undefined && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.pair}>
        <Field label={f.tenant}>
          {(ids) => (
            <Select
              {...ids}
              value={tenant}
              onChange={(next) => set({ tenant: next, allModels: true, models: [] })}
              options={writable.map((name) => ({ value: name, label: <TenantTag name={name} /> }))}
            />
          )}
        </Field>
        <Field label={f.name} hint={f.nameHint} error={errors.name}>
          {(ids) => (
            <TextInput
              {...ids}
              mono
              name="name"
              autoComplete="off"
              value={form.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
      </div>
      <fieldset className={styles.group}>
        <legend>{f.models}</legend>
        <label className={styles.check}>
          <input type="radio" name="models" checked={form.allModels} onChange={() => set({ allModels: true })} />
          {f.modelsAll}
        </label>
        <label className={styles.check}>
          <input type="radio" name="models" checked={!form.allModels} onChange={() => set({ allModels: false })} />
          {f.modelsChosen}
        </label>
        {!form.allModels && (
          <Choices
            all={callable.map((each) => ({ value: each.metadata.name, label: each.metadata.name }))}
            chosen={form.models}
            onChange={(next) => set({ models: next })}
          />
        )}
        {errors.models !== undefined && <p className={styles.error}>{errors.models}</p>}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{f.scopes}</legend>
        <Choices
          all={SCOPES.map((scope) => ({ value: scope, label: t.keys.scope[scope] }))}
          chosen={form.scopes}
          onChange={(next) => set({ scopes: next })}
        />
        {errors.scopes !== undefined && <p className={styles.error}>{errors.scopes}</p>}
      </fieldset>
      <div className={styles.pair}>
        {(["concurrent", "requests", "tokens"] as const).map((limit) => (
          <Field key={limit} label={f[limit]} error={errors[limit]}>
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="numeric"
                placeholder={f.noLimit}
                value={form[limit]}
                onChange={(event) => set({ [limit]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Field label={f.expires}>
          {(ids) => (
            <Select
              {...ids}
              value={form.expiry}
              onChange={(next) => set({ expiry: next })}
              options={EXPIRIES.map((value) => ({ value, label: f.expiry[value] }))}
            />
          )}
        </Field>
      </div>
      <div className={styles.actions}>
        <Button look="primary" type="submit" disabled={busy || tenant === ""}>
          {busy ? f.sending : f.submit}
        </Button>
      </div>
    </form>
  );
}

/** Any of several, all in sight. */
function Choices<V extends string>({
  all,
  chosen,
  onChange,
}: {
  all: readonly { value: V; label: string }[];
  chosen: readonly V[];
  onChange: (chosen: V[]) => void;
}) {
  return (
    <div className={styles.choices}>
      {all.map(({ value, label }) => (
        <label key={value} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(
                all
                  .map((each) => each.value)
                  .filter((each) => (each === value ? event.target.checked : chosen.includes(each))),
              )
            }
          />
          {label}
        </label>
      ))}
    </div>
  );
}
