import { describe, expect, it } from "vitest";
import type { TokenBucket, TokenBucketList } from "../../src/api/types";
import { dayStart, daysBefore } from "../../src/i18n/months";
import { MOST_LINES, ticks, tokenSeries } from "../../src/model/curve";
import { windowOf } from "../../src/pages/usage/range";

const STARTS = ["2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z", "2026-12-03T00:00:00Z"];

function bucket(day: number, model: string, tokens: number): TokenBucket {
  return {
    from: STARTS[day] ?? "",
    to: "",
    model,
    modelOwner: "inference",
    requests: 1,
    failedRequests: 0,
    abortedRequests: 0,
    estimatedRequests: 0,
    promptTokens: tokens - 1,
    cachedTokens: 0,
    completionTokens: 1,
    simulated: false,
  };
}

function list(items: TokenBucket[]): TokenBucketList {
  return { from: "", to: "", zone: "UTC", bucket: "DAY", starts: STARTS, items };
}

describe("the token curve", () => {
  it("has a value for each day, 0 where nothing was used, and the largest line first", () => {
    const series = tokenSeries(list([bucket(0, "small", 10), bucket(2, "large", 300), bucket(0, "large", 5)]), "MODEL");
    expect(series).toEqual([
      { name: "inference/large", values: [5, 0, 300], total: 305 },
      { name: "inference/small", values: [10, 0, 0], total: 10 },
    ]);
  });

  it("draws as many lines as can be told apart, and the others as one", () => {
    const series = tokenSeries(list(Array.from({ length: 12 }, (_, n) => bucket(1, `m${n}`, 100 + n))), "MODEL");
    expect(series).toHaveLength(MOST_LINES);
    expect(series.at(-1)?.name).toBeUndefined();
    expect(series.reduce((sum, each) => sum + each.total, 0)).toBe(12 * 100 + 66);
  });

  it("has a scale of round numbers that holds everything", () => {
    for (const most of [1, 7, 40, 99, 1234, 5_000_000, 123_456_789]) {
      const scale = ticks(most);
      expect(scale[0]).toBe(0);
      expect(scale.at(-1)).toBeGreaterThanOrEqual(most);
      expect(scale.length).toBeLessThanOrEqual(6);
    }
    expect(ticks(0)).toEqual([0, 1]);
  });
});

describe("a range of days", () => {
  it("begins where its first day begins in the zone", () => {
    const now = Date.parse("2026-03-10T02:00:00Z");
    expect(windowOf("7d", "2026-03", "2026-03", "America/New_York", now, undefined).from).toBe(
      "2026-03-03T05:00:00.000Z",
    );
    expect(new Date(dayStart("2018-11-04", "America/Sao_Paulo")).toISOString()).toBe("2018-11-04T03:00:00.000Z");
    expect(daysBefore("2026-03-01", 1)).toBe("2026-02-28");
  });
});
