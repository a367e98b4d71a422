import type { Alert, Dimension, Signal, SignalMinute } from "../api/types";
import type { Words } from "./dictionary";
import { amount, percent, short } from "./numbers";
import { duration } from "./times";

/** What is wrong (or was), in a sentence with its numbers. */
export function alertText(t: Words, alert: Alert): string {
  const { signal } = alert;
  const over = alert.state === "RESOLVED";
  switch (signal.kind) {
    case "QUOTA": {
      const numbers = quotaNumbers(t, signal);
      return over ? t.alerts.quotaOver(numbers) : t.alerts.quota(numbers);
    }
    case "ENGINE":
      return over ? t.alerts.engineOver(engineOf(signal)) : engineText(t, signal);
    default:
      return t.alerts.other(alert.name, short(alert.value), short(alert.threshold));
  }
}

function quotaNumbers(t: Words, signal: Signal) {
  const dimension: Dimension = signal.dimension ?? "CARDS";
  return {
    tenant: signal.tenant ?? t.words.unknown,
    pool: signal.pool ?? t.words.unknown,
    what: t.words.dimension[dimension],
    used: amount(t.words.units, dimension, signal.used ?? 0),
    limit: amount(t.words.units, dimension, signal.limit ?? 0),
    part: percent(signal.usedPermille ?? 0),
    guarantee: signal.limitKind === "GUARANTEE",
  };
}

function engineText(t: Words, signal: Signal): string {
  const length = duration(t.words.units, (signal.silentSeconds ?? 0) * 1000);
  switch (signal.life) {
    case "GONE":
      return t.alerts.gone(engineOf(signal), length);
    case "READY":
      return t.alerts.ready(engineOf(signal));
    case "LOADING":
      return t.alerts.loading(engineOf(signal), length);
    default:
      return t.alerts.silent(engineOf(signal), length);
  }
}

function engineOf({ tenant, workload }: Signal): string {
  return `${tenant ?? ""}/${workload ?? ""}`;
}

/** A number of a signal's measure with its unit. */
export function measured(t: Words, measure: SignalMinute["measure"], value: number): string {
  if (measure !== "SILENT_SECONDS") {
    return percent(value);
  }
  return value === 0 ? t.words.units.seconds(0) : duration(t.words.units, value * 1000);
}
