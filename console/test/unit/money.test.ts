import { describe, expect, it } from "vitest";
import { decimal, money, price, sum } from "../../src/i18n/money";
import { monthAfter, monthOf, monthStart } from "../../src/i18n/months";
import { csvOf } from "../../src/model/csv";
import { plain } from "./plain";

describe("an amount of money", () => {
  it("has its currency's decimals and groups its digits", () => {
    expect(plain(money({ amount: "1234567.5", currency: "CNY" }))).toBe("CNY 1,234,567.50");
    expect(plain(money({ amount: "0", currency: "CNY" }))).toBe("CNY 0.00");
    expect(plain(money({ amount: "120", currency: "JPY" }))).toBe("JPY 120");
    expect(plain(money({ amount: "-3.1", currency: "EUR" }))).toBe("EUR -3.10");
  });

  it("as a price keeps up to six digits after the point", () => {
    expect(plain(price({ amount: "3.835616438356164384", currency: "CNY" }))).toBe("CNY 3.835616");
    expect(plain(price({ amount: "2", currency: "CNY" }))).toBe("CNY 2.00");
  });
});

describe("a decimal number", () => {
  it("is exact where a double is not, and rounds halves up", () => {
    expect(decimal("123456789012345678.1234567")).toBe("123,456,789,012,345,678.123457");
    expect(decimal("0.0000005")).toBe("0.000001");
    expect(decimal("-0.0000001")).toBe("0");
    expect(decimal("12.500")).toBe("12.5");
    expect(decimal("999")).toBe("999");
  });

  it("is summed exactly", () => {
    expect(sum(["0.1", "0.2"])).toBe("0.3");
    expect(sum(["12", "-12.005"])).toBe("-0.005");
    expect(sum([])).toBe("0");
  });
});

describe("a month", () => {
  it("begins when its zone says so", () => {
    expect(new Date(monthStart("2026-03", "Asia/Shanghai")).toISOString()).toBe("2026-02-28T16:00:00.000Z");
    expect(new Date(monthStart("2026-11", "America/New_York")).toISOString()).toBe("2026-11-01T04:00:00.000Z");
    expect(new Date(monthStart("2026-01", "UTC")).toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(monthOf(Date.parse("2026-02-28T16:00:00Z"), "Asia/Shanghai")).toBe("2026-03");
  });

  it("follows another over the turn of the year", () => {
    expect(monthAfter("2026-12", 1)).toBe("2027-01");
    expect(monthAfter("2026-01", -1)).toBe("2025-12");
  });
});

describe("a CSV file", () => {
  const columns = [
    { id: "a", title: "Name", cell: () => null, text: (row: string) => row },
    { id: "b", title: "Seen only", cell: () => null },
  ];

  it("quotes what it has to and leaves out what is for the eye", () => {
    expect(csvOf(columns, ["plain", 'with "quotes", a comma'])).toBe(
      '\ufeffName\r\nplain\r\n"with ""quotes"", a comma"\r\n',
    );
  });

  it("holds nothing that a spreadsheet would run", () => {
    expect(csvOf(columns, ["=1+1", "-3.5", "@x"])).toBe("\ufeffName\r\n'=1+1\r\n-3.5\r\n'@x\r\n");
  });
});
