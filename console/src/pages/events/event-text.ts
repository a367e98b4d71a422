import type { WellfieldEvent } from "../../api/types";
import type { Words } from "../../i18n/dictionary";
import { moment } from "../../i18n/times";
import type { Change } from "../../model/diff";
import { nameOf } from "./changes";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What happened, in a sentence. */
export function eventText(t: Words, event: WellfieldEvent): string {
  const known: Partial<Record<string, (name: string) => string>> = t.events.types;
  const name = nameOf(event);
  return known[event.type]?.(name) ?? t.events.otherType(event.type, name);
}

/** Who did it: a person's name, or which part of the server. */
export function actorText(t: Words, { actor }: WellfieldEvent): string {
  const known: Partial<Record<string, string>> = t.events.actors;
  return known[actor] ?? actor;
}

/** A field in words: "Limits › Cards › Ceiling" of "limits.CARDS.ceiling". What has no word stays as it is called. */
export function fieldText(t: Words, path: string): string {
  const known: Partial<Record<string, string>> = { ...t.events.fields, ...t.words.dimension };
  return path
    .split(".")
    .map((part) => known[part] ?? part)
    .join(" › ");
}

/** A value in words, where it is a word of the contract, an instant or a yes or no. */
export function valueText(t: Words, path: string, value: string): string {
  if (INSTANT.test(value)) {
    return moment(Date.parse(value));
  }
  if (value === "true" || value === "false") {
    return value === "true" ? t.events.yes : t.events.no;
  }
  const field = path.slice(path.lastIndexOf(".") + 1);
  const words: Partial<Record<string, Partial<Record<string, string>>>> = {
    phase: t.words.phase,
    type: t.words.type,
    isolation: t.words.isolation,
    dimension: t.words.dimension,
    role: t.words.role,
    roles: t.words.role,
    state: t.alerts.state,
    severity: t.alerts.severity,
    rule: t.alerts.rule,
    reason: t.events.reasons,
  };
  const known = words[field];
  return known
    ? value
        .split(", ")
        .map((each) => known[each] ?? each)
        .join(t.words.comma)
    : value;
}

/** "Phase: Running → Stopping". */
export function changeText(t: Words, { path, before, after }: Change): string {
  const now = after === undefined ? t.events.detail.absent : valueText(t, path, after);
  return before === undefined
    ? `${fieldText(t, path)}: ${now}`
    : `${fieldText(t, path)}: ${valueText(t, path, before)} → ${now}`;
}
