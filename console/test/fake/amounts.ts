import type { Dimension, Workload } from "../../src/api/types";
import * as example from "./example";

export type Amounts = Partial<Record<Dimension, number>>;

/** The phases in which a workload holds what it was given. */
export const HOLDING = ["STARTING", "RUNNING", "STOPPING"];

/** What a workload takes in each dimension. */
export function amounts({ spec }: Workload): Amounts {
  const cards = spec.cards ?? 1;
  const memory = spec.share?.memoryMib ?? example.CARD_MEMORY_MIB;
  const compute = spec.share?.computePermille ?? 1000;
  return {
    CARDS: cards * Math.max(Math.ceil((memory * 1000) / example.CARD_MEMORY_MIB), compute),
    MEMORY: cards * memory,
    COMPUTE: cards * compute,
    CONCURRENCY: 1,
    CPU: spec.cpuMilli ?? 1000,
    HOST_MEMORY: spec.hostMemoryMib ?? 1024,
  };
}
