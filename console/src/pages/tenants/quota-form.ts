import { DIMENSIONS, type Dimension, type QuotaSpec } from "../../api/types";
import type { Words } from "../../i18n/dictionary";

/** What one of the form's units is in the contract's: a card is 1000 milli-cards, a GiB 1024 MiB. */
export const FACTORS: Record<Dimension, number> = {
  CARDS: 1000,
  MEMORY: 1024,
  COMPUTE: 1000,
  BANDWIDTH: 1000,
  CONCURRENCY: 1,
  CPU: 1000,
  HOST_MEMORY: 1024,
};

/** A quota as it is entered, in the units that people think in; nothing entered is no limit. */
export interface QuotaForm {
  guarantee: Record<Dimension, string>;
  ceiling: Record<Dimension, string>;
  perCard: string;
  overQuota: "QUEUE" | "REFUSE";
}

/** What is wrong, by the field's name, e.g. "ceiling CARDS". */
export type QuotaErrors = Partial<Record<string, string>>;

export function formOf(spec: QuotaSpec): QuotaForm {
  const entered = (of: "guarantee" | "ceiling") =>
    Object.fromEntries(
      DIMENSIONS.map((dimension) => {
        const value = spec.limits[dimension]?.[of];
        const nothing = value === undefined || (of === "guarantee" && value === 0);
        return [dimension, nothing ? "" : String(value / FACTORS[dimension])];
      }),
    ) as Record<Dimension, string>;
  return {
    guarantee: entered("guarantee"),
    ceiling: entered("ceiling"),
    perCard: spec.memoryPerCardMib === undefined ? "" : String(spec.memoryPerCardMib / FACTORS.MEMORY),
    overQuota: spec.overQuota ?? "QUEUE",
  };
}

/** The quota that a form asks for, and what is wrong with it. */
export function readQuotaForm(t: Words, form: QuotaForm): { spec: QuotaSpec; errors: QuotaErrors } {
  const f = t.tenants.form;
  const errors: QuotaErrors = {};
  const limits: QuotaSpec["limits"] = {};
  const read = (field: string, text: string, dimension: Dimension): number | undefined => {
    if (text.trim() === "") {
      return undefined;
    }
    const value = /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) * FACTORS[dimension] : NaN;
    if (Number.isNaN(value)) {
      errors[field] = f.wrong;
      return undefined;
    }
    if (Math.abs(value - Math.round(value)) > 1e-6) {
      errors[field] = f.tooFine(`1/${FACTORS[dimension]} ${f.unit[dimension]}`);
    }
    return Math.round(value);
  };
  for (const dimension of DIMENSIONS) {
    const guarantee = read(`guarantee ${dimension}`, form.guarantee[dimension], dimension);
    const ceiling = read(`ceiling ${dimension}`, form.ceiling[dimension], dimension);
    if (guarantee !== undefined && ceiling !== undefined && guarantee > ceiling) {
      errors[`guarantee ${dimension}`] = f.guaranteeOver;
    }
    if (guarantee !== undefined || ceiling !== undefined) {
      limits[dimension] = {
        ...(guarantee !== undefined && { guarantee }),
        ...(ceiling !== undefined && { ceiling }),
      };
    }
  }
  const memoryPerCardMib = read("perCard", form.perCard, "MEMORY");
  return {
    errors,
    spec: { limits, overQuota: form.overQuota, ...(memoryPerCardMib !== undefined && { memoryPerCardMib }) },
  };
}

/** A field in which two forms differ. */
export interface Difference {
  field: string;
  yours: string;
  now: string;
}

/** Where what somebody entered differs from how the quota is now. */
export function differences(t: Words, yours: QuotaForm, now: QuotaForm): Difference[] {
  const f = t.tenants.form;
  const shown = (text: string, unit: string) => (text.trim() === "" ? f.none : `${text.trim()} ${unit}`);
  const found: Difference[] = [];
  for (const dimension of DIMENSIONS) {
    for (const of of ["guarantee", "ceiling"] as const) {
      if (yours[of][dimension].trim() !== now[of][dimension]) {
        const name = t.words.dimension[dimension];
        found.push({
          field: of === "guarantee" ? f.guaranteeOf(name) : f.ceilingOf(name),
          yours: shown(yours[of][dimension], f.unit[dimension]),
          now: shown(now[of][dimension], f.unit[dimension]),
        });
      }
    }
  }
  if (yours.perCard.trim() !== now.perCard) {
    found.push({
      field: f.perCard,
      yours: shown(yours.perCard, f.unit.MEMORY),
      now: shown(now.perCard, f.unit.MEMORY),
    });
  }
  if (yours.overQuota !== now.overQuota) {
    const word = (value: QuotaForm["overQuota"]) => (value === "QUEUE" ? f.queue : f.refuse);
    found.push({ field: f.over, yours: word(yours.overQuota), now: word(now.overQuota) });
  }
  return found;
}
