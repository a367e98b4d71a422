import type { Money } from "../api/types";

const JOINT = "\u00a0";
/** As many digits after the point as a price or a quantity shows; all of them are on hover. */
const SHOWN_DIGITS = 6;

/** A decimal number given as text, grouped, with `least` to `most` digits after the point; halves go up. */
export function decimal(text: string, least = 0, most = SHOWN_DIGITS): string {
  const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const kept = fraction.padEnd(most + 1, "0").slice(0, most + 1);
  const rounded = String((BigInt(whole + kept) + 5n) / 10n).padStart(most + 1, "0");
  const digits = rounded
    .slice(rounded.length - most)
    .replace(/0+$/, "")
    .padEnd(least, "0");
  const grouped = rounded.slice(0, rounded.length - most).replace(/\B(?=(\d{3})+$)/g, ",");
  const shown = digits === "" ? grouped : `${grouped}.${digits}`;
  return sign === "-" && /[1-9]/.test(shown) ? `-${shown}` : shown;
}

/** An amount with its currency and that currency's decimals, "CNY 1,234.50". */
export function money({ amount, currency }: Money): string {
  const digits = decimalsOf(currency);
  return `${currency}${JOINT}${decimal(amount, digits, digits)}`;
}

/** A price: at least its currency's decimals, and as many more as it has, up to six. */
export function price({ amount, currency }: Money): string {
  const digits = decimalsOf(currency);
  return `${currency}${JOINT}${decimal(amount, digits, Math.max(digits, SHOWN_DIGITS))}`;
}

/** The sum of decimal numbers given as text, exact. */
export function sum(texts: readonly string[]): string {
  const digits = Math.max(0, ...texts.map((text) => text.split(".")[1]?.length ?? 0));
  const total = texts.reduce((all, text) => all + scaled(text, digits), 0n);
  const sign = total < 0n ? "-" : "";
  const plain = String(total < 0n ? -total : total).padStart(digits + 1, "0");
  return digits === 0 ? sign + plain : `${sign}${plain.slice(0, -digits)}.${plain.slice(-digits)}`;
}

function scaled(text: string, digits: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(digits, "0"));
}

function decimalsOf(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
