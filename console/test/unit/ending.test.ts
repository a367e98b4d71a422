import { describe, expect, it } from "vitest";
import type { Workload } from "../../src/api/types";
import { en } from "../../src/i18n/en";
import { zh } from "../../src/i18n/zh";
import { exitText, reasonText } from "../../src/pages/workloads/detail/ending";
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
    expect(reasonText(zh, ended({ reason: "EXITED", exitCode: 3 }))).toBe("它以退出码 3 结束，原因可看日志。");
    expect(plain(reasonText(en, ended({ reason: "OUT_OF_MEMORY" })))).toContain("more than its 2 GiB of host memory");
  });

  it("is told in the server's words where the code is new", () => {
    expect(reasonText(zh, ended({ reason: "SOMETHING_NEW", message: "The node left." }))).toBe("The node left.");
    expect(reasonText(en, ended({}))).toBeUndefined();
  });

  it("goes with the code or signal of its process", () => {
    expect(exitText(en, ended({ exitSignal: 9 }))).toBe("by signal SIGKILL");
    expect(exitText(zh, ended({ exitCode: 0 }))).toBe("退出码 0");
    expect(exitText(en, ended({}))).toBeUndefined();
  });
});
