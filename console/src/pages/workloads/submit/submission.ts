import type { WorkloadSubmission } from "../../../api/types";
import type { Words } from "../../../i18n/dictionary";
import { exact } from "../../../i18n/numbers";
import { splitCommand } from "./command-line";
import type { FieldName, Form } from "./form";

export type FieldErrors = Partial<Record<FieldName, string>>;

/** A form read: what would be sent, and what is wrong with what was entered. Sent only when nothing is wrong. */
export interface ReadForm {
  submission: WorkloadSubmission;
  errors: FieldErrors;
}

const NAME = /^[a-z][a-z0-9-]{0,62}$/;
const MODEL = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/;

/**
 * Reads a form. Only what the form alone can tell is checked here (is it a number, is the quote closed); see
 * {@link limitErrors} for what the card and the quota say about it.
 */
export function readForm(t: Words, form: Form): ReadForm {
  const words = t.submit.errors;
  const errors: FieldErrors = {};
  const number = (field: FieldName, unit: number, least: number, most: number): number => {
    const text = String(form[field]).trim();
    const value = Number(text);
    if (text === "" || Number.isNaN(value)) {
      errors[field] = text === "" ? words.required : words.number;
      return 0;
    }
    if (value < least || value > most) {
      errors[field] = words.range(exact(least), exact(most));
    } else if (unit === 1 && !Number.isInteger(value)) {
      errors[field] = words.integer;
    }
    return Math.round(value * unit);
  };

  const command = splitCommand(form.command);
  if ("unclosed" in command) {
    errors.command = words.quote;
  } else if (command.parts.length === 0) {
    errors.command = words.command;
  }
  if (form.tenant === "") {
    errors.tenant = words.required;
  }
  const name = form.name.trim();
  if (name !== "" && !NAME.test(name)) {
    errors.name = words.name;
  }

  const cards = number("cards", 1, 0, 512);
  const spec: WorkloadSubmission["spec"] = {
    type: form.type,
    command: "parts" in command ? command.parts : [],
    cards,
    cpuMilli: number("cpu", 1000, 0.01, 10_000),
    hostMemoryMib: number("hostMemory", 1024, 0.015625, 976_562),
    priority: number("priority", 1, -1000, 1000),
    graceSeconds: number("grace", 1, 0, 3600),
  };
  const environment = readEnvironment(t, form.environment, errors);
  if (Object.keys(environment).length > 0) {
    spec.environment = environment;
  }
  if (form.pool !== "") {
    spec.pool = form.pool;
  }
  if (cards > 0 && form.kind === "share") {
    const given = { memory: form.memory.trim() !== "", compute: form.compute.trim() !== "" };
    if (!given.memory && !given.compute) {
      errors.memory = words.share;
    }
    spec.share = {
      ...(given.memory && { memoryMib: number("memory", 1024, 0.001, 9765) }),
      ...(given.compute && { computePermille: number("compute", 10, 0.1, 100) }),
    };
  }
  if (cards > 0 && form.kind === "slice") {
    if (form.slice === "") {
      errors.slice = words.required;
    }
    spec.share = { migProfile: form.slice };
  }
  if (cards > 0 && form.isolation !== "AUTO") {
    if (form.kind === "share" && form.isolation === "HARD") {
      errors.isolation = words.shareIsolation;
    }
    spec.isolation = form.isolation;
  }
  if (form.type === "INFERENCE" && form.serves) {
    if (!MODEL.test(form.model.trim())) {
      errors.model = form.model.trim() === "" ? words.required : words.model;
    }
    spec.serves = {
      model: form.model.trim(),
      engine: form.engine,
      concurrentRequests: number("concurrentRequests", 1, 1, 100_000),
    };
  }
  return { submission: { ...(name !== "" && { metadata: { name } }), spec }, errors };
}

function readEnvironment(t: Words, text: string, errors: FieldErrors): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    const match = /^\s*([A-Za-z_][A-Za-z0-9_]{0,127})=(.*)$/.exec(line);
    if (!match) {
      errors.environment = t.submit.errors.environment(line.trim());
      break;
    }
    environment[match[1] ?? ""] = match[2] ?? "";
  }
  return environment;
}
