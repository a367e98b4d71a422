import { describe, expect, it } from "vitest";
import type { Workload } from "../../src/api/types";
import { en } from "../../src/i18n/en";
import { zh } from "../../src/i18n/zh";
import { exitOf, reasonText } from "../../src/pages/workloads/detail/ending";
import { plain } from "./plain";

function ended(status: Partial<Workload["status"]>): Workload {
  return {
    apiVersion: "wellfield.dev/v1",
    kind: "Workload",
    metadata: { name: "a", tenant: "adhoc", version: 1 },
    spec: { type: "BATCH", command: ["x"], hostMemoryMib: 2048 },
    status: { phase: "FAILED", simulated: true, submittedAt: "2026-03-14T09:00:00Z", ...status },
  };
}

describe("why a workload ended", () => {
  it("is told from its code, in both languages", () => {
    const killed = ended({ reason: "KILLED", exitSignal: 11 });
    expect(reasonText(en, killed)).toBe("Signal SIGSEGV ended it; Wellfield did not send it.");
    expect(reasonText(zh, ended({ reason: "EXITED", exitCode: 3 }))).toBe("进程以退出码 3 结束，日志里可能有原因。");
    expect(plain(reasonText(en, ended({ reason: "OUT_OF_MEMORY" })))).toContain("more than its 2 GiB of host memory");
  });

  it("is told in the server's words where the code is new", () => {
    const unheard = ended({ reason: "SOMETHING_NEW", message: "The node left." });
    expect(reasonText(en, unheard)).toBe("The node left.");
    expect(reasonText(zh, unheard)).toBe("服务器说明：“The node left.”");
    expect(reasonText(en, ended({}))).toBeUndefined();
  });

  it("that could not be started is told once", () => {
    const failed = ended({ reason: "START_FAILED", message: "It could not be started: no such program" });
    expect(reasonText(en, failed)).toBe("It could not be started: no such program");
    expect(reasonText(zh, failed)).toBe("未能启动。服务器说明：“It could not be started: no such program”");
    expect(reasonText(en, ended({ reason: "START_FAILED" }))).toBe("It could not be started.");
  });

  it("goes with the code or signal of its process, which is named once", () => {
    expect(exitOf(en, ended({ exitSignal: 9 }))).toEqual({ name: "Ended by", value: "SIGKILL" });
    expect(exitOf(zh, ended({ exitCode: 127 }))).toEqual({ name: "退出码", value: "127" });
    expect(exitOf(en, ended({}))).toBeUndefined();
  });
});
