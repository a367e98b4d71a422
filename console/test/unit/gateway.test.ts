import { describe, expect, it } from "vitest";
import { EventLines } from "../../src/api/gateway";
import type { Model, Plan, PriceBook, Tenant } from "../../src/api/types";
import { chatPrice } from "../../src/pages/models/chat-price";
import { asCurl, asPython } from "../../src/pages/models/snippets";
import { tokensPerSecond } from "../../src/pages/models/use-chat";

describe("a stream of events", () => {
  it("is cut where its lines end, wherever its pieces do", () => {
    const lines = new EventLines();
    expect(lines.push('data: {"a"')).toEqual([]);
    expect(lines.push(":1}\r")).toEqual([]);
    expect(lines.push('\n\r\ndata:{"b":2}\n: a remark\n\ndata: [DO')).toEqual(['{"a":1}', '{"b":2}']);
    expect(lines.push("NE]\n\n")).toEqual(["[DONE]"]);
  });
});

describe("an answer's cost", () => {
  const model = { metadata: { name: "m", tenant: "owner", version: 1 } } as Model;
  const book = {
    metadata: { name: "list", version: 1 },
    spec: { currency: "CNY", tokens: [{ model: "m", inputPerMillion: "1.00", outputPerMillion: "2.00" }] },
  } as PriceBook;
  const plan = (type: Plan["spec"]["type"]) =>
    ({ metadata: { name: "p", version: 1 }, spec: { type, for: "TOKENS" } }) as Plan;
  const tenant = (name: string, priceBook = "list") =>
    ({
      metadata: { name, version: 1 },
      spec: { zone: "UTC", priceBook, plans: { cards: "c", tokens: "p" } },
    }) as Tenant;
  const tokens = { prompt: 1000, completion: 500 };

  it("is its tokens at the price of the tenant's book", () => {
    const cost = chatPrice(model, tenant("other"), [book], [plan("PAY_AS_YOU_GO")], tokens);
    expect(cost?.list).toEqual({ amount: "0.002000", currency: "CNY" });
    expect(cost?.free).toBeUndefined();
  });

  it("is nothing for one's own model, on an unlimited plan, and without a price", () => {
    expect(chatPrice(model, tenant("owner"), [book], [plan("PAY_AS_YOU_GO")], tokens)?.free).toBe("OWN_MODEL");
    expect(chatPrice(model, tenant("other"), [book], [plan("UNLIMITED")], tokens)?.free).toBe("UNLIMITED");
    const none = { ...book, spec: { currency: "CNY" } };
    expect(chatPrice(model, tenant("other"), [none], [plan("PAY_AS_YOU_GO")], tokens)?.free).toBe("NO_PRICE");
  });

  it("is not guessed where the prices are not known", () => {
    expect(chatPrice(model, tenant("other", "secret"), [book], [plan("SPOT")], tokens)).toBeUndefined();
    expect(chatPrice(model, tenant("other"), undefined, undefined, tokens)).toBeUndefined();
  });
});

describe("an answer's speed", () => {
  const turn = {
    question: "",
    answer: "",
    state: "done",
    failure: undefined,
    cutOff: false,
    requestId: undefined,
    wholeMillis: 2000,
  } as const;

  it("counts from the first token to the last", () => {
    const tokens = { prompt: 1, completion: 11 };
    expect(tokensPerSecond({ ...turn, tokens, firstMillis: 500, lastMillis: 1500 })).toBe(10);
  });

  it("is unknown for a single token", () => {
    const tokens = { prompt: 1, completion: 1 };
    expect(tokensPerSecond({ ...turn, tokens, firstMillis: 500, lastMillis: 500 })).toBeUndefined();
  });
});

describe("a copied call", () => {
  const body = { model: "m", messages: [{ role: "user" as const, content: 'It\'s "here"\n' }], max_tokens: 5 };

  it("keeps its quotes in a shell and names the key by its variable", () => {
    const text = asCurl("http://gateway", body);
    expect(text).toContain("It'\\''s");
    expect(text).toContain('"Authorization: Bearer $WELLFIELD_API_KEY"');
  });

  it("is Python that says the same", () => {
    const text = asPython("http://gateway", body);
    expect(text).toContain('{"role": "user", "content": "It\'s \\"here\\"\\n"}');
    expect(text).toContain("max_tokens=5");
    expect(text).toContain('os.environ["WELLFIELD_API_KEY"]');
  });
});
