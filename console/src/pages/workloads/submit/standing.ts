import { DIMENSIONS, type Dimension, type Pool, type Quota, type QuotaUse } from "../../../api/types";

/** What would become of an ask if it were submitted now. NEVER: refused however much is free. */
export type Standing = "FITS" | "WAITS" | "REFUSED" | "NEVER" | "WAITS_FOR_POOL";

/** One dimension in which the quota has a ceiling and something is asked for. */
export interface Line {
  dimension: Dimension;
  asked: number;
  used: number;
  ceiling: number;
}

export function linesOf(quota: Quota | undefined, asked: Partial<Record<Dimension, number>>): Line[] {
  return DIMENSIONS.flatMap((dimension) => {
    const use: QuotaUse | undefined = quota?.status.use.find((each) => each.dimension === dimension);
    const wanted = asked[dimension] ?? 0;
    return use?.ceiling !== undefined && wanted > 0
      ? [{ dimension, asked: wanted, used: use.used, ceiling: use.ceiling }]
      : [];
  });
}

/**
 * The ceiling itself is checked first, then what is left under it now, then what the pool has free. What is kept for
 * guarantees and how cards are cut up is not known here: FITS says that nothing stands in the way that is.
 */
export function standingOf(
  lines: readonly Line[],
  overQuota: Quota["spec"]["overQuota"],
  asked: Partial<Record<Dimension, number>>,
  pool: Pool | undefined,
): Standing {
  if (lines.some((line) => line.asked > line.ceiling)) {
    return "NEVER";
  }
  if (lines.some((line) => line.used + line.asked > line.ceiling)) {
    return overQuota === "REFUSE" ? "REFUSED" : "WAITS";
  }
  const short = pool?.status.quantities.some((each) => (asked[each.dimension] ?? 0) > each.free) ?? false;
  return short ? "WAITS_FOR_POOL" : "FITS";
}
