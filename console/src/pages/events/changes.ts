import type { WellfieldEvent } from "../../api/types";
import { type Change, diffOf } from "../../model/diff";

/** An event and what it changed. */
export interface Told {
  event: WellfieldEvent;
  changes: readonly Change[];
}

/**
 * Events, newest first, each with its changes: against the state that it carries itself, or, as a workload's carry
 * none, against that of the event before it.
 */
export function told(events: readonly WellfieldEvent[]): Told[] {
  const phases = new Map<string, WellfieldEvent>();
  return [...events]
    .reverse()
    .map((event) => {
      const of = `${event.tenant ?? ""} ${event.aggregate}`;
      const before = event.before ?? (hasPhase(event) ? phases.get(of)?.after : undefined);
      if (hasPhase(event)) {
        phases.set(of, event);
      }
      return { event, changes: event.after === undefined ? [] : diffOf(before, event.after) };
    })
    .reverse();
}

function hasPhase({ after }: WellfieldEvent): boolean {
  return typeof after === "object" && after !== null && "phase" in after;
}

/** Whether an event has a text in its type, aggregate, tenant, actor or changes, or in how those are told. */
export function matches(
  { event, changes }: Told,
  kind: string | undefined,
  text: string,
  said: readonly string[] = [],
): boolean {
  if (kind !== undefined && kindOf(event) !== kind) {
    return false;
  }
  const wanted = text.trim().toLowerCase();
  const parts = [
    event.type,
    event.aggregate,
    event.tenant ?? "",
    event.actor,
    ...said,
    ...changes.flatMap((change) => [change.path, change.before ?? "", change.after ?? ""]),
  ];
  return wanted === "" || parts.some((part) => part.toLowerCase().includes(wanted));
}

/** "workload" of "workload/train-1". */
export function kindOf({ aggregate }: WellfieldEvent): string {
  return aggregate.slice(0, aggregate.indexOf("/"));
}

/** "train-1" of "workload/train-1". */
export function nameOf({ aggregate }: WellfieldEvent): string {
  return aggregate.slice(aggregate.indexOf("/") + 1);
}
