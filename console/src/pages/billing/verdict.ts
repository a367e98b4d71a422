import type { LineTrace } from "../../api/types";
import type { Words } from "../../i18n/dictionary";
import { decimal, sum } from "../../i18n/money";
import { factsRange } from "./line-text";

type Comparison = LineTrace["secondLayer"][number];

/** What a proof comes to, as a sentence. */
export function verdictText(t: Words, trace: LineTrace): string {
  const w = t.billing.trace;
  const layer = trace.secondLayer;
  switch (trace.verdict) {
    case "AGREES": {
      const [first] = layer;
      if (first === undefined) {
        return trace.facts.count === 0 ? w.flatUnused : w.flat;
      }
      return layer.length === 1
        ? w.agreesOne(first.source, measured(t, first.measured, first), factsRange(t, first))
        : w.agreesAll(layer.length, measured(t, sum(layer.map((each) => each.measured)), first));
    }
    case "DISAGREES": {
      const wrong = layer.filter((each) => !each.agrees);
      const difference = sum(wrong.map((each) => each.difference));
      const sources = t.words.list(wrong.map((each) => each.source));
      const text = measured(t, difference.replace("-", ""), wrong[0]);
      return difference.startsWith("-") ? w.less(text, sources) : w.more(text, sources);
    }
    case "UNPROVED": {
      const open = layer.filter((each) => each.from === undefined || each.note === "NOT_SCRAPED");
      return open.length === 0 ? w.unprovedAll : w.unproved(t.words.list(open.map((each) => each.source)));
    }
  }
}

function measured(t: Words, quantity: string, { measure }: Pick<Comparison, "measure"> = {}): string {
  return measure === undefined ? decimal(quantity) : `${decimal(quantity)} ${t.billing.trace.measure[measure]}`;
}
