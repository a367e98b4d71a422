import type { Check, Dimension, Explanation, Remedy } from "../api/types";
import type { Words } from "./dictionary";
import { amount, amountOfCard } from "./numbers";

/** An explanation as sentences: what it comes to, what stands in the way, what would help, and what was fine. */
export interface Told {
  headline: string;
  failed: string[];
  remedies: string[];
  passed: string[];
}

type ExplanationWords = Words["explanation"];

/** Tells an explanation of a workload of `tenant` in the language of `t`. */
export function explain(t: Words, explanation: Explanation, tenant: string): Told {
  const failed = explanation.checks.filter((check) => !check.passed);
  const refused = explanation.verdict === "REFUSED";
  // Whose turn it is, the headline has said in full.
  const told = failed[0]?.code === "QUEUE_ORDER" ? failed.slice(1) : failed;
  return {
    headline: headline(t, explanation, failed[0], tenant),
    failed: told.map((check, index) =>
      sameHolders(check, told[index - 1])
        ? t.explanation.also({ ...quotaNumbers(t, check, tenant), asked: bare(t, check.dimension, check.asked) })
        : sentence(t, t.explanation.failed, check, tenant),
    ),
    remedies: grouped(explanation.remedies).map((group) => remedySentence(t, group, refused)),
    passed: explanation.checks
      .filter((check) => check.passed)
      .map((check) => sentence(t, t.explanation.passed, check, tenant)),
  };
}

function headline(t: Words, explanation: Explanation, first: Check | undefined, tenant: string): string {
  switch (explanation.verdict) {
    case "PENDING":
      return t.explanation.pending;
    case "PLACED":
      return t.explanation.placed;
    case "REFUSED":
      return refusal(t, first, tenant);
    case "QUEUED":
      return first === undefined ? t.explanation.verdict.QUEUED : sentence(t, t.explanation.waits, first, tenant);
  }
}

function refusal(t: Words, first: Check | undefined, tenant: string): string {
  const words = t.explanation.refused;
  switch (first?.code) {
    case "QUOTA_CEILING":
      return words.QUOTA_CEILING(quotaNumbers(t, first, tenant));
    case "ISOLATION":
      return words.ISOLATION(
        first.isolationAsked === undefined ? t.words.unknown : t.words.isolation[first.isolationAsked],
      );
    default:
      return words.otherwise;
  }
}

function sentence(
  t: Words,
  of: ExplanationWords["failed"] | ExplanationWords["passed"] | ExplanationWords["waits"],
  check: Check,
  tenant: string,
): string {
  switch (check.code) {
    case "QUOTA_CEILING":
      return of.QUOTA_CEILING(quotaNumbers(t, check, tenant));
    case "POOL_FREE":
      return of.POOL_FREE(poolNumbers(t, check));
    case "NODE_FIT":
      return of.NODE_FIT(poolNumbers(t, check));
    case "CARD_FIT":
      return of.CARD_FIT(cardNumbers(t, check));
    case "ISOLATION":
      return of.ISOLATION(
        check.isolationAsked === undefined ? t.words.unknown : t.words.isolation[check.isolationAsked],
        check.isolationAvailable === undefined ? undefined : t.words.isolation[check.isolationAvailable],
      );
    case "DISK_ROOM":
      return of.DISK_ROOM(check.disk, mib(t, check.neededMib));
    case "QUEUE_ORDER":
      return of.QUEUE_ORDER(check.ahead);
  }
}

function quotaNumbers(t: Words, check: Check, tenant: string) {
  const missing = check.ceiling === undefined ? undefined : (check.used ?? 0) + (check.asked ?? 0) - check.ceiling;
  return {
    tenant,
    what: check.dimension === undefined ? t.words.unknown : t.words.dimension[check.dimension],
    asked: said(t, check.dimension, check.asked),
    used: bare(t, check.dimension, check.used),
    ceiling: check.ceiling === undefined ? undefined : bare(t, check.dimension, check.ceiling),
    missing: missing === undefined || missing <= 0 ? undefined : bare(t, check.dimension, missing),
    holders: holders(t, check),
  };
}

function poolNumbers(t: Words, check: Check) {
  return {
    pool: check.pool,
    asked: said(t, check.dimension, check.asked),
    free: bare(t, check.dimension, check.free),
    kept:
      check.keptForGuarantees === undefined || check.keptForGuarantees === 0
        ? undefined
        : bare(t, check.dimension, check.keptForGuarantees),
  };
}

function cardNumbers(t: Words, check: Check) {
  const dimension = check.dimension ?? "MEMORY";
  const ofCard = (value: number | undefined) =>
    value === undefined ? undefined : amountOfCard(t.words.units, dimension, value);
  const missing =
    check.perCard === undefined || check.largestFree === undefined ? undefined : check.perCard - check.largestFree;
  return {
    cards: check.cards ?? 1,
    fitting: check.fittingCards,
    perCard: ofCard(check.perCard),
    largestFree: ofCard(check.largestFree),
    largestFreeOn: check.largestFreeOn,
    missing: missing === undefined || missing <= 0 ? undefined : ofCard(missing),
  };
}

function holders(t: Words, check: Check): string | undefined {
  if (!check.holders || check.holders.length === 0) {
    return undefined;
  }
  return t.words.list(
    check.holders.map((holder) => t.words.having(named(t, holder.workload), bare(t, check.dimension, holder.amount))),
  );
}

/** A workload by its path; what belongs to tenants that one may not see has none and is said in words. */
function named(t: Words, workload: string): string {
  return workload.includes("/") ? workload : t.explanation.others;
}

/** Whether a ceiling is passed by the same workloads as the one before it: then they need no second naming. */
function sameHolders(check: Check, before: Check | undefined): boolean {
  const names = (of: Check | undefined) => (of?.holders ?? []).map((holder) => holder.workload).join(" ");
  return check.code === "QUOTA_CEILING" && before?.code === "QUOTA_CEILING" && names(check) === names(before);
}

/** Remedies that differ in their dimension alone, together. */
function grouped(remedies: readonly Remedy[]): Remedy[][] {
  const groups = new Map<string, Remedy[]>();
  for (const remedy of remedies) {
    const key = [remedy.code, remedy.isolation, ...(remedy.workloads ?? [])].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), remedy]);
  }
  return [...groups.values()];
}

function remedySentence(t: Words, group: readonly Remedy[], refused: boolean): string {
  const first = group[0];
  const amounts = group.flatMap((remedy) =>
    remedy.amount === undefined ? [] : said(t, remedy.dimension, remedy.amount),
  );
  const value = amounts.length === 0 ? undefined : t.words.list(amounts);
  const words = t.explanation.remedy;
  switch (first?.code) {
    case "WAIT_FOR_END": {
      const names = (first.workloads ?? []).map((name) => named(t, name));
      const who = names.length === 0 ? undefined : t.words.list(names);
      return (refused ? words.SUBMIT_AGAIN : words.WAIT_FOR_END)(value, who, names.length === 1);
    }
    case "ASK_LESS":
      return words.ASK_LESS(value);
    case "RAISE_CEILING":
      return words.RAISE_CEILING(value);
    case "ASK_LOWER_ISOLATION":
      return words.ASK_LOWER_ISOLATION(first.isolation === undefined ? undefined : t.words.isolation[first.isolation]);
    case "INSTALL_LIMITER":
      return words.INSTALL_LIMITER();
    case "ADD_CARDS":
      return words.ADD_CARDS(value);
    case "FREE_DISK":
      return words.FREE_DISK(first.disk, mib(t, first.amount));
    case undefined:
      return "";
  }
}

function mib(t: Words, value: number | undefined): string | undefined {
  return value === undefined ? undefined : amount(t.words.units, "MEMORY", value);
}

/** "60 GiB of device memory": an amount that says what it is of. */
function said(t: Words, dimension: Dimension | undefined, value: number | undefined): string {
  if (dimension === undefined || value === undefined) {
    return t.words.unknown;
  }
  return t.words.of[dimension](amount(t.words.units, dimension, value));
}

/** "60 GiB": where the sentence has already said of what. */
function bare(t: Words, dimension: Dimension | undefined, value: number | undefined): string {
  return dimension === undefined || value === undefined ? t.words.unknown : amount(t.words.units, dimension, value);
}
