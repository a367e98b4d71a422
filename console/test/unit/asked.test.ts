import { describe, expect, it } from "vitest";
import type { CardModel, Pool, Quota, WorkloadSpec } from "../../src/api/types";
import { en } from "../../src/i18n/en";
import { zh } from "../../src/i18n/zh";
import { askedOf } from "../../src/pages/workloads/submit/asked";
import { limitErrors } from "../../src/pages/workloads/submit/limit-errors";
import { linesOf, standingOf } from "../../src/pages/workloads/submit/standing";
import { plain } from "./plain";

const model: CardModel = {
  name: "A100-40GB",
  vendor: "NVIDIA",
  memoryMib: 40_960,
  bandwidthMbps: 1_555_000,
  computeSlices: 7,
  migProfiles: [{ name: "3g.20gb", memoryMib: 19_968, computeSlices: 3, maxInstances: 2 }],
};

function ask(more: Partial<WorkloadSpec> = {}): WorkloadSpec {
  return { type: "BATCH", command: ["x"], cards: 1, ...more };
}

/** The quota of `examples/four-teams.yaml` for training: three cards, 35 GiB of each. */
function quota(used: number, spec: Partial<Quota["spec"]> = {}): Quota {
  return {
    apiVersion: "wellfield.dev/v1",
    kind: "Quota",
    metadata: { name: "a100", tenant: "training", version: 1 },
    spec: { limits: {}, memoryPerCardMib: 35_840, overQuota: "QUEUE", ...spec },
    status: {
      use: [
        { dimension: "CARDS", used: used * 1000, guarantee: 3000, ceiling: 3000, borrowed: 0 },
        { dimension: "MEMORY", used: used * 35_840, guarantee: 107_520, ceiling: 107_520, borrowed: 0 },
        { dimension: "CPU", used: 0, guarantee: 0, borrowed: 0 },
      ],
    },
  };
}

function pool(freeCards: number): Pool {
  const quantity = { dimension: "CARDS", capacity: 8000, allocated: 0, guaranteed: 0, borrowed: 0 } as const;
  return {
    apiVersion: "wellfield.dev/v1",
    kind: "Pool",
    metadata: { name: "a100", version: 1 },
    spec: { cardModel: "A100-40GB" },
    status: { cards: 8, simulated: true, quantities: [{ ...quantity, free: freeCards * 1000 }] },
  };
}

describe("what a specification asks for", () => {
  it("is of a whole card what the quota allows of one, else the card's own memory", () => {
    expect(askedOf(ask({ cards: 3 }), model, undefined)).toMatchObject({ CARDS: 3000, MEMORY: 122_880, COMPUTE: 3000 });
    expect(askedOf(ask({ cards: 3 }), model, quota(0).spec)).toMatchObject({ CARDS: 3000, MEMORY: 107_520 });
    expect(askedOf(ask(), model, { limits: {}, memoryPerCardMib: 99_999 }).MEMORY).toBe(40_960);
  });

  it("counts a share as the larger of its memory and compute", () => {
    const share = { memoryMib: 20_480, computePermille: 250 };
    expect(askedOf(ask({ cards: 2, share }), model, quota(0).spec)).toMatchObject({
      CARDS: 1000,
      MEMORY: 40_960,
      COMPUTE: 500,
      BANDWIDTH: 777_500,
    });
  });

  it("takes what a share leaves out in proportion", () => {
    expect(askedOf(ask({ share: { memoryMib: 10_000 } }), model, undefined)).toMatchObject({
      CARDS: 245,
      COMPUTE: 245,
    });
    expect(askedOf(ask({ share: { computePermille: 500 } }), model, undefined)).toMatchObject({
      CARDS: 500,
      MEMORY: 20_480,
    });
  });

  it("knows a slice from the catalogue", () => {
    const slice = askedOf(ask({ share: { migProfile: "3g.20gb" } }), model, undefined);
    expect(slice).toMatchObject({ CARDS: 500, MEMORY: 19_968, COMPUTE: 428 });
  });

  it("says nothing about cards of an unknown model, of a share of nothing, and without cards", () => {
    expect(askedOf(ask(), undefined, undefined).CARDS).toBeUndefined();
    expect(askedOf(ask({ share: {} }), model, undefined).CARDS).toBeUndefined();
    expect(askedOf(ask({ cards: 0 }), model, undefined)).toEqual({ CONCURRENCY: 1, CPU: 1000, HOST_MEMORY: 1024 });
  });
});

describe("how an ask stands to its quota", () => {
  const standing = (cards: number, of: Quota, free = 8) => {
    const asked = askedOf(ask({ cards }), model, of.spec);
    return standingOf(linesOf(of, asked), of.spec.overQuota, asked, pool(free));
  };

  it("fits, by the quota's own memory of a card", () => {
    expect(standing(3, quota(0))).toBe("FITS");
  });

  it("waits or is refused where it is under the ceiling but more than is left, as the quota says", () => {
    expect(standing(2, quota(2))).toBe("WAITS");
    expect(standing(2, quota(2, { overQuota: "REFUSE" }))).toBe("REFUSED");
  });

  it("is never promised a wait above the ceiling itself", () => {
    expect(standing(4, quota(0))).toBe("NEVER");
    expect(standing(4, quota(3))).toBe("NEVER");
  });

  it("waits for the pool where that has less free", () => {
    expect(standing(2, quota(0), 1)).toBe("WAITS_FOR_POOL");
  });
});

describe("what can never be given", () => {
  const told = (spec: WorkloadSpec, t = en) => plain(limitErrors(t, spec, "training", model, quota(0)));

  it("is more than the ceiling, beside the number of cards", () => {
    expect(told(ask({ cards: 4 }))).toEqual({
      cards: "That makes 4 cards in all; the ceiling of training is 3 cards.",
    });
    expect(told(ask({ cards: 4 }), zh as typeof en)).toEqual({ cards: "合计 4 张卡，而 training 的上限是 3 张卡。" });
  });

  it("is more memory than a card has, or than the quota allows of one, beside the memory", () => {
    expect(told(ask({ share: { memoryMib: 50_000 } })).memory).toBe(
      "At most 40 GiB: the device memory of one A100-40GB.",
    );
    expect(told(ask({ share: { memoryMib: 38_000 } })).memory).toBe(
      "At most 35 GiB: what the quota of training allows of one card.",
    );
  });

  it("is said at the field that was filled in", () => {
    expect(told(ask({ share: { computePermille: 1000 } }))).toHaveProperty("compute");
  });

  it("is nothing that only has to wait", () => {
    expect(limitErrors(en, ask({ cards: 3 }), "training", model, quota(3))).toEqual({});
  });
});
