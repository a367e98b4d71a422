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
      return r.START_FAILED(said(t, status.message));
    default:
      return said(t, status.message);
  }
}

function said(t: Words, message: string | undefined): string | undefined {
  return message === undefined ? undefined : t.problem.said(message);
}

/** The code or signal that its process ended with, and which of the two it is. */
export function exitOf(t: Words, { status }: Workload): { name: string; value: string } | undefined {
  if (status.exitSignal !== undefined) {
    return { name: t.detail.status.exitSignal, value: signalName(status.exitSignal) };
  }
  return status.exitCode === undefined ? undefined : { name: t.detail.status.exitCode, value: String(status.exitCode) };
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
