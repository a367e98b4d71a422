import type { Dimension, Quota, QuotaUse } from "../api/types";

/** One bar: parts of its full width, 0 to 1. */
export interface Bar {
  /** Used within the guarantee. */
  held: number;
  /** Used above it; begins where `held` ends. */
  borrowed: number;
  guarantee: number;
  /** Absent: no ceiling. */
  ceiling: number | undefined;
}

/**
 * Bars that are compared share one scale: the largest amount that any of them shows. Where one has no ceiling, that is
 * at least the pool's capacity.
 */
export function scaleOf(uses: readonly QuotaUse[], capacity: number | undefined): number {
  const amounts = uses.flatMap((use) => [use.used, use.guarantee, use.ceiling ?? capacity ?? 0]);
  return Math.max(1, ...amounts);
}

export function barOf(use: QuotaUse, scale: number): Bar {
  const borrowed = Math.min(use.borrowed, use.used);
  return {
    held: (use.used - borrowed) / scale,
    borrowed: borrowed / scale,
    guarantee: use.guarantee / scale,
    ceiling: use.ceiling === undefined ? undefined : use.ceiling / scale,
  };
}

/** What a quota says about one dimension; undefined where that dimension is neither limited nor used. */
export function usageIn(quota: Quota, dimension: Dimension): QuotaUse | undefined {
  return quota.status.use.find((use) => use.dimension === dimension);
}
