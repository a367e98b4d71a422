import type { Isolation, Workload, WorkloadType } from "../../../api/types";
import { commandText } from "../placement-text";

export const KINDS = ["whole", "share", "slice"] as const;
export type Kind = (typeof KINDS)[number];
export const ENGINES = ["VLLM", "LLAMA_CPP", "SIMULATOR", "OTHER"] as const;
export type Engine = (typeof ENGINES)[number];

/** What is entered, as it is entered: numbers are text until they are sent. */
export interface Form {
  tenant: string;
  name: string;
  type: WorkloadType;
  command: string;
  environment: string;
  pool: string;
  cards: string;
  kind: Kind;
  /** GiB of each card. */
  memory: string;
  /** Per cent of each card. */
  compute: string;
  slice: string;
  isolation: Isolation | "AUTO";
  /** Cores. */
  cpu: string;
  /** GiB. */
  hostMemory: string;
  priority: string;
  grace: string;
  serves: boolean;
  model: string;
  engine: Engine;
  concurrentRequests: string;
}

export type FieldName = keyof Form;

export const EMPTY_FORM: Form = {
  tenant: "",
  name: "",
  type: "BATCH",
  command: "",
  environment: "",
  pool: "",
  cards: "1",
  kind: "whole",
  memory: "",
  compute: "",
  slice: "",
  isolation: "AUTO",
  cpu: "1",
  hostMemory: "1",
  priority: "0",
  grace: "30",
  serves: false,
  model: "",
  engine: "OTHER",
  concurrentRequests: "64",
};

/** The form that would submit the same workload again; the name is left to be given anew. */
export function formLike({ metadata, spec }: Workload): Form {
  const { share, serves } = spec;
  const kind: Kind = share === undefined ? "whole" : share.migProfile === undefined ? "share" : "slice";
  return {
    ...EMPTY_FORM,
    tenant: metadata.tenant ?? "",
    type: spec.type,
    command: commandText(spec.command),
    environment: Object.entries(spec.environment ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join("\n"),
    pool: spec.pool ?? "",
    cards: String(spec.cards ?? 1),
    kind,
    memory: share?.memoryMib === undefined ? "" : trimmed(share.memoryMib / 1024),
    compute: share?.computePermille === undefined ? "" : trimmed(share.computePermille / 10),
    slice: share?.migProfile ?? "",
    isolation: spec.isolation ?? "AUTO",
    cpu: trimmed((spec.cpuMilli ?? 1000) / 1000),
    hostMemory: trimmed((spec.hostMemoryMib ?? 1024) / 1024),
    priority: String(spec.priority ?? 0),
    grace: String(spec.graceSeconds ?? 30),
    serves: serves !== undefined,
    model: serves?.model ?? "",
    engine: serves?.engine ?? "OTHER",
    concurrentRequests: String(serves?.concurrentRequests ?? 64),
  };
}

function trimmed(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
