import { useState } from "react";
import { may, useSession } from "../../api/session";
import type { Model } from "../../api/types";
import { to, useQueryParameter, useWithQuery } from "../../app/router";
import type { Words } from "../../i18n/dictionary";
import { useWords } from "../../i18n/language";
import { TenantTag } from "../../tenants/TenantTag";
import { useTenants } from "../../tenants/use-tenants";
import { Button } from "../../ui/Button";
import { Field, TextArea, TextInput } from "../../ui/Field";
import { Link } from "../../ui/Link";
import list from "../../ui/List.module.css";
import { Panel } from "../../ui/Panel";
import { Select } from "../../ui/Select";
import styles from "./Playground.module.css";

/** What a call takes besides its message, as it was entered. The key never leaves this page's memory. */
export interface Settings {
  key: string;
  system: string;
  temperature: string;
  most: string;
}

export type SettingsErrors = Partial<Record<keyof Settings, string>>;

const HOTTEST = 2;
const MOST_TOKENS = 1_000_000;

/** What is wrong with what was entered. */
export function settingsErrors(t: Words, settings: Settings): SettingsErrors {
  const p = t.serving.playground;
  return {
    ...(settings.key.trim() === "" && { key: p.keyMissing }),
    ...(!within(settings.temperature, 0, HOTTEST) && { temperature: p.wrongNumber("0", String(HOTTEST)) }),
    ...(!(within(settings.most, 1, MOST_TOKENS) && /^\s*\d*\s*$/.test(settings.most)) && {
      most: p.wrongNumber("1", "1,000,000"),
    }),
  };
}

function within(text: string, least: number, most: number): boolean {
  const value = Number(text);
  return text.trim() === "" || (Number.isFinite(value) && value >= least && value <= most);
}

interface Props {
  tenant: string | undefined;
  model: Model | undefined;
  models: readonly Model[];
  settings: Settings;
  errors: SettingsErrors;
  onChange: (changes: Partial<Settings>) => void;
}

export function PlaygroundSettings({ tenant, model, models, settings, errors, onChange }: Props) {
  const t = useWords();
  const p = t.serving.playground;
  const session = useSession();
  const linkTo = useWithQuery();
  const { names } = useTenants();
  const [, setTenant] = useQueryParameter("tenant");
  const [, setModel] = useQueryParameter("model");
  const [shown, setShown] = useState(false);
  const mayCreate = may(session, "keys.write", tenant);
  return (
    <Panel title={p.settings}>
      <div className={styles.settings}>
        <p className={list.faint}>{p.intro}</p>
        <Field label={p.tenant} hint={p.tenantHint}>
          {(ids) => (
            <Select
              {...ids}
              value={tenant}
              onChange={setTenant}
              options={names.map((name) => ({ value: name, label: <TenantTag name={name} /> }))}
            />
          )}
        </Field>
        <Field label={p.model} {...(models.length === 0 && { hint: p.noModels })}>
          {(ids) => (
            <Select
              {...ids}
              value={model?.metadata.name}
              placeholder={p.modelPlaceholder}
              onChange={setModel}
              options={models.map((each) => ({
                value: each.metadata.name,
                label: each.metadata.name,
                hint: `${each.metadata.tenant ?? ""}${t.words.comma}${t.serving.models.ready(
                  each.status.readyEndpoints,
                  each.status.endpoints,
                )}`,
              }))}
            />
          )}
        </Field>
        <Field
          label={p.key}
          error={errors.key}
          hint={
            <>
              {p.keyHint}{" "}
              {mayCreate && (
                <Link className={styles.link} to={linkTo({ model: undefined, tenant }, to.newKey)}>
                  {p.keyGet}
                </Link>
              )}
            </>
          }
        >
          {(ids) => (
            <span className={styles.key}>
              <TextInput
                {...ids}
                mono
                name="key"
                type={shown ? "text" : "password"}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                placeholder="sk-wf-…"
                value={settings.key}
                onChange={(event) => onChange({ key: event.target.value })}
              />
              <Button onClick={() => setShown(!shown)}>{shown ? p.hide : p.show}</Button>
            </span>
          )}
        </Field>
        <Field label={p.system}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={2}
              value={settings.system}
              onChange={(event) => onChange({ system: event.target.value })}
            />
          )}
        </Field>
        <div className={styles.pair}>
          <Field label={p.temperature} error={errors.temperature}>
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="decimal"
                value={settings.temperature}
                onChange={(event) => onChange({ temperature: event.target.value })}
              />
            )}
          </Field>
          <Field label={p.most} error={errors.most}>
            {(ids) => (
              <TextInput
                {...ids}
                unit={p.tokensUnit}
                inputMode="numeric"
                value={settings.most}
                onChange={(event) => onChange({ most: event.target.value })}
              />
            )}
          </Field>
        </div>
      </div>
    </Panel>
  );
}
