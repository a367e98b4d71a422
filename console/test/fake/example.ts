import type {
  CardModel,
  Dimension,
  Model,
  Node,
  Phase,
  Plan,
  Pool,
  PriceBook,
  Quota,
  Tenant,
  WorkloadSpec,
} from "../../src/api/types";

/** Four teams on one server with eight simulated A100-40GB cards: what `examples/four-teams.yaml` declares. */
export const CARD_MEMORY_MIB = 40_960;
export const CARDS = 8;
export const NODE = "server-1";
export const POOL = "a100";

export const ZONE = "Asia/Shanghai";

const V1 = "wellfield.dev/v1" as const;
const GIB = 1024;

export const cardModels: CardModel[] = [
  {
    name: "A100-40GB",
    vendor: "NVIDIA",
    memoryMib: CARD_MEMORY_MIB,
    bandwidthMbps: 1_555_000,
    computeSlices: 7,
    migProfiles: [
      { name: "1g.5gb", memoryMib: 4_864, computeSlices: 1, maxInstances: 7 },
      { name: "2g.10gb", memoryMib: 9_856, computeSlices: 2, maxInstances: 3 },
      { name: "3g.20gb", memoryMib: 19_968, computeSlices: 3, maxInstances: 2 },
      { name: "7g.40gb", memoryMib: 40_192, computeSlices: 7, maxInstances: 1 },
    ],
  },
];

export const pool: Omit<Pool, "status"> = {
  apiVersion: V1,
  kind: "Pool",
  metadata: { name: POOL, version: 1, createdAt: "2026-01-05T08:00:00Z" },
  spec: { cardModel: "A100-40GB", description: "The shared server" },
};

export const node: Node = {
  apiVersion: V1,
  kind: "Node",
  metadata: { name: NODE, version: 1, createdAt: "2026-01-05T08:00:00Z" },
  spec: {
    region: "cn-north",
    zone: "beijing-a",
    simulated: true,
    cpuMilli: 128_000,
    memoryMib: 1024 * GIB,
    cards: Array.from({ length: CARDS }, (_, index) => ({ index, pool: POOL, numaNode: index < 4 ? 0 : 1 })),
    nvlinkGroups: [
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ],
  },
};

const PLANS_OF: Record<string, Tenant["spec"]["plans"]> = {
  training: { cards: "reserved", tokens: "by-the-token" },
  adhoc: { cards: "spot", tokens: "by-the-token" },
};

/** The type of each tenant's plan for cards. */
export const PLAN_OF: Record<string, { cards: Plan["spec"]["type"] } | undefined> = {
  training: { cards: "RESERVED" },
  adhoc: { cards: "SPOT" },
};

const plan = (name: string, type: Plan["spec"]["type"], what: Plan["spec"]["for"]): Plan => ({
  apiVersion: V1,
  kind: "Plan",
  metadata: { name, version: 1, createdAt: "2026-01-05T08:00:00Z" },
  spec: { type, for: what },
});

export const plans: Plan[] = [
  plan("reserved", "RESERVED", "CARDS"),
  plan("by-the-hour", "PAY_AS_YOU_GO", "CARDS"),
  plan("spot", "SPOT", "CARDS"),
  plan("by-the-token", "PAY_AS_YOU_GO", "TOKENS"),
];

export const priceBook: PriceBook = {
  apiVersion: V1,
  kind: "PriceBook",
  metadata: { name: "list", version: 1, createdAt: "2026-01-05T08:00:00Z" },
  spec: {
    currency: "CNY",
    cards: [{ model: "A100-40GB", perMonth: "2800" }],
    tokens: [{ model: "chat-8b", inputPerMillion: "1.00", outputPerMillion: "2.00" }],
  },
};

export const tenants: Tenant[] = ["training", "inference", "data", "adhoc"].map((name, index) => ({
  apiVersion: V1,
  kind: "Tenant",
  metadata: { name, version: 1, createdAt: `2026-01-05T08:0${index + 1}:00Z` },
  spec: {
    zone: ZONE,
    priceBook: "list",
    latencyCritical: name === "inference",
    plans: PLANS_OF[name] ?? { cards: "by-the-hour", tokens: "by-the-token" },
  },
}));

export const models: Model[] = ["chat-8b", "embed-small"].map((name) => ({
  apiVersion: V1,
  kind: "Model",
  metadata: { name, tenant: "inference", version: 1, createdAt: "2026-01-05T08:09:00Z" },
  spec: {
    contextTokens: 8192,
    published: name === "chat-8b",
    kinds: name === "chat-8b" ? ["CHAT", "COMPLETIONS"] : ["EMBEDDINGS"],
  },
  status: { endpoints: 1, readyEndpoints: 1, simulated: true },
}));

type Limits = Partial<Record<Dimension, { guarantee?: number; ceiling?: number }>>;

export const limits: Record<string, { limits: Limits; memoryPerCardMib?: number; overQuota: "QUEUE" | "REFUSE" }> = {
  training: {
    limits: {
      CARDS: { guarantee: 3000, ceiling: 3000 },
      MEMORY: { guarantee: 105 * GIB, ceiling: 105 * GIB },
      COMPUTE: { guarantee: 3000, ceiling: 3000 },
    },
    memoryPerCardMib: 35 * GIB,
    overQuota: "QUEUE",
  },
  inference: {
    limits: {
      CARDS: { guarantee: 1000, ceiling: 1000 },
      MEMORY: { guarantee: 40 * GIB, ceiling: 40 * GIB },
      COMPUTE: { guarantee: 1000, ceiling: 1000 },
    },
    memoryPerCardMib: 20 * GIB,
    overQuota: "QUEUE",
  },
  data: {
    limits: { CARDS: { ceiling: 1000 }, MEMORY: { ceiling: 40 * GIB }, CPU: { ceiling: 8000 } },
    overQuota: "QUEUE",
  },
  adhoc: { limits: { CARDS: { ceiling: 2000 }, MEMORY: { ceiling: 80 * GIB } }, overQuota: "REFUSE" },
};

export function quotaSpec(tenant: string): Quota["spec"] {
  return limits[tenant] ?? { limits: {} };
}

/** A workload that was there before anybody looked. Times are seconds before the server's start. */
export interface Seed {
  tenant: string;
  name: string;
  spec: WorkloadSpec;
  phase: Phase;
  submitted: number;
  started?: number;
  ended?: number;
  cards?: number[];
  exitCode?: number;
  exitSignal?: number;
  outOfMemory?: boolean;
  log?: string[];
}

const share = (memoryMib: number, computePermille: number) => ({ memoryMib, computePermille });

export const seeds: Seed[] = [
  {
    tenant: "training",
    name: "llama-finetune",
    phase: "RUNNING",
    submitted: 95_000,
    started: 94_200,
    cards: [0, 1],
    spec: {
      type: "TRAINING",
      command: ["torchrun", "--nproc-per-node", "2", "finetune.py", "--model", "llama-3-8b", "--epochs", "3"],
      environment: { HF_HOME: "/data/models" },
      cards: 2,
      cpuMilli: 32_000,
      hostMemoryMib: 192 * GIB,
      graceSeconds: 120,
    },
    log: [
      "loading checkpoint llama-3-8b (4 shards)",
      "world size 2, micro batch 4, accumulate 8",
      ...Array.from(
        { length: 60 },
        (_, step) =>
          `step ${String(18_240 + step * 10)}  loss ${(1.412 - step * 0.0007).toFixed(4)}  lr 1.8e-05  ${(3140 + ((step * 37) % 90)).toString()} tok/s`,
      ),
    ],
  },
  {
    tenant: "training",
    name: "eval-sweep",
    phase: "RUNNING",
    submitted: 8_200,
    started: 8_100,
    cards: [2],
    spec: { type: "TRAINING", command: ["python", "sweep.py", "--grid", "small"], cards: 1, cpuMilli: 8_000 },
    log: ["trial 1 of 24: lr 1e-4, dropout 0.1", "trial 2 of 24: lr 1e-4, dropout 0.2"],
  },
  {
    tenant: "training",
    name: "llama-pretrain",
    phase: "QUEUED",
    submitted: 5_400,
    spec: {
      type: "TRAINING",
      command: ["torchrun", "--nproc-per-node", "3", "pretrain.py"],
      cards: 3,
      cpuMilli: 48_000,
      hostMemoryMib: 256 * GIB,
    },
  },
  {
    tenant: "inference",
    name: "chat-8b",
    phase: "RUNNING",
    submitted: 612_000,
    started: 611_900,
    cards: [3],
    spec: {
      type: "INFERENCE",
      command: ["wellfield", "engine-simulator", "--model", "chat-8b"],
      cards: 1,
      share: share(20 * GIB, 500),
      isolation: "SOFT",
      serves: { model: "chat-8b", engine: "SIMULATOR", concurrentRequests: 64 },
    },
    log: ["engine ready on 127.0.0.1:41207", "model chat-8b, context 8192"],
  },
  {
    tenant: "inference",
    name: "embed-small",
    phase: "RUNNING",
    submitted: 300_000,
    started: 299_950,
    cards: [4],
    spec: {
      type: "INFERENCE",
      command: ["wellfield", "engine-simulator", "--model", "embed-small"],
      cards: 1,
      share: share(12 * GIB, 300),
      isolation: "SOFT",
      serves: { model: "embed-small", engine: "SIMULATOR", concurrentRequests: 128 },
    },
  },
  {
    tenant: "adhoc",
    name: "notebook-lin",
    phase: "RUNNING",
    submitted: 3_000,
    started: 2_940,
    cards: [3],
    spec: {
      type: "INTERACTIVE",
      command: ["jupyter", "lab"],
      cards: 1,
      share: share(10 * GIB, 250),
      isolation: "SOFT",
    },
  },
  {
    tenant: "adhoc",
    name: "sd-lora",
    phase: "RUNNING",
    submitted: 1_500,
    started: 1_470,
    cards: [5],
    spec: { type: "TRAINING", command: ["python", "lora.py", "--steps", "2000"], cards: 1, cpuMilli: 8_000 },
  },
  {
    tenant: "data",
    name: "tokenize-shards",
    phase: "RUNNING",
    submitted: 20_000,
    started: 19_990,
    cards: [4],
    spec: {
      type: "BATCH",
      command: ["python", "tokenize.py", "--workers", "6"],
      cards: 1,
      share: share(16 * GIB, 400),
      cpuMilli: 6_000,
    },
  },
  {
    tenant: "data",
    name: "peek",
    phase: "RUNNING",
    submitted: 400,
    started: 390,
    cards: [6],
    spec: { type: "INTERACTIVE", command: ["python"], cards: 1, share: share(1 * GIB, 50) },
  },
  {
    tenant: "adhoc",
    name: "vit-probe",
    phase: "REFUSED",
    submitted: 900,
    spec: { type: "TRAINING", command: ["python", "probe.py"], cards: 1 },
  },
  {
    tenant: "data",
    name: "dedupe-03",
    phase: "FAILED",
    submitted: 40_000,
    started: 39_990,
    ended: 36_200,
    cards: [6],
    exitSignal: 9,
    outOfMemory: true,
    spec: { type: "BATCH", command: ["python", "dedupe.py", "--shard", "3"], cards: 1, hostMemoryMib: 64 * GIB },
    log: ["reading 412 files", "building the index", "Killed"],
  },
  {
    tenant: "training",
    name: "smoke-test",
    phase: "SUCCEEDED",
    submitted: 110_000,
    started: 109_980,
    ended: 109_700,
    cards: [7],
    exitCode: 0,
    spec: { type: "TRAINING", command: ["python", "train.py", "--steps", "10"], cards: 1 },
    log: ["10 steps, loss 2.31", "done"],
  },
  {
    tenant: "inference",
    name: "chat-8b-canary",
    phase: "CANCELLED",
    submitted: 200_000,
    started: 199_900,
    ended: 190_000,
    cards: [4],
    exitSignal: 15,
    spec: {
      type: "INFERENCE",
      command: ["wellfield", "engine-simulator", "--model", "chat-8b", "--tpot", "18ms"],
      cards: 1,
      share: share(8 * GIB, 200),
    },
  },
];
