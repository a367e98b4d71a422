import { describe, expect, it } from "vitest";
import type { Alert, SignalMinute } from "../../src/api/types";
import { alertText, measured } from "../../src/i18n/alert-text";
import { en } from "../../src/i18n/en";
import { zh } from "../../src/i18n/zh";
import { csvOf, jsonOf } from "../../src/model/csv";
import { around, everyMinute, signalName } from "../../src/pages/alerts/signal";
import { plain } from "./plain";

const ENGINE: Alert = {
  id: "0199b2f0-0000-7000-8000-000000000001",
  name: "engine-down.inference.chat",
  rule: "ENGINE_DOWN",
  severity: "CRITICAL",
  state: "FIRING",
  tenant: "inference",
  signal: { kind: "ENGINE", tenant: "inference", workload: "chat", life: "SILENT", silentSeconds: 45 },
  value: 45,
  threshold: 10,
  since: "2026-03-14T09:00:00Z",
};
const minute = (at: string, highest: number): SignalMinute => ({
  measure: "SILENT_SECONDS",
  minute: at,
  lowest: 0,
  highest,
  mean: 1,
});

describe("an alert", () => {
  it("says what is wrong in numbers, in both languages", () => {
    expect(plain(alertText(en, ENGINE))).toBe("Engine inference/chat has not answered for 45 s.");
    const gone: Alert = { ...ENGINE, signal: { ...ENGINE.signal, life: "GONE" } };
    expect(plain(alertText(zh, gone))).toBe("引擎 inference/chat 在 45 秒前结束，并没有人取消它。");
  });

  it("is about the signal that has its name without the rule", () => {
    expect(signalName(ENGINE)).toBe("engine.inference.chat");
  });

  it("is drawn from an hour before it began, and what nobody saw is a gap", () => {
    const minutes = [
      minute("2026-03-14T07:59:00Z", 1),
      minute("2026-03-14T08:00:00Z", 2),
      minute("2026-03-14T08:03:00Z", 30),
    ];
    const shown = around(ENGINE, minutes, Date.parse("2026-03-14T09:05:00Z"));
    expect(everyMinute(shown).map((each) => each.minute?.highest)).toEqual([2, undefined, undefined, 30]);
    expect(everyMinute([])).toEqual([]);
  });

  it("has its numbers in the unit of their measure", () => {
    expect(plain(measured(en, "USED_PERMILLE", 825))).toBe("82.5 %");
    expect(plain(measured(en, "SILENT_SECONDS", 0))).toBe("0 s");
  });
});

describe("a list in a file", () => {
  const columns = [{ id: "name", title: "名称", cell: () => null, text: (row: string) => row || undefined }];

  it("is JSON by ids that are the same in every language, without what a row does not have", () => {
    expect(jsonOf(columns, ["a", ""])).toBe('[\n  {\n    "name": "a"\n  },\n  {}\n]\n');
  });

  it("has nothing that a spreadsheet takes for a formula, whatever leads it", () => {
    expect(csvOf(columns, [" =1+1", "\n@x", "＝1"])).toBe("\ufeff名称\r\n' =1+1\r\n\"'\n@x\"\r\n'＝1\r\n");
  });
});
