import type { Check, Explanation, Workload } from "../../src/api/types";
import { DIMENSIONS } from "../../src/api/types";
import { HOLDING, amounts, ofCard } from "./amounts";
import * as example from "./example";
import type { FakePool } from "./pool";

/** Why it waits, was refused or runs, as the contract says it. */
export function explanationOf(pool: FakePool, workload: Workload): Explanation {
  const { phase } = workload.status;
  const checks = checksOf(pool, workload, phase !== "QUEUED" && phase !== "REFUSED");
  const ceiling = checks.find((check) => check.code === "QUOTA_CEILING" && !check.passed);
  const holders = (ceiling?.holders ?? []).map((holder) => holder.workload);
  return {
    verdict: phase === "QUEUED" ? "QUEUED" : phase === "REFUSED" ? "REFUSED" : "PLACED",
    at: new Date(Date.now() - 2_000).toISOString(),
    checks,
    remedies: ceiling
      ? [
          {
            code: "WAIT_FOR_END",
            dimension: "CARDS",
            amount: (ceiling.used ?? 0) + (ceiling.asked ?? 0) - (ceiling.ceiling ?? 0),
            workloads: holders.slice(0, 2),
          },
          { code: "RAISE_CEILING", dimension: "CARDS", amount: (ceiling.used ?? 0) + (ceiling.asked ?? 0) },
          ...((ceiling.ceiling ?? 0) > (ceiling.used ?? 0)
            ? [
                {
                  code: "ASK_LESS" as const,
                  dimension: "CARDS" as const,
                  amount: (ceiling.ceiling ?? 0) - (ceiling.used ?? 0),
                },
              ]
            : []),
        ]
      : [],
  };
}

/** What a scheduling cycle looks at; `placed` says that the workload's own share counts as free. */
export function checksOf(pool: FakePool, workload: Workload, placed = false): Check[] {
  const tenant = workload.metadata.tenant ?? "";
  const asked = amounts(workload);
  const checks: Check[] = [];
  for (const dimension of DIMENSIONS) {
    const use = pool.use(tenant, dimension);
    if (use.ceiling !== undefined && (asked[dimension] ?? 0) > 0) {
      const used = placed ? use.used - (asked[dimension] ?? 0) : use.used;
      checks.push({
        code: "QUOTA_CEILING",
        passed: used + (asked[dimension] ?? 0) <= use.ceiling,
        dimension,
        pool: example.POOL,
        asked: asked[dimension] ?? 0,
        used: Math.max(0, used),
        guarantee: use.guarantee,
        ceiling: use.ceiling,
        holders: pool
          .list()
          .filter((each) => each.metadata.tenant === tenant && HOLDING.includes(each.status.phase) && each !== workload)
          .map((each) => ({ workload: `${tenant}/${each.metadata.name}`, amount: amounts(each)[dimension] ?? 0 })),
      });
    }
  }
  const cards = workload.spec.cards ?? 1;
  if (cards > 0) {
    const free = pool.pool().status.quantities.find((each) => each.dimension === "CARDS")?.free ?? 0;
    checks.push({
      code: "POOL_FREE",
      passed: placed || free >= (asked.CARDS ?? 0),
      dimension: "CARDS",
      pool: example.POOL,
      asked: asked.CARDS ?? 0,
      free,
    });
    const fitting = pool.fitting(workload).length;
    const largest = [...pool.cards()].sort((a, b) => b.freeMemoryMib - a.freeMemoryMib)[0];
    checks.push({
      code: "CARD_FIT",
      passed: placed || fitting >= cards,
      dimension: "MEMORY",
      cards,
      perCard: ofCard(workload).memoryMib,
      fittingCards: fitting,
      largestFree: largest?.freeMemoryMib ?? 0,
      largestFreeOn: `${example.NODE}/${String(largest?.index ?? 0)}`,
    });
  }
  return checks;
}
