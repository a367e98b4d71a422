/**
 * A document as YAML, as the product's own files are written: two spaces a level, an item's first field beside its
 * dash, lists of plain values on one line. What is undefined is left out.
 */
export function yamlOf(document: object): string {
  return `${block(document, "")}\n`;
}

function block(value: object, indent: string): string {
  if (Array.isArray(value)) {
    return value.map((item) => `${indent}- ${nested(item, `${indent}  `).trimStart()}`).join("\n");
  }
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => `${indent}${scalar(key)}:${beside(each, `${indent}  `)}`)
    .join("\n");
}

/** What stands after a key's colon: on its line, or below it. */
function beside(value: unknown, indent: string): string {
  const text = nested(value, indent);
  return text.startsWith(indent) ? `\n${text}` : ` ${text}`;
}

/** A value on one line, or its block with that indent. */
function nested(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) {
    return scalar(value);
  }
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) {
    return `[${value.map(scalar).join(", ")}]`;
  }
  return Object.keys(value).length === 0 ? "{}" : block(value, indent);
}

/** Text that YAML reads as nothing but this text, without quotes. */
const PLAIN = /^[A-Za-z_./][\w./@+=-]*(?: [\w./@+=-]+)*$/;
/** Words that YAML 1.1 or 1.2 takes for something else, and numbers that begin with a point. */
const MEANS_MORE = /^(?:true|false|yes|no|on|off|null|y|n|\.[\d.einfa]+)$/i;

function scalar(value: unknown): string {
  if (typeof value !== "string") {
    return String(value);
  }
  // A JSON string is a double-quoted YAML one.
  return PLAIN.test(value) && !MEANS_MORE.test(value) ? value : JSON.stringify(value);
}
