import type { ChargeStep, InvoiceLine, LineTrace } from "../../api/types";
import type { Words } from "../../i18n/dictionary";
import { decimal, money, price } from "../../i18n/money";

/** What a line is about, "Card hours, A100-40GB". */
export function lineName(t: Words, line: InvoiceLine): string {
  const subject = line.cardModel ?? line.model;
  return subject === undefined ? t.billing.item[line.item] : `${t.billing.item[line.item]}${t.words.comma}${subject}`;
}

/** "12.5 card-hours × CNY 3.83 = CNY 47.95". */
export function formula(t: Words, line: InvoiceLine): string {
  return t.billing.trace.formula(
    decimal(line.quantity),
    t.billing.unit[line.unit],
    price(line.unitPrice),
    money(line.amount),
  );
}

/** A step of a charge in words; undefined for a code that this console doesn't know. */
export function stepText(t: Words, step: ChargeStep): string | undefined {
  const texts: Partial<Record<string, (params: ChargeStep["params"]) => string>> = t.billing.trace.step;
  return texts[step.code]?.(step.params);
}

/** A line's marks in words, for a file. */
export function notesText(t: Words, line: InvoiceLine): string {
  return [
    ...(line.notes ?? []).map((note) => t.billing.note[note]),
    ...(line.capped ? [t.billing.capped] : []),
    ...(line.estimated ? [t.billing.estimated] : []),
    ...(line.simulated ? [t.words.simulated] : []),
  ].join("; ");
}

type Comparison = LineTrace["secondLayer"][number];

/** "1,200 to 1,210": what the facts say of a window. */
export function factsRange(t: Words, { factsLow, factsHigh }: Comparison): string {
  const low = decimal(factsLow);
  const high = decimal(factsHigh);
  return low === high ? low : t.billing.trace.range(low, high);
}
