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
  return {
    headline: headline(t, explanation, failed[0], tenant),
    failed: failed.map((check) => sentence(t, t.explanation.failed, check, tenant)),
    remedies: explanation.remedies.map((remedy) => remedySentence(t, remedy)),
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
      return t.explanation.refused;
    case "QUEUED":
      return first === undefined ? t.explanation.verdict.QUEUED : sentence(t, t.explanation.waits, first, tenant);
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
        check.isolationAsked === undefined ? t.words.unknown : isolationName(t, check.isolationAsked),
        check.isolationAvailable === undefined ? undefined : isolationName(t, check.isolationAvailable),
      );
    case "QUEUE_ORDER":
      return of.QUEUE_ORDER(check.ahead);
  }
}

function quotaNumbers(t: Words, check: Check, tenant: string) {
  const missing = check.ceiling === undefined ? undefined : (check.used ?? 0) + (check.asked ?? 0) - check.ceiling;
  return {
    tenant,
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
  return t.words.list(check.holders.map((holder) => `${holder.workload} (${bare(t, check.dimension, holder.amount)})`));
}

function remedySentence(t: Words, remedy: Remedy): string {
  const value = remedy.amount === undefined ? undefined : said(t, remedy.dimension, remedy.amount);
  switch (remedy.code) {
    case "WAIT_FOR_END":
      return t.explanation.remedy.WAIT_FOR_END(
        value,
        remedy.workloads && remedy.workloads.length > 0 ? t.words.list(remedy.workloads) : undefined,
        remedy.workloads?.length === 1,
      );
    case "ASK_LESS":
      return t.explanation.remedy.ASK_LESS(value);
    case "RAISE_CEILING":
      return t.explanation.remedy.RAISE_CEILING(
        remedy.dimension === undefined ? t.words.unknown : t.words.dimension[remedy.dimension],
        remedy.amount === undefined ? undefined : bare(t, remedy.dimension, remedy.amount),
      );
    case "ASK_LOWER_ISOLATION":
      return t.explanation.remedy.ASK_LOWER_ISOLATION(
        remedy.isolation === undefined ? undefined : isolationName(t, remedy.isolation),
      );
    case "INSTALL_LIMITER":
      return t.explanation.remedy.INSTALL_LIMITER();
    case "ADD_CARDS":
      return t.explanation.remedy.ADD_CARDS(value);
  }
}

/** An isolation inside a sentence, with its code in Latin letters as the API and the command line write it. */
function isolationName(t: Words, isolation: "HARD" | "SOFT" | "NONE"): string {
  return t.explanation.isolation({ code: isolation, name: t.words.isolation[isolation] });
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
