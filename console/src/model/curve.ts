import type { TokenBucket, TokenBucketList } from "../api/types";

export type UsageGroup = "MODEL" | "KEY";

/** A line of a curve: a value for each piece of time. */
export interface Series {
  /** Absent: all others together. */
  name: string | undefined;
  values: number[];
  total: number;
}

/** As many lines as can be told apart; the rest is one more. */
export const MOST_LINES = 8;

/** Tokens of each piece of time, the largest models or keys first; pieces without use are 0. */
export function tokenSeries(list: TokenBucketList, group: UsageGroup): Series[] {
  const place = new Map(list.starts.map((start, index) => [start, index]));
  const byName = new Map<string, Series>();
  for (const item of list.items) {
    const name = nameOf(item, group);
    const series = byName.get(name) ?? { name, values: list.starts.map(() => 0), total: 0 };
    const tokens = item.promptTokens + item.completionTokens;
    const index = place.get(item.from) ?? 0;
    series.values[index] = (series.values[index] ?? 0) + tokens;
    series.total += tokens;
    byName.set(name, series);
  }
  const all = [...byName.values()].sort((a, b) => b.total - a.total || (a.name ?? "").localeCompare(b.name ?? ""));
  if (all.length <= MOST_LINES) {
    return all;
  }
  const rest = all.slice(MOST_LINES - 1);
  const others: Series = {
    name: undefined,
    values: list.starts.map((_, index) => rest.reduce((sum, each) => sum + (each.values[index] ?? 0), 0)),
    total: rest.reduce((sum, each) => sum + each.total, 0),
  };
  return [...all.slice(0, MOST_LINES - 1), others];
}

/** What a sum is of: "inference/chat-8b", "training/app". */
export function nameOf(item: TokenBucket, group: UsageGroup): string {
  const [owner, name] = group === "MODEL" ? [item.modelOwner, item.model] : [item.tenant, item.key];
  return `${owner ?? ""}/${name ?? ""}`;
}

/** Round numbers from 0 to one that is at least `most`: 2 to 5 steps of 1, 2 or 5 times a power of ten. */
export function ticks(most: number): number[] {
  if (most <= 0) {
    return [0, 1];
  }
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each * 5 >= most) ?? 10 * power);
  const last = Math.ceil(most / step);
  return Array.from({ length: last + 1 }, (_, index) => index * step);
}
