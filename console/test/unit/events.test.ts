import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { EventType, WellfieldEvent } from "../../src/api/types";
import type { Words } from "../../src/i18n/dictionary";
import { en } from "../../src/i18n/en";
import { zh } from "../../src/i18n/zh";
import { diffOf } from "../../src/model/diff";
import { matches, told } from "../../src/pages/events/changes";
import { actorText, changeText, eventText, fieldText, valueText } from "../../src/pages/events/event-text";

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

/** Every type that the contract lists; that the server appends no other is the server's own test. */
const TYPES = /EventType:[\s\S]*?enum: \[([\s\S]*?)\]/
  .exec(readFileSync(new URL("../../../server/src/main/resources/openapi.yaml", import.meta.url), "utf8"))?.[1]
  ?.split(",")
  .map((type) => type.trim())
  .filter((type) => type !== "") as EventType[];

describe.each([
  ["English", en],
  ["Chinese", zh],
] as [string, Words][])("in %s", (_, words) => {
  it("each type of event has a sentence of its own, and no other has", () => {
    expect(TYPES.length).toBeGreaterThan(50);
    expect(Object.keys(words.events.types).sort()).toEqual([...TYPES].sort());
    const sentences = TYPES.map((type) => eventText(words, event("1", type, { aggregate: "workload/x" })));
    expect(new Set(sentences).size).toBe(TYPES.length);
    expect(sentences.filter((sentence) => /\w+\.\w+/.test(sentence))).toEqual([]);
  });

  it("each kind of thing that events are about has a name", () => {
    const kinds = new Set(TYPES.map((type) => type.slice(0, type.indexOf("."))));
    // Of an endpoint and a token the workload and the principal tell.
    kinds.delete("endpoint");
    kinds.delete("token");
    expect(Object.keys(words.events.kinds).sort()).toEqual([...kinds].sort());
  });
});

describe("an event in words", () => {
  const change = { path: "limits.CARDS.ceiling", before: "1000", after: "2000" };

  it("says its fields, values, actors and instants in the language", () => {
    expect(changeText(zh, change)).toBe("限额 › 卡 › 上限: 1000 → 2000");
    expect(changeText(zh, { path: "phase", before: "STARTING", after: "RUNNING" })).toBe("阶段: 启动中 → 运行中");
    expect(changeText(en, { path: "published", before: "false", after: "true" })).toBe("Published: no → yes");
    expect(valueText(en, "expiresAt", "2026-03-14T09:26:53Z")).toMatch(/^2026-03-1\d \d\d:26:53$/);
    expect(actorText(zh, event("1", "workload.running", {}))).toBe("调度器");
  });

  it("of a type or field that is not known keeps the contract's words", () => {
    const later = { ...event("1", "workload.running", {}), type: "card.melted" as EventType };
    expect(eventText(en, later)).toBe("card.melted: count");
    expect(fieldText(en, "spec.newThing")).toBe("spec › newThing");
  });
});
