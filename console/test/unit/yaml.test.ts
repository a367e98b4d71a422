import { describe, expect, it } from "vitest";
import { yamlOf } from "../../src/model/yaml";

describe("a document as YAML", () => {
  it("is written as the product's own files are", () => {
    const text = yamlOf({
      apiVersion: "wellfield.dev/v1",
      metadata: { name: "chat", tenant: "inference", gone: undefined },
      spec: { command: ["vllm", "serve", "--port", "8000"], cards: 2, share: { memoryMib: 20_480 }, environment: {} },
    });
    expect(text).toBe(
      [
        "apiVersion: wellfield.dev/v1",
        "metadata:",
        "  name: chat",
        "  tenant: inference",
        "spec:",
        '  command: [vllm, serve, "--port", "8000"]',
        "  cards: 2",
        "  share:",
        "    memoryMib: 20480",
        "  environment: {}",
        "",
      ].join("\n"),
    );
  });

  it("quotes what would be read as something else", () => {
    const values = [
      "",
      "no",
      "8",
      "0x1f",
      ".5",
      "a: b",
      "a #b",
      "- x",
      "a\nb",
      'say "x"',
      "~",
      "{}",
      "*x",
      " a",
      "1e3",
    ];
    for (const value of values) {
      expect(yamlOf({ value })).toBe(`value: ${JSON.stringify(value)}\n`);
    }
  });

  it("leaves plain words plain", () => {
    for (const value of ["python", "train.py", "/data/models", "HF_HOME", "a b", "x=y"]) {
      expect(yamlOf({ value })).toBe(`value: ${value}\n`);
    }
  });

  it("sets an item's fields under its dash", () => {
    expect(yamlOf({ cards: [{ index: 0, pool: "a100" }] })).toBe("cards:\n  - index: 0\n    pool: a100\n");
  });
});
