import type { Sorting } from "./Table";

/** A table's order as the URL has it: the column, with a minus before it when the largest comes first. */
export function sortingOf(text: string | undefined): Sorting | undefined {
  if (text === undefined) {
    return undefined;
  }
  return text.startsWith("-") ? { column: text.slice(1), descending: true } : { column: text, descending: false };
}

export function sortingText({ column, descending }: Sorting): string {
  return `${descending ? "-" : ""}${column}`;
}
