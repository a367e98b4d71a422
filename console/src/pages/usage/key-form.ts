import { serverNow } from "../../api/server-clock";
import type { ApiKeySpec } from "../../api/types";
import type { Words } from "../../i18n/dictionary";
import { exact } from "../../i18n/numbers";

export const SCOPES = ["chat", "completions", "embeddings", "models"] as const;
/** Days; or never. */
export const EXPIRIES = ["never", "7", "30", "90", "365"] as const;

const DAY_MILLIS = 86_400_000;
const NAME = /^[a-z][a-z0-9-]{0,62}$/;
/** What the contract takes at most. */
const MOST_CONCURRENT = 100_000;
const MOST_PER_MINUTE = 10_000_000_000;

/** A new key as it is entered. */
export interface KeyForm {
  tenant: string;
  name: string;
  allModels: boolean;
  models: readonly string[];
  scopes: readonly (typeof SCOPES)[number][];
  concurrent: string;
  requests: string;
  tokens: string;
  expiry: (typeof EXPIRIES)[number];
}

export type KeyErrors = Partial<Record<keyof KeyForm, string>>;

/** What a form asks for, and what is wrong with it. All of the scopes and none of them said are the same. */
export function readKeyForm(t: Words, form: KeyForm): { spec: ApiKeySpec; errors: KeyErrors } {
  const f = t.keys.form;
  const errors: KeyErrors = {};
  if (!NAME.test(form.name)) {
    errors.name = f.nameWrong;
  }
  if (!form.allModels && form.models.length === 0) {
    errors.models = f.modelsNone;
  }
  if (form.scopes.length === 0) {
    errors.scopes = f.scopesNone;
  }
  const limit = (field: "concurrent" | "requests" | "tokens", most: number): number | undefined => {
    const text = form[field].trim();
    if (text === "") {
      return undefined;
    }
    const value = /^\d+$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > most) {
      errors[field] = f.numberWrong(exact(most));
    }
    return value;
  };
  const concurrentRequests = limit("concurrent", MOST_CONCURRENT);
  const requestsPerMinute = limit("requests", MOST_PER_MINUTE);
  const tokensPerMinute = limit("tokens", MOST_PER_MINUTE);
  return {
    errors,
    spec: {
      ...(!form.allModels && { models: [...form.models] }),
      ...(form.scopes.length < SCOPES.length && { scopes: [...form.scopes] }),
      ...(concurrentRequests !== undefined && { concurrentRequests }),
      ...(requestsPerMinute !== undefined && { requestsPerMinute }),
      ...(tokensPerMinute !== undefined && { tokensPerMinute }),
      ...(form.expiry !== "never" && {
        expiresAt: new Date(serverNow() + Number(form.expiry) * DAY_MILLIS).toISOString(),
      }),
    },
  };
}
