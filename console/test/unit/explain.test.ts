import { describe, expect, it } from "vitest";
import type { Explanation } from "../../src/api/types";
import { en } from "../../src/i18n/en";
import { explain as explained } from "../../src/i18n/explain";
import { zh } from "../../src/i18n/zh";
import { plain } from "./plain";

const explain: typeof explained = (...parameters) => plain(explained(...parameters));

const AT = "2026-03-14T09:26:53Z";

const overCeiling: Explanation = {
  verdict: "QUEUED",
  at: AT,
  checks: [
    {
      code: "QUOTA_CEILING",
      passed: false,
      dimension: "MEMORY",
      pool: "a100",
      asked: 40_960,
      used: 61_440,
      ceiling: 81_920,
      holders: [
        { workload: "data/prep-1", amount: 40_960 },
        { workload: "data/prep-2", amount: 20_480 },
      ],
    },
    { code: "POOL_FREE", passed: true, dimension: "CARDS", pool: "a100", asked: 1000, free: 2500 },
  ],
  remedies: [
    { code: "WAIT_FOR_END", dimension: "MEMORY", amount: 20_480, workloads: ["data/prep-2"] },
    { code: "RAISE_CEILING", dimension: "MEMORY", amount: 102_400 },
    { code: "ASK_LESS", dimension: "MEMORY", amount: 20_480 },
  ],
};

const noRoomOnACard: Explanation = {
  verdict: "QUEUED",
  at: AT,
  checks: [
    {
      code: "CARD_FIT",
      passed: false,
      dimension: "MEMORY",
      cards: 1,
      perCard: 43_008,
      fittingCards: 0,
      largestFree: 30_720,
      largestFreeOn: "node-2/5",
    },
  ],
  remedies: [],
};

function only(check: Explanation["checks"][number], verdict: Explanation["verdict"] = "QUEUED"): Explanation {
  return { verdict, at: AT, checks: [check], remedies: [] };
}

describe("an explanation in English", () => {
  it("says by how much a ceiling is passed, who uses it, and what would help", () => {
    expect(explain(en, overCeiling, "data")).toEqual({
      headline: "Waits for 20 GiB under data's ceiling",
      failed: [
        "It asks for 40 GiB of device memory; data uses 60 GiB and its ceiling is 80 GiB, so 20 GiB too much. In use by data/prep-1 (40 GiB) and data/prep-2 (20 GiB).",
      ],
      remedies: [
        "It starts by itself when data/prep-2 gives back 20 GiB of device memory.",
        "Have the ceiling raised to 100 GiB of device memory.",
        "Ask for less: at most 20 GiB of device memory.",
      ],
      passed: ["Pool a100 has 2.5 cards free; it asks for 1 card."],
    });
  });

  it("says several dimensions of one shortage in few words", () => {
    const holders = (amount: number) => [{ workload: "training/llama", amount }];
    const told = explain(
      en,
      {
        verdict: "QUEUED",
        at: AT,
        checks: [
          {
            code: "QUOTA_CEILING",
            passed: false,
            dimension: "CARDS",
            asked: 2000,
            used: 3000,
            ceiling: 3000,
            holders: holders(3000),
          },
          {
            code: "QUOTA_CEILING",
            passed: false,
            dimension: "MEMORY",
            asked: 71_680,
            used: 107_520,
            ceiling: 107_520,
            holders: holders(107_520),
          },
        ],
        remedies: [
          { code: "WAIT_FOR_END", dimension: "CARDS", amount: 2000, workloads: ["training/llama"] },
          { code: "RAISE_CEILING", dimension: "CARDS", amount: 5000 },
          { code: "WAIT_FOR_END", dimension: "MEMORY", amount: 71_680, workloads: ["training/llama"] },
          { code: "RAISE_CEILING", dimension: "MEMORY", amount: 179_200 },
        ],
      },
      "training",
    );
    expect(told.failed).toEqual([
      "It asks for 2 cards; training uses 3 cards and its ceiling is 3 cards, so 2 cards too much. In use by training/llama (3 cards).",
      "Likewise device memory: 70 GiB asked, 105 GiB in use, ceiling 105 GiB.",
    ]);
    expect(told.remedies).toEqual([
      "It starts by itself when training/llama gives back 2 cards and 70 GiB of device memory.",
      "Have the ceiling raised to 5 cards and 175 GiB of device memory.",
    ]);
  });

  it("says how much is missing on one card and where the largest free share is", () => {
    const told = explain(en, noRoomOnACard, "training");
    expect(told.headline).toBe("Waits for 12 GiB more on one card");
    expect(told.failed).toEqual(["It needs 42 GiB free on one card. The largest free share is 30 GiB on node-2/5."]);
  });

  it("says how many cards of one node have room", () => {
    const told = explain(
      en,
      only({ code: "CARD_FIT", passed: false, dimension: "COMPUTE", cards: 3, perCard: 500, fittingCards: 2 }),
      "training",
    );
    expect(told.headline).toBe("Waits for 3 cards with 50 % free on one node");
    expect(told.failed[0]).toBe("It needs 3 cards on one node with 50 % free on each; the best node has 2.");
  });

  it("keeps what is promised to others apart from what is free", () => {
    const check = {
      code: "POOL_FREE",
      passed: false,
      dimension: "CARDS",
      pool: "a100",
      asked: 2000,
      free: 1500,
    } as const;
    expect(explain(en, only({ ...check, keptForGuarantees: 1000 }), "adhoc").failed[0]).toBe(
      "It asks for 2 cards. Pool a100 has 1.5 cards free, but keeps 1 card of that for other tenants' guarantees.",
    );
    expect(explain(en, only(check), "adhoc").failed[0]).toBe("It asks for 2 cards. Pool a100 has 1.5 cards free.");
  });

  it("names the isolation asked for and the one there is", () => {
    const told = explain(
      en,
      {
        verdict: "REFUSED",
        at: AT,
        checks: [{ code: "ISOLATION", passed: false, isolationAsked: "SOFT", isolationAvailable: "NONE" }],
        remedies: [{ code: "INSTALL_LIMITER" }, { code: "ASK_LOWER_ISOLATION", isolation: "NONE" }],
      },
      "adhoc",
    );
    expect(told.headline).toBe("Refused: no node gives isolation SOFT");
    expect(told.failed).toEqual(["It needs isolation SOFT; the cards here give NONE."]);
    expect(told.remedies).toEqual([
      "Install a device limiter (HAMi-core or MPS) on the node: then shares are held apart.",
      "Ask for isolation NONE, if that is acceptable.",
    ]);
  });

  it("names the workload that goes first", () => {
    const told = explain(en, only({ code: "QUEUE_ORDER", passed: false, ahead: "training/llama" }), "training");
    expect(told.headline).toBe("Waits for its turn behind training/llama");
    expect(told.failed).toEqual([]);
  });

  it("never invents a number that the server did not send", () => {
    const told = explain(en, only({ code: "NODE_FIT", passed: false, dimension: "CPU", asked: 8000 }), "data");
    expect(told.failed[0]).toBe("It needs 8 cores on the node where its cards are. The most that is free on one is –.");
  });
});

describe("an explanation in Chinese", () => {
  it("says by how much a ceiling is passed, who uses it, and what would help", () => {
    expect(explain(zh, overCeiling, "data")).toEqual({
      headline: "等待 data 的配额腾出 20 GiB",
      failed: [
        "申请 40 GiB 显存；data 已用 60 GiB，上限 80 GiB，超出 20 GiB。占用者：data/prep-1（40 GiB）和 data/prep-2（20 GiB）。",
      ],
      remedies: [
        "data/prep-2 结束并归还 20 GiB 显存后，会自动启动。",
        "请运营者把上限提高到 100 GiB 显存。",
        "减少申请量，最多 20 GiB 显存。",
      ],
      passed: ["资源池 a100 空闲 2.5 张卡，申请 1 张卡。"],
    });
  });

  it("says how much is missing on one card and where the largest free share is", () => {
    const told = explain(zh, noRoomOnACard, "training");
    expect(told.headline).toBe("等待某张卡再空出 12 GiB");
    expect(told.failed).toEqual(["需要一张卡上有 42 GiB 空闲。目前单张卡最多空闲 30 GiB，在 node-2/5 上。"]);
  });

  it("sets a space between Chinese and Latin in every sentence", () => {
    const touching = /[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/;
    const isolation = only({ code: "ISOLATION", passed: false, isolationAsked: "SOFT", isolationAvailable: "NONE" });
    for (const explanation of [overCeiling, noRoomOnACard, isolation]) {
      const { headline, failed, remedies, passed } = explain(zh, explanation, "data");
      for (const sentence of [headline, ...failed, ...remedies, ...passed]) {
        expect(sentence).not.toMatch(touching);
      }
    }
  });
});

describe("an explanation of what was refused", () => {
  const refused: Explanation = { ...overCeiling, verdict: "REFUSED" };

  it("promises no start, and says when to submit it again", () => {
    const told = explain(en, refused, "data");
    expect(told.headline).toBe("Refused: 20 GiB over data's ceiling");
    expect(told.remedies[0]).toBe("Submit it again when data/prep-2 has given back 20 GiB of device memory.");
    expect(JSON.stringify(told)).not.toMatch(/by itself|Waits/);
  });

  it("does the same in Chinese", () => {
    const told = explain(zh, refused, "data");
    expect(told.headline).toBe("已拒绝：超出 data 的上限 20 GiB");
    expect(told.remedies[0]).toBe("等 data/prep-2 结束并归还 20 GiB 显存后，再次提交。");
    expect(JSON.stringify(told)).not.toMatch(/自动启动|等待/);
  });
});

describe("a list in Chinese", () => {
  it("has spaces beside Latin letters and digits alone", () => {
    expect(zh.words.list(["a/x", "b/y", "c/z"])).toBe("a/x、b/y 和 c/z");
    expect(zh.words.list(["2 张卡", "其他租户"])).toBe("2 张卡和其他租户");
    expect(zh.words.list(["2 张卡", "70 GiB 显存"])).toBe("2 张卡和 70 GiB 显存");
  });
});

describe("an explanation of what runs", () => {
  it("has nothing in the way", () => {
    const placed = only({ code: "CARD_FIT", passed: true, dimension: "MEMORY", cards: 2, perCard: 40_960 }, "PLACED");
    expect(explain(en, placed, "training")).toEqual({
      headline: "Everything it needs was there.",
      failed: [],
      remedies: [],
      passed: ["2 cards on one node with 40 GiB free."],
    });
    expect(explain(zh, placed, "training").passed).toEqual(["同一节点上有 2 张卡各空闲 40 GiB。"]);
  });
});
