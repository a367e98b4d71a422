import type { Dimension, Workload } from "../../src/api/types";
import { askedOf } from "../../src/pages/workloads/submit/asked";
import * as example from "./example";

export type Amounts = Partial<Record<Dimension, number>>;

/** The phases in which a workload holds what it was given. */
export const HOLDING = ["STARTING", "RUNNING", "STOPPING"];

/** What a workload takes in each dimension. */
export function amounts({ metadata, spec }: Workload): Amounts {
  return askedOf(spec, example.cardModels[0], example.quotaSpec(metadata.tenant ?? ""));
}

/** What it takes of each of its cards. */
export function ofCard(workload: Workload): { memoryMib: number; computePermille: number } {
  const asked = amounts(workload);
  const cards = workload.spec.cards ?? 1;
  return { memoryMib: (asked.MEMORY ?? 0) / cards, computePermille: (asked.COMPUTE ?? 0) / cards };
}
