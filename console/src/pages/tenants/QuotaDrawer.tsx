import { type SubmitEvent, useState } from "react";
import { invalidate, useResource } from "../../api/cache";
import { call } from "../../api/client";
import { ProblemError, isFailure } from "../../api/failure";
import { quota as quotaResource } from "../../api/resources";
import { serverNow } from "../../api/server-clock";
import { may, useSession } from "../../api/session";
import { DIMENSIONS, type Dimension, type Quota } from "../../api/types";
import { useWords } from "../../i18n/language";
import { amount } from "../../i18n/numbers";
import { relative } from "../../i18n/times";
import { usageIn } from "../../model/quota-bar";
import { TenantTag } from "../../tenants/TenantTag";
import { Button } from "../../ui/Button";
import { Drawer } from "../../ui/Drawer";
import { Field, TextInput } from "../../ui/Field";
import { Section, Sections } from "../../ui/Section";
import { Segmented } from "../../ui/Segmented";
import { Empty, Failed, SkeletonRows, failureText } from "../../ui/States";
import { toast } from "../../ui/Toast";
import styles from "./QuotaDrawer.module.css";
import { FACTORS, type QuotaForm, differences, formOf, readQuotaForm } from "./quota-form";

interface Props {
  tenant: string;
  pool: string;
  onClose: () => void;
}

/** One tenant's quota in one pool, to be changed. */
export function QuotaDrawer({ tenant, pool, onClose }: Props) {
  const t = useWords();
  const session = useSession();
  const mayWrite = may(session, "quotas.write", tenant);
  const { data, failure, reload } = useResource(mayWrite ? quotaResource(tenant, pool) : null);
  const missing = failure instanceof ProblemError && failure.status === 404;
  return (
    <Drawer title={t.tenants.form.title(tenant, pool)} aside={<TenantTag name={tenant} />} onClose={onClose}>
      {!mayWrite ? (
        <Empty title={t.problem.forbidden.title} next={t.problem.forbidden.next("quotas.write")} />
      ) : data ? (
        <QuotaFields quota={data} onReload={reload} onSaved={onClose} />
      ) : missing ? (
        <Empty title={t.tenants.form.missing} next={t.tenants.form.missingNext} />
      ) : failure ? (
        <Failed failure={failure} onRetry={reload} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Drawer>
  );
}

/** `quota` is how it is now; what is entered was made from the version that was there at first. */
function QuotaFields({ quota, onReload, onSaved }: { quota: Quota; onReload: () => void; onSaved: () => void }) {
  const t = useWords();
  const f = t.tenants.form;
  const { tenant = "", name: pool } = quota.metadata;
  const [base, setBase] = useState(quota.metadata.version);
  const [form, setForm] = useState(() => formOf(quota.spec));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { spec, errors } = readQuotaForm(t, form);
  const wrong = Object.keys(errors).length > 0;
  const stale = base !== quota.metadata.version;

  async function save(version: number) {
    if (wrong) {
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await call("put", "/api/v1/tenants/{tenant}/quotas/{pool}", {
        path: { tenant, pool },
        body: spec,
        headers: { "If-Match": `"${version}"` },
      });
      invalidate(new Set(["quotas", "pools", "events"]));
      toast(f.done(tenant, pool));
      onSaved();
    } catch (error) {
      if (!isFailure(error)) {
        throw error;
      }
      setBusy(false);
      if (error instanceof ProblemError && error.status === 412) {
        setRefused(true);
        onReload();
      } else {
        setProblem(failureText(t, error));
      }
    }
  }

  function takeTheirs() {
    setForm(formOf(quota.spec));
    setBase(quota.metadata.version);
    setRefused(false);
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void save(base);
      }}
    >
      <Sections>
        <Section>
          <p className={styles.intro}>{f.intro}</p>
          {problem !== undefined && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          {(stale || refused) && (
            <Conflict
              quota={quota}
              form={form}
              known={stale}
              blocked={busy || wrong}
              onTake={takeTheirs}
              onSaveOver={() => void save(quota.metadata.version)}
            />
          )}
        </Section>
        <Section>
          <div className={styles.dimensions}>
            {DIMENSIONS.map((dimension) => (
              <DimensionFields
                key={dimension}
                dimension={dimension}
                quota={quota}
                form={form}
                errors={errors}
                onChange={setForm}
              />
            ))}
          </div>
        </Section>
        <Section>
          <div className={styles.rest}>
            <Field label={f.perCard} hint={f.perCardHint} error={errors.perCard}>
              {(ids) => (
                <TextInput
                  {...ids}
                  inputMode="decimal"
                  unit={f.unit.MEMORY}
                  placeholder={f.none}
                  value={form.perCard}
                  onChange={(event) => setForm({ ...form, perCard: event.target.value })}
                />
              )}
            </Field>
            <div className={styles.over}>
              <span>{f.over}</span>
              <Segmented
                label={f.over}
                value={form.overQuota}
                onChange={(overQuota) => setForm({ ...form, overQuota })}
                options={[
                  { value: "QUEUE", label: f.queue },
                  { value: "REFUSE", label: f.refuse },
                ]}
              />
            </div>
          </div>
        </Section>
      </Sections>
      <div className={styles.actions}>
        <Button look="primary" type="submit" disabled={busy || wrong || stale || refused}>
          {busy ? f.saving : f.save}
        </Button>
      </div>
    </form>
  );
}

/** Somebody else was quicker: who, what differs, and the two ways on. */
function Conflict({
  quota,
  form,
  known,
  blocked,
  onTake,
  onSaveOver,
}: {
  quota: Quota;
  form: QuotaForm;
  known: boolean;
  blocked: boolean;
  onTake: () => void;
  onSaveOver: () => void;
}) {
  const t = useWords();
  const f = t.tenants.form;
  const { changedBy, changedAt } = quota.status;
  const found = known ? differences(t, form, formOf(quota.spec)) : [];
  return (
    <div className={styles.conflict} role="alert">
      <p>
        {known && changedBy !== undefined && changedAt !== undefined
          ? f.stale(changedBy, relative(t.words.units, Date.parse(changedAt), serverNow()))
          : f.staleUnknown}
      </p>
      {found.length > 0 && (
        <>
          <strong>{f.theirs}</strong>
          <ul>
            {found.map((each) => (
              <li key={each.field}>
                {each.field}: {f.yours} {each.yours}
                {t.words.comma}
                {f.theirsValue} {each.now}
              </li>
            ))}
          </ul>
        </>
      )}
      {known && (
        <div className={styles.ways}>
          <Button onClick={onTake}>{f.takeTheirs}</Button>
          <Button look="danger" disabled={blocked} onClick={onSaveOver}>
            {f.saveOver}
          </Button>
        </div>
      )}
    </div>
  );
}

function DimensionFields({
  dimension,
  quota,
  form,
  errors,
  onChange,
}: {
  dimension: Dimension;
  quota: Quota;
  form: QuotaForm;
  errors: Partial<Record<string, string>>;
  onChange: (form: QuotaForm) => void;
}) {
  const t = useWords();
  const f = t.tenants.form;
  const name = t.words.dimension[dimension];
  const used = usageIn(quota, dimension)?.used ?? 0;
  const ceiling = form.ceiling[dimension].trim();
  const below = ceiling !== "" && Number(ceiling) * FACTORS[dimension] < used;
  return (
    <fieldset className={styles.dimension}>
      <legend>
        {name} <span>{f.usedNow(amount(t.words.units, dimension, used))}</span>
      </legend>
      {(["guarantee", "ceiling"] as const).map((of) => {
        const error = errors[`${of} ${dimension}`];
        return (
          <Field
            key={of}
            label={f[of]}
            error={error}
            {...(of === "ceiling" && below && error === undefined && { hint: f.below })}
          >
            {(ids) => (
              <TextInput
                {...ids}
                aria-label={of === "guarantee" ? f.guaranteeOf(name) : f.ceilingOf(name)}
                inputMode="decimal"
                unit={f.unit[dimension]}
                placeholder={f.none}
                value={form[of][dimension]}
                onChange={(event) => onChange({ ...form, [of]: { ...form[of], [dimension]: event.target.value } })}
              />
            )}
          </Field>
        );
      })}
    </fieldset>
  );
}
