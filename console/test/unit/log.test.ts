import { describe, expect, it } from "vitest";
import { EMPTY_LOG, KEPT_LINES, appended } from "../../src/api/log";

function written(...texts: string[]) {
  let at = 0;
  return texts.reduce((view, text) => {
    const piece = { offset: at, next: at + text.length, text };
    at = piece.next;
    return appended(view, piece, piece.offset);
  }, EMPTY_LOG);
}

describe("a log", () => {
  it("goes on in the line that a piece broke off in", () => {
    expect(written("one\ntw", "o\nthree").lines).toEqual(["one", "two", "three"]);
    expect(written("one\n", "two\n").lines).toEqual(["one", "two"]);
  });

  it("keeps empty lines", () => {
    expect(written("a\n\nb\n").lines).toEqual(["a", "", "b"]);
  });

  it("shows the last writing of a line that was written over, and no colours", () => {
    expect(written("10 %\r50 %\r100 %\n\u001b[32mdone\u001b[0m\n").lines).toEqual(["100 %", "done"]);
    expect(written("windows\r\nline\r\n").lines).toEqual(["windows", "line"]);
  });

  it("keeps a bounded number of lines and says how many made room", () => {
    const view = written("x\n".repeat(KEPT_LINES + 7));
    expect(view.lines).toHaveLength(KEPT_LINES);
    expect(view.dropped).toBe(7);
  });

  it("says how much was gone before it could be read", () => {
    const view = appended(EMPTY_LOG, { offset: 500, next: 504, text: "late" }, 100);
    expect(view.missedBytes).toBe(400);
  });
});
