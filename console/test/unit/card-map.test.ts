import { describe, expect, it } from "vitest";
import type { Card, Holder, Tenant } from "../../src/api/types";
import { bandsOf, beyondMib, rowsOf } from "../../src/model/card-map";
import { cardName } from "../../src/model/card-name";
import { barOf, scaleOf } from "../../src/model/quota-bar";
import { tenantColour, tenantColours } from "../../src/model/tenant-colours";

function holder(tenant: string | undefined, memoryMib: number, more: Partial<Holder> = {}): Holder {
  return { ...(tenant !== undefined && { tenant }), memoryMib, computePermille: 100, borrowed: false, ...more };
}

function card(holders: Holder[], more: Partial<Card> = {}): Card {
  return {
    node: "node-1",
    index: 0,
    pool: "a100",
    model: "A100-40GB",
    memoryMib: 40_960,
    simulated: true,
    healthy: true,
    freeMemoryMib: 0,
    freeComputePermille: 0,
    holders,
    ...more,
  };
}

describe("a card's bands", () => {
  it("are as high as the memory that is held, from the bottom, the largest tenant first", () => {
    const bands = bandsOf(card([holder("adhoc", 10_240), holder("inference", 20_480)]));
    expect(bands.map(({ holder: { tenant }, from, to }) => [tenant, from, to])).toEqual([
      ["inference", 0, 0.5],
      ["adhoc", 0.5, 0.75],
    ]);
  });

  it("keep one tenant's shares together and what others hold on top", () => {
    const bands = bandsOf(
      card([holder(undefined, 4096, { others: true }), holder("a", 2048), holder("b", 8192), holder("a", 9000)]),
    );
    expect(bands.map((band) => band.holder.tenant)).toEqual(["a", "a", "b", undefined]);
  });

  it("stay visible however small the share, and never leave the cell", () => {
    for (let count = 1; count <= 28; count++) {
      const bands = bandsOf(card(Array.from({ length: count }, (_, index) => holder(`t${index}`, 64))));
      expect(Math.min(...bands.map((band) => band.to - band.from))).toBeGreaterThan(0.03);
      expect(Math.max(...bands.map((band) => band.to))).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it("touch each other without gap or overlap", () => {
    const bands = bandsOf(card([holder("a", 5000), holder("b", 6000), holder("c", 7000)]));
    bands.slice(1).forEach((band, index) => expect(band.from).toBeCloseTo(bands[index]?.to ?? -1));
  });
});

describe("a card that is held whole", () => {
  it("has memory beyond its tenant's limit, which nobody gets", () => {
    expect(beyondMib(card([holder("training", 35_840, { whole: true })]))).toBe(5120);
  });

  it("has none beyond it where its holder may use all, and neither has a card that is shared or free", () => {
    expect(beyondMib(card([holder("training", 40_960, { whole: true })]))).toBe(0);
    expect(beyondMib(card([holder("adhoc", 10_240)], { freeMemoryMib: 30_720 }))).toBe(0);
    expect(beyondMib(card([], { freeMemoryMib: 40_960 }))).toBe(0);
  });
});

describe("a card's name", () => {
  it("is its node and index, as the command line writes it; several stand together", () => {
    expect(cardName("server-1", 3)).toBe("server-1/3");
    expect(cardName("server-1", 5, 0, 2, 1)).toBe("server-1/0-2,5");
  });
});

describe("the rows of the map", () => {
  it("are nodes in the order that people count in, their cards by index", () => {
    const rows = rowsOf(
      [card([], { node: "node-10" }), card([], { node: "node-2", index: 1 }), card([], { node: "node-2", index: 0 })],
      [],
    );
    expect(rows.map((row) => [row.node, row.cards.map((each) => each.index)])).toEqual([
      ["node-2", [0, 1]],
      ["node-10", [0]],
    ]);
  });
});

describe("a quota's bar", () => {
  const use = { dimension: "CARDS", used: 2500, guarantee: 2000, ceiling: 4000, borrowed: 500 } as const;

  it("puts what is borrowed after what is held within the guarantee", () => {
    expect(barOf(use, 8000)).toEqual({ held: 0.25, borrowed: 0.0625, guarantee: 0.25, ceiling: 0.5 });
  });

  it("shares its scale with the others, and with the pool where there is no ceiling", () => {
    expect(scaleOf([use], 8000)).toBe(4000);
    expect(scaleOf([use, { dimension: "CARDS", used: 100, guarantee: 0, borrowed: 100 }], 8000)).toBe(8000);
    expect(scaleOf([], undefined)).toBe(1);
  });
});

describe("a tenant's colour", () => {
  const tenant = (name: string, createdAt: string): Tenant => ({
    apiVersion: "wellfield.dev/v1",
    kind: "Tenant",
    metadata: { name, version: 1, createdAt },
    spec: { zone: "UTC", priceBook: "list", plans: { cards: "a", tokens: "b" } },
  });

  it("follows the order of creation, not of names", () => {
    const colours = tenantColours([tenant("a", "2026-02-01T00:00:00Z"), tenant("z", "2026-01-01T00:00:00Z")]);
    expect([colours.get("z"), colours.get("a")]).toEqual([0, 1]);
    expect(tenantColour(colours, "z")).toBe("var(--tenant-0)");
  });

  it("is that of others for a tenant that one does not know", () => {
    expect(tenantColour(new Map(), "foreign")).toBe("var(--tenant-others)");
    expect(tenantColour(new Map(), undefined)).toBe("var(--tenant-others)");
  });
});
