import { describe, expect, it } from "vitest";
import type { EventType, WellfieldEvent } from "../../src/api/types";
import { diffOf } from "../../src/model/diff";
import { matches, told } from "../../src/pages/events/changes";

const event = (cursor: string, type: EventType, more: Partial<WellfieldEvent>): WellfieldEvent => ({
  cursor,
  at: "2026-03-14T09:00:00Z",
  actor: "scheduler",
  tenant: "data",
  aggregate: "workload/count",
  type,
  ...more,
});

describe("a difference", () => {
  it("names each value by its path, with what it was and is", () => {
    const before = { limits: { CARDS: { ceiling: 1000 }, CPU: { ceiling: 8000 } }, overQuota: "QUEUE" };
    const after = { limits: { CARDS: { ceiling: 2000 } }, overQuota: "QUEUE", kinds: ["CHAT", "EMBEDDINGS"] };
    expect(diffOf(before, after)).toEqual([
      { path: "limits.CARDS.ceiling", before: "1000", after: "2000" },
      { path: "kinds", before: undefined, after: "CHAT, EMBEDDINGS" },
      { path: "limits.CPU.ceiling", before: "8000", after: undefined },
    ]);
  });

  it("is nothing between the same", () => {
    expect(diffOf({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual([]);
  });
});

describe("a workload's events", () => {
  const newest = told([
    event("3", "workload.running", { after: { phase: "RUNNING", node: "n" } }),
    event("2", "endpoint.added", { after: { model: "m" } }),
    event("1", "workload.starting", { after: { phase: "STARTING", node: "n" } }),
  ]);

  it("are compared with its phase before, which they don't carry themselves", () => {
    expect(newest[0]?.changes).toEqual([{ path: "phase", before: "STARTING", after: "RUNNING" }]);
    expect(newest[1]?.changes).toEqual([{ path: "model", before: undefined, after: "m" }]);
  });

  it("are found by kind and by text in what changed", () => {
    const [first] = newest;
    expect(first && matches(first, "workload", "starting")).toBe(true);
    expect(first && matches(first, "quota", "")).toBe(false);
    expect(first && matches(first, undefined, "nothing like it")).toBe(false);
  });
});
