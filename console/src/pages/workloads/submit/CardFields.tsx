import type { CardModel, Isolation } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import { memory } from "../../../i18n/numbers";
import { Field, TextInput } from "../../../ui/Field";
import { Panel } from "../../../ui/Panel";
import { Segmented } from "../../../ui/Segmented";
import { Select } from "../../../ui/Select";
import { cx } from "../../../ui/cx";
import styles from "./SubmitForm.module.css";
import type { FieldsProps } from "./SubmitForm";
import { KINDS, type Kind } from "./form";

const ISOLATIONS: readonly (Isolation | "AUTO")[] = ["AUTO", "HARD", "SOFT", "NONE"];

interface Props extends FieldsProps {
  /** The pools in which the tenant has a quota. */
  pools: readonly string[];
  profiles: CardModel["migProfiles"];
  /** The most device memory that may be asked of one card. */
  mostMemoryMib: number | undefined;
}

/** How many cards, how much of each, and how well held apart. */
export function CardFields({ form, errors, set, pools, profiles, mostMemoryMib }: Props) {
  const t = useWords();
  const onCards = form.cards.trim() !== "0";
  const kinds = KINDS.filter((kind) => kind !== "slice" || profiles.length > 0 || form.kind === "slice");
  const followsCompute = form.memory.trim() === "" && form.compute.trim() !== "";
  const most = mostMemoryMib === undefined ? undefined : t.submit.atMost(memory(mostMemoryMib));
  const memoryHint = followsCompute ? t.submit.inProportion : most;
  return (
    <Panel title={t.submit.cards}>
      <div className={styles.group}>
        <Field label={t.submit.cardCount} hint={t.submit.cardCountHint} error={errors.cards}>
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="numeric"
              value={form.cards}
              onChange={(event) => set({ cards: event.target.value })}
            />
          )}
        </Field>
        {pools.length > 1 && (
          <Field label={t.submit.pool} error={errors.pool}>
            {(ids) => (
              <Select
                {...ids}
                value={form.pool || undefined}
                placeholder={t.submit.pool}
                onChange={(pool) => set({ pool })}
                options={pools.map((value) => ({ value, label: value }))}
              />
            )}
          </Field>
        )}
        {onCards && (
          <div className={cx(pools.length > 1 ? styles.all : styles.rest, styles.stack)}>
            <span className={styles.label} aria-hidden>
              {t.submit.kind}
            </span>
            <Segmented<Kind>
              label={t.submit.kind}
              value={form.kind}
              onChange={(kind) => set({ kind })}
              options={kinds.map((value) => ({ value, label: t.submit.kinds[value] }))}
            />
            <span className={styles.hint}>{errors.kind ?? t.submit.kindHints[form.kind]}</span>
          </div>
        )}
        {onCards && form.kind === "share" && (
          <>
            <Field label={t.submit.memory} hint={memoryHint} error={errors.memory}>
              {(ids) => (
                <TextInput
                  {...ids}
                  unit="GiB"
                  inputMode="decimal"
                  value={form.memory}
                  onChange={(event) => set({ memory: event.target.value })}
                />
              )}
            </Field>
            <Field
              label={t.submit.compute}
              hint={form.compute.trim() === "" ? t.submit.inProportion : undefined}
              error={errors.compute}
            >
              {(ids) => (
                <TextInput
                  {...ids}
                  unit="%"
                  inputMode="decimal"
                  value={form.compute}
                  onChange={(event) => set({ compute: event.target.value })}
                />
              )}
            </Field>
          </>
        )}
        {onCards && form.kind === "slice" && (
          <Field label={t.submit.slice} error={errors.slice}>
            {(ids) => (
              <Select
                {...ids}
                value={form.slice || undefined}
                placeholder={t.submit.sliceChoose}
                onChange={(slice) => set({ slice })}
                options={profiles.map((profile) => ({
                  value: profile.name,
                  label: profile.name,
                  hint: memory(profile.memoryMib),
                }))}
              />
            )}
          </Field>
        )}
        {onCards && (
          <Field
            label={t.submit.isolation}
            hint={form.isolation === "AUTO" ? t.submit.isolationAutoHint : t.words.isolationMeans[form.isolation]}
            error={errors.isolation}
          >
            {(ids) => (
              <Select
                {...ids}
                value={form.isolation}
                onChange={(isolation) => set({ isolation })}
                options={ISOLATIONS.map((value) => ({
                  value,
                  label: value === "AUTO" ? t.submit.isolationAuto : t.words.isolation[value],
                }))}
              />
            )}
          </Field>
        )}
      </div>
    </Panel>
  );
}
