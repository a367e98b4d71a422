import { describe, expect, it } from "vitest";
import type { EventType, WellfieldEvent } from "../../src/api/types";
import { en } from "../../src/i18n/en";
import { zh } from "../../src/i18n/zh";
import { happened, isOf } from "../../src/pages/workloads/detail/happened";

function event(more: Partial<WellfieldEvent>): WellfieldEvent {
  return {
    cursor: "1",
    at: "2026-03-14T09:00:00Z",
    actor: "wei",
    type: "workload.queued",
    aggregate: "workload/a",
    ...more,
  };
}

describe("an event on the timeline", () => {
  it("is the phase that the workload came to", () => {
    const told = happened(
      en,
      event({
        at: "2026-03-14T09:00:12Z",
        before: { status: { phase: "QUEUED" } },
        after: { status: { phase: "STARTING", placement: { node: "node-1" } } },
      }),
      event({}),
    );
    expect(told).toEqual({ phase: "STARTING", title: "Starting", notes: ["on node-1", "after 12 s"] });
  });

  it("reads a state that is the status alone", () => {
    const told = happened(zh, event({ before: { phase: "RUNNING" }, after: { phase: "FAILED", exitCode: 3 } }));
    expect(told).toEqual({ phase: "FAILED", title: "已失败", notes: ["退出码 3"] });
  });

  it("says in words what is no change of phase", () => {
    expect(happened(en, event({ type: "workload.submitted", after: { id: "x" } })).title).toBe("Submitted");
    const added = event({ type: "endpoint.added", after: { model: "chat-8b", url: "http://127.0.0.1:1" } });
    expect(happened(zh, added)).toEqual({ phase: undefined, title: "引擎已响应，开始服务", notes: ["模型 chat-8b"] });
  });

  it("is of this workload and not of one that had its name before", () => {
    const submitted = event({ type: "workload.submitted", after: { id: "first" } });
    expect(isOf(submitted, "first")).toBe(true);
    expect(isOf(submitted, "second")).toBe(false);
    expect(isOf(event({ type: "endpoint.added", after: { model: "m" } }), "second")).toBe(true);
  });

  it("is its type where no phase changed", () => {
    expect(happened(en, { ...event({}), type: "workload.priority-changed" as EventType }).title).toBe(
      "Changed: workload.priority-changed",
    );
  });
});
