import type { Units } from "../units";

const count = (one: string, many: string) => (text: string, isOne: boolean) => `${text}\u00a0${isOne ? one : many}`;

const units: Units = {
  cards: count("card", "cards"),
  compute: (text, one) => `${text} ${one ? "card" : "cards"} of compute`,
  cores: count("core", "cores"),
  workloads: count("workload", "workloads"),
  milliseconds: (value) => `${value} ms`,
  seconds: (value) => `${value} s`,
  minutes: (value) => `${value} m`,
  hours: (value) => `${value} h`,
  days: (value) => `${value} d`,
  ago: (text) => `${text} ago`,
  ahead: (text) => `in ${text}`,
  justNow: "just now",
};

export const words = {
  units,
  dimension: {
    CARDS: "Cards",
    MEMORY: "Device memory",
    COMPUTE: "Compute",
    BANDWIDTH: "Device memory bandwidth",
    CONCURRENCY: "Running workloads",
    CPU: "CPU",
    HOST_MEMORY: "Host memory",
  },
  /** An amount with what it is an amount of, inside a sentence. */
  of: {
    CARDS: (amount: string) => amount,
    MEMORY: (amount: string) => `${amount} of device memory`,
    COMPUTE: (amount: string) => amount,
    BANDWIDTH: (amount: string) => `${amount} of device memory bandwidth`,
    CONCURRENCY: (amount: string) => amount,
    CPU: (amount: string) => amount,
    HOST_MEMORY: (amount: string) => `${amount} of host memory`,
  },
  phase: {
    QUEUED: "Queued",
    STARTING: "Starting",
    RUNNING: "Running",
    STOPPING: "Stopping",
    SUCCEEDED: "Succeeded",
    FAILED: "Failed",
    CANCELLED: "Cancelled",
    REFUSED: "Refused",
  },
  type: { TRAINING: "Training", INFERENCE: "Inference", BATCH: "Batch", INTERACTIVE: "Interactive" },
  /** As the API and the command line write it, in tables and in sentences. */
  isolation: { HARD: "HARD", SOFT: "SOFT", NONE: "NONE" },
  isolationMeans: {
    HARD: "A whole card or a hardware slice: nobody else on it.",
    SOFT: "Device memory and compute held apart by software limits that are loaded.",
    NONE: "Cards are shared in turns; nothing holds device memory or compute apart.",
  },
  role: {
    operator: "Operator",
    finance: "Finance",
    "tenant-admin": "Tenant administrator",
    engineer: "Engineer",
    viewer: "Viewer",
    "tenant-finance": "Tenant finance",
  },
  /** Between parts that stand beside each other. */
  comma: ", ",
  list: (items: readonly string[]) =>
    items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`,
  /** A name with how much it has. */
  having: (name: string, amount: string) => `${name} (${amount})`,
  simulated: "Simulated",
  unknown: "–",
};
