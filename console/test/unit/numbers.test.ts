import { describe, expect, it } from "vitest";
import { en } from "../../src/i18n/en";
import { amount, amountOfCard, bandwidth, bytes, exactAmount, memory, percent, short } from "../../src/i18n/numbers";
import { duration, moment, relative, shownZone } from "../../src/i18n/times";
import { zh } from "../../src/i18n/zh";
import { plain } from "./plain";

const english = en.words.units;
const chinese = zh.words.units;

describe("numbers", () => {
  it("have three significant digits at a glance and whole thousands", () => {
    expect([0, 0.4, 1.2345, 12.345, 999.4, 12_345.6].map(short)).toEqual(["0", "0.4", "1.23", "12.3", "999", "12,346"]);
  });

  it("stay on one line with their unit", () => {
    expect(memory(20_480)).toBe("20\u00a0GiB");
    expect(amount(chinese, "CARDS", 1000)).toBe("1\u00a0张卡");
  });

  it("take the unit of memory that reads best", () => {
    expect(plain([0, 512, 1024, 20_480, 1_572_864].map(memory))).toEqual([
      "0 MiB",
      "512 MiB",
      "1 GiB",
      "20 GiB",
      "1.5 TiB",
    ]);
  });

  it("say bytes and bandwidth in their own steps", () => {
    expect(plain([12, 2048, 3_145_728].map(bytes))).toEqual(["12 B", "2 KiB", "3 MiB"]);
    expect(plain([800, 64_000, 1_555_000].map(bandwidth))).toEqual(["800 MB/s", "64 GB/s", "1.56 TB/s"]);
  });

  it("say every dimension in its unit, in both languages", () => {
    expect(plain(amount(english, "CARDS", 1000))).toBe("1 card");
    expect(plain(amount(english, "CARDS", 2550))).toBe("2.55 cards");
    expect(plain(amount(english, "COMPUTE", 500))).toBe("0.5 cards of compute");
    expect(plain(amount(english, "CPU", 8000))).toBe("8 cores");
    expect(plain(amount(english, "CONCURRENCY", 1))).toBe("1 workload");
    expect(plain(amount(english, "HOST_MEMORY", 196_608))).toBe("192 GiB");
    expect(plain(amount(chinese, "CARDS", 2550))).toBe("2.55 张卡");
    expect(plain(amount(chinese, "CPU", 8000))).toBe("8 核");
    expect(plain(amount(chinese, "CONCURRENCY", 3))).toBe("3 个工作负载");
  });

  it("keep every digit where exactness is asked for", () => {
    expect(plain(exactAmount(english, "MEMORY", 40_960))).toBe("40,960 MiB");
    expect(plain(exactAmount(english, "CARDS", 2334))).toBe("2.334 cards");
    expect(plain(exactAmount(english, "BANDWIDTH", 1_555_000))).toBe("1,555,000 MB/s");
  });

  it("say a part of a card's compute as a percentage", () => {
    expect(plain(percent(625))).toBe("62.5 %");
    expect(plain(amountOfCard(english, "COMPUTE", 250))).toBe("25 %");
    expect(plain(amountOfCard(english, "MEMORY", 10_240))).toBe("10 GiB");
  });
});

describe("times", () => {
  const SECOND = 1000;
  const HOUR = 3600 * SECOND;

  it("say a duration in its two largest units", () => {
    const told = [240, 12 * SECOND, 60 * SECOND, 61 * SECOND, 2 * HOUR + 14 * 60 * SECOND, 50 * HOUR].map((millis) =>
      duration(english, millis),
    );
    expect(told).toEqual(["240 ms", "12 s", "1 m", "1 m 1 s", "2 h 14 m", "2 d 2 h"]);
    expect(duration(chinese, 2 * HOUR + 14 * 60 * SECOND)).toBe("2 小时 14 分");
  });

  it("never go below zero when two clocks differ", () => {
    expect(duration(english, -5)).toBe("0 ms");
  });

  it("say how long ago in one unit, and what is to come", () => {
    expect(relative(english, 10_000, 10_400)).toBe("just now");
    expect(relative(english, 0, 3 * SECOND)).toBe("3 s ago");
    expect(relative(english, 5 * HOUR, 0)).toBe("in 5 h");
    expect(relative(chinese, 0, 3 * SECOND)).toBe("3 秒前");
    expect(relative(chinese, 5 * HOUR, 0)).toBe("5 小时后");
  });

  it("name their zone and how far it is from UTC", () => {
    const instant = Date.parse("2026-03-14T16:30:05Z");
    expect(shownZone(instant, "Asia/Shanghai")).toBe("Asia/Shanghai, UTC+8");
    expect(shownZone(instant, "UTC")).toBe("UTC");
  });

  it("say a moment in the zone that is chosen", () => {
    const instant = Date.parse("2026-03-14T16:30:05Z");
    expect(moment(instant, "UTC")).toBe("2026-03-14 16:30:05");
    expect(moment(instant, "Asia/Shanghai")).toBe("2026-03-15 00:30:05");
  });
});
