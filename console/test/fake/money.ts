import type { ServerResponse } from "node:http";
import type {
  CardUsage,
  InvoiceLine,
  InvoicePreview,
  LineTrace,
  Money,
  TokenBucket,
  TokenBucketList,
  TokenUsage,
} from "../../src/api/types";
import { dayOf, dayStart, daysBefore, monthAfter, monthOf, monthStart } from "../../src/i18n/months";
import { amounts } from "./amounts";
import { PLAN_OF, ZONE, priceBook } from "./example";
import { json, problem } from "./http";
import type { FakePool } from "./pool";

const FACTS_SHOWN = 200;
const CNY = (amount: number): Money => ({ amount: amount.toFixed(2), currency: "CNY" });

/** Usage, previews and proofs with the shape of the contract and made-up numbers that fit each other. */
export class FakeMoney {
  constructor(
    private readonly pool: FakePool,
    private readonly startedAt = Date.now(),
  ) {}

  preview(response: ServerResponse, tenant: string, month: string): void {
    json(response, 200, this.previewOf(tenant, month));
  }

  trace(response: ServerResponse, tenant: string, month: string, name: string): void {
    const line = this.previewOf(tenant, month).lines.find((each) => each.line === name);
    if (!line) {
      problem(response, 404, "not-found", `The preview of ${month} has no line "${name}".`);
      return;
    }
    json(response, 200, this.traceOf(tenant, month, line));
  }

  tokens(till: number): TokenUsage[] {
    if (till <= monthStart(monthOf(this.startedAt, ZONE), ZONE)) {
      return [];
    }
    return [
      tokensOf("inference", "web-app", "chat-8b", 18_204, 9_411_205, 4_102_318),
      tokensOf("inference", "search-index", "embed-small", 96_110, 51_870_000, 0),
      { ...tokensOf("adhoc", "notebooks", "chat-8b", 412, 181_440, 96_004), estimatedRequests: 3 },
    ];
  }

  /** The month's tokens spread over the days since `from`, each day otherwise. */
  tokenDays(from: number, till: number, group: string, shown: (tenant: string) => boolean): TokenBucketList {
    const starts: number[] = [];
    for (let at = from; at < till; at = dayStart(daysBefore(dayOf(at, ZONE), -1), ZONE)) {
      starts.push(at);
    }
    const used = this.tokens(till).filter((each) => shown(each.tenant));
    const weight = (day: number, index: number) => 1 + ((day * 7 + index * 3) % 5) / 2;
    const items = starts.flatMap((at, day) => {
      const byName = new Map<string, TokenBucket>();
      used.forEach((each, index) => {
        const part = weight(day, index) / 60;
        const of =
          group === "KEY"
            ? { tenant: each.tenant, key: each.key }
            : { model: each.model, modelOwner: each.modelOwner ?? "" };
        const name = JSON.stringify(of);
        const before = byName.get(name);
        const requests = Math.round(each.requests * part);
        byName.set(name, {
          from: new Date(at).toISOString(),
          to: new Date(starts[day + 1] ?? till).toISOString(),
          ...of,
          requests: (before?.requests ?? 0) + requests,
          failedRequests: Math.round(requests / 900),
          abortedRequests: Math.round(requests / 300),
          estimatedRequests: 0,
          promptTokens: (before?.promptTokens ?? 0) + Math.round(each.promptTokens * part),
          cachedTokens: (before?.cachedTokens ?? 0) + Math.round((each.cachedTokens ?? 0) * part),
          completionTokens: (before?.completionTokens ?? 0) + Math.round(each.completionTokens * part),
          simulated: true,
        });
      });
      return [...byName.values()];
    });
    return {
      from: new Date(from).toISOString(),
      to: new Date(till).toISOString(),
      zone: ZONE,
      bucket: "DAY",
      starts: starts.map((at) => new Date(at).toISOString()),
      items,
    };
  }

  cardTime(from: number, till = Date.now()): CardUsage[] {
    return this.pool.list().flatMap((workload) => {
      const { startedAt, endedAt } = workload.status;
      const tenant = workload.metadata.tenant ?? "";
      const start = Math.max(from, Date.parse(startedAt ?? ""));
      const end = Math.min(till, endedAt === undefined ? Date.now() : Date.parse(endedAt));
      const cards = (amounts(workload).CARDS ?? 0) / 1000;
      return startedAt === undefined || end <= start || cards === 0
        ? []
        : {
            tenant,
            workload: workload.metadata.name,
            cardModel: "A100-40GB",
            plan: PLAN_OF[tenant]?.cards ?? "PAY_AS_YOU_GO",
            cardSeconds: (((end - start) / 1000) * cards).toFixed(3),
            simulated: true,
            running: endedAt === undefined,
          };
    });
  }

  private previewOf(tenant: string, month: string): InvoicePreview {
    const from = monthStart(month, ZONE);
    const to = monthStart(monthAfter(month, 1), ZONE);
    const asOf = Math.max(from, Math.min(Date.now(), to));
    const running = month === monthOf(this.startedAt, ZONE);
    const lines = running ? [...this.cardLines(tenant, from), ...this.tokenLines(tenant)] : [];
    return {
      tenant,
      month,
      zone: ZONE,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      asOf: new Date(asOf).toISOString(),
      currency: "CNY",
      priceBook: priceBook.metadata.name,
      lines,
      total: CNY(lines.reduce((sum, line) => sum + Number(line.amount.amount), 0)),
    };
  }

  private cardLines(tenant: string, from: number): InvoiceLine[] {
    const hours =
      this.cardTime(from)
        .filter((each) => each.tenant === tenant)
        .reduce((sum, each) => sum + Number(each.cardSeconds), 0) / 3600;
    const plan = PLAN_OF[tenant]?.cards;
    const hourly = 2800 / 730;
    const base = { cardModel: "A100-40GB", simulated: true };
    const reserved: InvoiceLine[] =
      plan === "RESERVED"
        ? [
            {
              ...base,
              line: "reserved-a100-40gb",
              item: "RESERVED_CARDS",
              quantity: "3",
              unit: "CARD_MONTH",
              unitPrice: { amount: "2733.333333333333333333", currency: "CNY" },
              amount: CNY(8200),
              listAmount: CNY(8400),
            },
          ]
        : [];
    if (hours === 0) {
      return reserved;
    }
    const charged = plan === "RESERVED" ? 0 : plan === "SPOT" ? hourly * 0.2 : hourly;
    return [
      ...reserved,
      {
        ...base,
        line: plan === "SPOT" ? "spot-card-hours-a100-40gb" : "card-hours-a100-40gb",
        item: plan === "SPOT" ? "SPOT_CARD_HOURS" : "CARD_HOURS",
        quantity: hours.toFixed(9),
        unit: "CARD_HOUR",
        unitPrice: { amount: charged.toFixed(18), currency: "CNY" },
        amount: CNY(hours * charged),
        listAmount: CNY(hours * hourly),
        ...(plan === "RESERVED" && { notes: ["COVERED_BY_RESERVATION" as const] }),
      },
    ];
  }

  private tokenLines(tenant: string): InvoiceLine[] {
    return this.tokens(Date.now())
      .filter((each) => each.tenant === tenant)
      .flatMap((usage) => {
        const price = priceBook.spec.tokens?.find((each) => each.model === usage.model);
        const owned = usage.modelOwner === tenant;
        const line = (item: "INPUT_TOKENS" | "OUTPUT_TOKENS", tokens: number, perMillion: string | undefined) => ({
          line: `${item === "INPUT_TOKENS" ? "input" : "output"}-tokens-${usage.modelOwner ?? ""}-${usage.model}`,
          item,
          model: usage.model,
          quantity: String(tokens / 1_000_000),
          unit: "MILLION_TOKENS" as const,
          unitPrice: { amount: owned ? "0" : (perMillion ?? "0"), currency: "CNY" },
          amount: CNY(owned ? 0 : (tokens / 1_000_000) * Number(perMillion ?? 0)),
          listAmount: CNY((tokens / 1_000_000) * Number(perMillion ?? 0)),
          simulated: true,
          ...((usage.estimatedRequests ?? 0) > 0 && { estimated: true }),
          notes: [...(owned ? ["OWN_MODEL" as const] : []), ...(price ? [] : ["NO_PRICE" as const])],
        });
        return [
          line("INPUT_TOKENS", usage.promptTokens, price?.inputPerMillion),
          ...(usage.completionTokens > 0
            ? [line("OUTPUT_TOKENS", usage.completionTokens, price?.outputPerMillion)]
            : []),
        ];
      });
  }

  private traceOf(tenant: string, month: string, line: InvoiceLine): LineTrace {
    const tokens = line.unit === "MILLION_TOKENS";
    const total = Number(line.quantity) * (tokens ? 1_000_000 : 3600);
    const count = line.item === "RESERVED_CARDS" ? 0 : tokens ? 412 : 3;
    const from = monthStart(month, ZONE);
    const quantity = (value: number) => (tokens ? String(Math.round(value)) : value.toFixed(6));
    const at = (index: number) => new Date(from + index * 61_000).toISOString();
    const measured = {
      source: tokens ? "inference/chat-8b, engine 7f3c" : `${tenant}/sd-lora, process on server-1`,
      measure: tokens ? ("PROMPT_TOKENS" as const) : ("CARD_SECONDS" as const),
      from: at(0),
      to: new Date(Math.max(from + 61_000, this.startedAt)).toISOString(),
      measured: quantity(total),
      factsLow: quantity(total),
      factsHigh: quantity(total),
      agrees: true,
      difference: "0",
    };
    const disagreeing = line.item === "OUTPUT_TOKENS";
    return {
      tenant,
      month,
      line,
      charge: {
        steps: tokens
          ? [
              { code: "TOKENS", params: { requests: "412" }, text: "412 requests, tokens", value: String(total) },
              {
                code: "MILLIONS_TIMES_PRICE",
                params: { perMillion: line.unitPrice.amount },
                text: `tokens / 1,000,000 x ${line.unitPrice.amount}`,
                value: line.listAmount.amount,
              },
            ]
          : [
              { code: "CARD_HOURS", params: { facts: "3" }, text: "3 facts, card-hours", value: line.quantity },
              {
                code: "HOUR_PRICE",
                params: { perMonth: "2800" },
                text: "month price 2800 / 730 h",
                value: "3.835616438356164384",
              },
            ],
      },
      facts: {
        count,
        quantity: quantity(count === 0 ? 0 : total),
        unit: tokens ? "TOKEN" : "CARD_SECOND",
        truncated: count > FACTS_SHOWN,
        items: Array.from({ length: Math.min(count, FACTS_SHOWN) }, (_, index) => ({
          source: tokens
            ? `request req-${String(index).padStart(6, "0")}`
            : `${tenant}/sd-lora on server-1/${String(index)}`,
          from: at(index),
          to: at(index + 1),
          quantity: quantity(total / count),
          ...(tokens && { outcome: index === 4 ? "CLIENT_ABORTED" : "COMPLETED" }),
          estimated: index === 4,
        })),
      },
      secondLayer:
        count === 0
          ? []
          : disagreeing
            ? [
                {
                  ...measured,
                  measure: "COMPLETION_TOKENS",
                  measured: quantity(total + 120),
                  agrees: false,
                  difference: "120",
                },
                {
                  ...measured,
                  source: "inference/chat-8b, engine 91aa",
                  measure: "COMPLETION_TOKENS",
                  note: "OPEN_REQUESTS",
                },
              ]
            : [measured],
      verdict: disagreeing ? "DISAGREES" : "AGREES",
    };
  }
}

function tokensOf(
  tenant: string,
  key: string,
  model: string,
  requests: number,
  promptTokens: number,
  completionTokens: number,
): TokenUsage {
  return {
    tenant,
    key,
    model,
    modelOwner: "inference",
    requests,
    promptTokens,
    cachedTokens: Math.floor(promptTokens / 5),
    completionTokens,
    estimatedRequests: 0,
    simulated: true,
  };
}
