/** Numbers arrive as text with their units; `undefined` means that the server did not say. */
export interface QuotaNumbers {
  tenant: string;
  /** The dimension. */
  what: string;
  asked: string;
  used: string;
  ceiling: string | undefined;
  missing: string | undefined;
  holders: string | undefined;
}
export interface PoolNumbers {
  pool: string | undefined;
  asked: string;
  free: string;
  kept: string | undefined;
}
export interface CardNumbers {
  cards: number;
  fitting: number | undefined;
  perCard: string | undefined;
  largestFree: string | undefined;
  largestFreeOn: string | undefined;
  missing: string | undefined;
}

const poolName = (pool: string | undefined) => (pool === undefined ? "The pool" : `Pool ${pool}`);

export const explanation = {
  verdict: {
    PENDING: "Not looked at yet",
    QUEUED: "Waits",
    REFUSED: "Refused",
    PLACED: "Placed",
  },
  others: "other tenants",
  pending: "It is accepted. The next scheduling cycle decides where it runs.",
  placed: "Everything it needs was there.",
  refused: {
    QUOTA_CEILING: ({ tenant, missing }: QuotaNumbers) =>
      missing === undefined ? `Refused: over ${tenant}'s ceiling` : `Refused: ${missing} over ${tenant}'s ceiling`,
    ISOLATION: (asked: string) => `Refused: no node gives isolation ${asked}`,
    otherwise: "Refused: it can't run as it is",
  },
  /** What it waits for or why it was refused, where there is room for a few words. */
  short: {
    waits: (what: string) => `waits: ${what}`,
    refused: (why: string) => `refused: ${why}`,
    QUOTA_CEILING: "quota",
    POOL_FREE: "room in the pool",
    CARD_FIT: "room on cards",
    NODE_FIT: "host",
    ISOLATION: "isolation",
    DISK_ROOM: "disk",
    QUEUE_ORDER: "its turn",
  },
  /** What it waits for, as a headline. */
  waits: {
    QUOTA_CEILING: ({ tenant, missing }: QuotaNumbers) =>
      missing === undefined
        ? `Waits for room under ${tenant}'s ceiling`
        : `Waits for ${missing} under ${tenant}'s ceiling`,
    POOL_FREE: ({ asked }: PoolNumbers) => `Waits for ${asked} to become free`,
    CARD_FIT: ({ cards, missing, perCard }: CardNumbers) =>
      cards === 1 && missing !== undefined
        ? `Waits for ${missing} more on one card`
        : perCard === undefined
          ? `Waits for ${cards} free ${cards === 1 ? "card" : "cards"} on one node`
          : `Waits for ${cards} cards with ${perCard} free on one node`,
    NODE_FIT: ({ asked }: PoolNumbers) => `Waits for ${asked} on one node`,
    ISOLATION: (asked: string) => `Waits for cards that give isolation ${asked}`,
    DISK_ROOM: (_disk: string | undefined, needed: string | undefined) =>
      needed === undefined ? "Waits for room on the server's disk" : `Waits for ${needed} on the server's disk`,
    QUEUE_ORDER: (ahead: string | undefined) =>
      ahead === undefined ? "Waits for its turn" : `Waits for its turn behind ${ahead}`,
  },
  failed: {
    QUOTA_CEILING: ({ tenant, asked, used, ceiling, missing, holders }: QuotaNumbers) =>
      `It asks for ${asked}; ${tenant} uses ${used}${ceiling === undefined ? "" : ` and its ceiling is ${ceiling}`}` +
      `${missing === undefined ? "" : `, so ${missing} too much`}.${holders === undefined ? "" : ` In use by ${holders}.`}`,
    POOL_FREE: ({ pool, asked, free, kept }: PoolNumbers) =>
      `It asks for ${asked}. ${poolName(pool)} has ${free} free${kept === undefined ? "" : `, but keeps ${kept} of that for other tenants' guarantees`}.`,
    CARD_FIT: ({ cards, fitting, perCard, largestFree, largestFreeOn }: CardNumbers) =>
      (cards === 1
        ? `It needs ${perCard === undefined ? "a whole free card" : `${perCard} free on one card`}.`
        : `It needs ${cards} cards on one node${perCard === undefined ? "" : ` with ${perCard} free on each`}` +
          `${fitting === undefined ? "" : `; the best node has ${fitting}`}.`) +
      (largestFree === undefined
        ? ""
        : ` The largest free share is ${largestFree}${largestFreeOn === undefined ? "" : ` on ${largestFreeOn}`}.`),
    NODE_FIT: ({ asked, free }: PoolNumbers) =>
      `It needs ${asked} on the node where its cards are. The most that is free on one is ${free}.`,
    ISOLATION: (asked: string, available: string | undefined) =>
      `It needs isolation ${asked}${available === undefined ? "" : `; the cards here give ${available}`}.`,
    DISK_ROOM: (disk: string | undefined, needed: string | undefined) =>
      `The disk of ${disk ?? "the server"} is nearly full${needed === undefined ? "" : `: workloads start only while ${needed} are free there`}.`,
    QUEUE_ORDER: (ahead: string | undefined) =>
      ahead === undefined ? "Others are before it in the queue." : `${ahead} goes first.`,
  },
  /** A further ceiling that the same workloads fill. */
  also: ({ what, asked, used, ceiling }: QuotaNumbers) =>
    `Likewise ${what.toLowerCase()}: ${asked} asked, ${used} in use, ceiling ${ceiling ?? "–"}.`,
  passed: {
    QUOTA_CEILING: ({ asked, used, ceiling }: QuotaNumbers) =>
      ceiling === undefined
        ? `Quota: ${used} in use and ${asked} asked; there is no ceiling.`
        : `Quota: ${used} in use and ${asked} asked, of at most ${ceiling}.`,
    POOL_FREE: ({ pool, asked, free }: PoolNumbers) => `${poolName(pool)} has ${free} free; it asks for ${asked}.`,
    CARD_FIT: ({ cards, perCard }: CardNumbers) =>
      `${cards === 1 ? "A card" : `${cards} cards on one node`} with ${perCard === undefined ? "nobody else on" : `${perCard} free`}.`,
    NODE_FIT: ({ asked, free }: PoolNumbers) => `The node has ${free} free; it asks for ${asked}.`,
    ISOLATION: (asked: string, available: string | undefined) =>
      `Isolation: needs ${asked}${available === undefined ? "" : `, gets ${available}`}.`,
    DISK_ROOM: () => "The server's disk has room.",
    QUEUE_ORDER: () => "Its turn in the queue.",
  },
  /** What would let it run. */
  remedy: {
    /** Of what waits. */
    WAIT_FOR_END: (amount: string | undefined, workloads: string | undefined, one: boolean) =>
      `It starts by itself when ${workloads ?? "others"} ${one ? "gives" : "give"} back ${amount ?? "enough"}.`,
    /** Of what was refused: nothing starts it any more. */
    SUBMIT_AGAIN: (amount: string | undefined, workloads: string | undefined, one: boolean) =>
      `Submit it again when ${workloads ?? "others"} ${one ? "has" : "have"} given back ${amount ?? "enough"}.`,
    ASK_LESS: (amount: string | undefined) => `Ask for less${amount === undefined ? "" : `: at most ${amount}`}.`,
    RAISE_CEILING: (amount: string | undefined) =>
      `Have the ceiling raised${amount === undefined ? "" : ` to ${amount}`}.`,
    ASK_LOWER_ISOLATION: (isolation: string | undefined) =>
      `Ask for ${isolation === undefined ? "a lower isolation" : `isolation ${isolation}`}, if that is acceptable.`,
    FREE_DISK: (disk: string | undefined, needed: string | undefined) =>
      `Ask the operator to make room on the disk of ${disk ?? "the server"}; it starts by itself once ${needed ?? "enough"} is free.`,
    INSTALL_LIMITER: () => "Install a device limiter (HAMi-core or MPS) on the node: then shares are held apart.",
    ADD_CARDS: (amount: string | undefined) => `Add ${amount ?? "cards"} to the pool.`,
  },
};
