import type { Problem } from "../../../api/types";
import type { Words } from "../../../i18n/dictionary";
import { explain } from "../../../i18n/explain";
import type { FieldName } from "./form";
import type { FieldErrors } from "./submission";

/** Where in the form each part of a submission is entered; the longest pointer that fits wins. */
const FIELDS: readonly [pointer: string, field: FieldName][] = [
  ["path/tenant", "tenant"],
  ["/metadata/tenant", "tenant"],
  ["/metadata/name", "name"],
  ["/spec/type", "type"],
  ["/spec/command", "command"],
  ["/spec/environment", "environment"],
  ["/spec/pool", "pool"],
  ["/spec/cards", "cards"],
  ["/spec/share", "kind"],
  ["/spec/share/memoryMib", "memory"],
  ["/spec/share/computePermille", "compute"],
  ["/spec/share/bandwidthPermille", "compute"],
  ["/spec/share/migProfile", "slice"],
  ["/spec/isolation", "isolation"],
  ["/spec/cpuMilli", "cpu"],
  ["/spec/hostMemoryMib", "hostMemory"],
  ["/spec/priority", "priority"],
  ["/spec/graceSeconds", "grace"],
  ["/spec/serves", "serves"],
  ["/spec/serves/model", "model"],
  ["/spec/serves/engine", "engine"],
  ["/spec/serves/concurrentRequests", "concurrentRequests"],
];

/** A problem of a submission for `tenant`, beside the fields that it is about; the rest is said above the form. */
export interface ProblemFields {
  fields: FieldErrors;
  general: string[];
}

export function problemFields(t: Words, problem: Problem, tenant: string): ProblemFields {
  const fields: FieldErrors = {};
  const general: string[] = [];
  for (const error of problem.errors ?? []) {
    const field = fieldOf(error.pointer);
    const text = violation(t, error.expected, error.value);
    if (field === undefined) {
      general.push(`${error.pointer}: ${text}`);
    } else {
      fields[field] = fields[field] === undefined ? text : `${fields[field]} ${text}`;
    }
  }
  if (problem.code === "name-taken") {
    fields.name = t.submit.errors.exists;
  } else if (problem.explanation) {
    const told = explain(t, problem.explanation, tenant);
    general.push(told.headline, ...told.failed, ...told.remedies);
  } else if ((problem.errors ?? []).length === 0) {
    general.push(t.problem.said(problem.detail ?? problem.title));
  }
  return { fields, general };
}

export function fieldOf(pointer: string): FieldName | undefined {
  return FIELDS.filter(([prefix]) => pointer === prefix || pointer.startsWith(`${prefix}/`)).sort(
    ([a], [b]) => b.length - a.length,
  )[0]?.[1];
}

function violation(t: Words, expected: string, value: unknown): string {
  const simple = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return t.problem.expected(expected, simple && String(value).length <= 60 ? String(value) : undefined);
}
