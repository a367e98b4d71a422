import type { Workload } from "../../../api/types";
import type { Words } from "../../../i18n/dictionary";
import { amount } from "../../../i18n/numbers";

const DEFAULT_HOST_MEMORY_MIB = 1024;

/** Why it ended, from the code; a code that this console does not know yet is told in the server's own words. */
export function reasonText(t: Words, { status, spec }: Workload): string | undefined {
  const r = t.detail.reason;
  switch (status.reason) {
    case "EXITED":
      return r.EXITED(String(status.exitCode ?? t.words.unknown));
    case "KILLED":
      return r.KILLED(status.exitSignal === undefined ? t.words.unknown : signalName(status.exitSignal));
    case "OUT_OF_MEMORY":
      return r.OUT_OF_MEMORY(amount(t.words.units, "HOST_MEMORY", spec.hostMemoryMib ?? DEFAULT_HOST_MEMORY_MIB));
    case "COMPLETED":
    case "LOST":
    case "CANCELLED":
    case "OVER_QUOTA":
    case "ISOLATION_UNAVAILABLE":
      return r[status.reason];
    case "START_FAILED":
      return [r.START_FAILED, status.message].filter((part) => part !== undefined).join(" ");
    default:
      return status.message;
  }
}

/** The code or signal that its process ended with. */
export function exitText(t: Words, { status }: Workload): string | undefined {
  if (status.exitSignal !== undefined) {
    return t.detail.status.exitSignal(signalName(status.exitSignal));
  }
  return status.exitCode === undefined ? undefined : t.detail.status.exitCode(status.exitCode);
}

/** The signals that end processes, by their numbers on Linux. */
function signalName(signal: number): string {
  const names: Record<number, string> = {
    1: "SIGHUP",
    2: "SIGINT",
    6: "SIGABRT",
    9: "SIGKILL",
    11: "SIGSEGV",
    13: "SIGPIPE",
    15: "SIGTERM",
  };
  return names[signal] ?? String(signal);
}
