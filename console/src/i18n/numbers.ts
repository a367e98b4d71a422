import type { Dimension } from "../api/types";
import type { Units } from "./units";

/**
 * How numbers read: with their unit, three significant digits at a glance, all of them on demand. Digits are grouped
 * the same way in both languages.
 */
const SHORT = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const EXACT = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
/** A number and its unit stay on one line. */
const JOINT = "\u00a0";
const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export function short(value: number): string {
  return Math.abs(value) >= 1000 ? WHOLE.format(value) : SHORT.format(value);
}

export function exact(value: number): string {
  return EXACT.format(value);
}

/** MiB in the unit that reads best: 512 MiB, 12 GiB, 1.5 TiB. */
export function memory(mib: number): string {
  const size = Math.abs(mib);
  if (size >= 1024 * 1024) {
    return `${short(mib / 1024 / 1024)}${JOINT}TiB`;
  }
  return size >= 1024 ? `${short(mib / 1024)}${JOINT}GiB` : `${short(mib)}${JOINT}MiB`;
}

/** Bytes of a file or a log, in the unit that reads best. */
export function bytes(count: number): string {
  if (count < 1024) {
    return `${short(count)}${JOINT}B`;
  }
  return count < 1024 * 1024 ? `${short(count / 1024)}${JOINT}KiB` : memory(count / 1024 / 1024);
}

/** MB/s in the unit that reads best. */
export function bandwidth(megabytesPerSecond: number): string {
  const size = Math.abs(megabytesPerSecond);
  if (size >= 1_000_000) {
    return `${short(megabytesPerSecond / 1_000_000)}${JOINT}TB/s`;
  }
  return size >= 1000 ? `${short(megabytesPerSecond / 1000)}${JOINT}GB/s` : `${short(megabytesPerSecond)}${JOINT}MB/s`;
}

/** A part in thousandths as a percentage, "62 %". */
export function percent(permille: number): string {
  return `${short(permille / 10)}${JOINT}%`;
}

/** An amount in its dimension's own unit (the contract's), for a glance. */
export function amount(units: Units, dimension: Dimension, value: number): string {
  switch (dimension) {
    case "CARDS":
      return units.cards(short(value / 1000), value === 1000);
    case "COMPUTE":
      return units.compute(short(value / 1000), value === 1000);
    case "CPU":
      return units.cores(short(value / 1000), value === 1000);
    case "CONCURRENCY":
      return units.workloads(short(value), value === 1);
    case "MEMORY":
    case "HOST_MEMORY":
      return memory(value);
    case "BANDWIDTH":
      return bandwidth(value);
  }
}

/** The same with every digit, in the unit in which it is counted. */
export function exactAmount(units: Units, dimension: Dimension, value: number): string {
  switch (dimension) {
    case "CARDS":
      return units.cards(exact(value / 1000), value === 1000);
    case "COMPUTE":
      return units.compute(exact(value / 1000), value === 1000);
    case "CPU":
      return units.cores(exact(value / 1000), value === 1000);
    case "CONCURRENCY":
      return units.workloads(exact(value), value === 1);
    case "MEMORY":
    case "HOST_MEMORY":
      return `${exact(value)}${JOINT}MiB`;
    case "BANDWIDTH":
      return `${exact(value)}${JOINT}MB/s`;
  }
}

/** An amount of one card: memory as memory, compute as a percentage of the card. */
export function amountOfCard(units: Units, dimension: Dimension, value: number): string {
  return dimension === "COMPUTE" || dimension === "CARDS" ? percent(value) : amount(units, dimension, value);
}
