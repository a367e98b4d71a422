import type { Column } from "../ui/Table";

/**
 * Rows as a CSV file (RFC 4180) with a mark that makes spreadsheets read it as UTF-8. Text that a spreadsheet would
 * take for a formula is led by an apostrophe.
 */
export function csvOf<R>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const told = columns.flatMap(({ title, text }) => (text ? [{ title, text }] : []));
  const lines = [told.map(({ title }) => title), ...rows.map((row) => told.map(({ text }) => text(row) ?? ""))];
  return `\ufeff${lines.map((line) => `${line.map(field).join(",")}\r\n`).join("")}`;
}

/**
 * The same rows as a JSON list of objects by the columns' ids, which are the same in every language. What a row does not
 * have is absent.
 */
export function jsonOf<R>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const told = columns.flatMap(({ id, text }) => (text ? [{ id, text }] : []));
  const objects = rows.map((row) =>
    Object.fromEntries(
      told.flatMap(({ id, text }) => {
        const value = text(row);
        return value === undefined ? [] : [[id, value]];
      }),
    ),
  );
  return `${JSON.stringify(objects, null, 2)}\n`;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

function field(value: string | number): string {
  const text = String(value);
  const safe = /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
