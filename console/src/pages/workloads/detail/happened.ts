import { PHASES, type Phase, type WellfieldEvent } from "../../../api/types";
import type { Words } from "../../../i18n/dictionary";
import { duration } from "../../../i18n/times";

/** An event of a workload as a line of its timeline. */
export interface Happened {
  /** The phase that it came to by this event, where it came to another one. */
  phase: Phase | undefined;
  title: string;
  notes: string[];
}

/**
 * What an event says: a new phase if there is one, else its type, and what else is known of it. `previous` is the one
 * before it in time.
 */
export function happened(t: Words, event: WellfieldEvent, previous?: WellfieldEvent): Happened {
  const before = statusOf(event.before);
  const after = statusOf(event.after);
  const phase = after.phase !== before.phase ? after.phase : undefined;
  const notes: string[] = [];
  if (after.node !== undefined && after.node !== before.node) {
    notes.push(t.detail.timeline.on(after.node));
  }
  if (phase === "QUEUED" && after.queuePosition !== undefined) {
    notes.push(t.detail.timeline.queued(after.queuePosition));
  }
  if (after.exitCode !== undefined && before.exitCode === undefined) {
    notes.push(t.detail.timeline.exited(after.exitCode));
  }
  const elapsed = previous === undefined ? 0 : Date.parse(event.at) - Date.parse(previous.at);
  if (elapsed >= 1000) {
    notes.push(t.detail.timeline.after(duration(t.words.units, elapsed)));
  }
  const model = member(event.after, "model");
  if (typeof model === "string") {
    notes.unshift(t.detail.timeline.model(model));
  }
  return { phase, title: phase === undefined ? titleOf(t, event.type) : t.words.phase[phase], notes };
}

/** Whether an event is of this workload, not of one that had its name before and was deleted. */
export function isOf(event: WellfieldEvent, id: string | undefined): boolean {
  const of = member(event.after, "id");
  return typeof of !== "string" || id === undefined || of === id;
}

function titleOf(t: Words, type: string): string {
  const known: Record<string, string | undefined> = t.detail.timeline.types;
  return known[type] ?? t.detail.timeline.changed(type);
}

interface Known {
  phase: Phase | undefined;
  node: string | undefined;
  exitCode: number | undefined;
  queuePosition: number | undefined;
}

/** The parts of a workload's state that a timeline tells; the state may be whole or its status alone. */
function statusOf(state: unknown): Known {
  const status = member(state, "status") ?? state;
  const phase = member(status, "phase");
  const node = member(status, "node") ?? member(member(status, "placement"), "node");
  const exitCode = member(status, "exitCode");
  const queuePosition = member(status, "queuePosition");
  return {
    phase: PHASES.find((each) => each === phase),
    node: typeof node === "string" ? node : undefined,
    exitCode: typeof exitCode === "number" ? exitCode : undefined,
    queuePosition: typeof queuePosition === "number" ? queuePosition : undefined,
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
