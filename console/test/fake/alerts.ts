import type { IncomingMessage, ServerResponse } from "node:http";
import type { Alert, SeenSignal, Signal, SignalMinute, Webhook } from "../../src/api/types";
import { CARDS, NODE, POOL } from "./example";
import { json, problem, readBody } from "./http";

const MINUTE = 60_000;

/** What is watched in the example: one quota is used up, one engine was away for a while. */
export class FakeAlerts {
  private readonly startedAt = Date.now();
  private readonly alerts: Alert[];

  constructor(private readonly onChange: (alert: Alert, type: "alert.acknowledged", by: string) => void) {
    const at = (minutes: number) => new Date(this.startedAt - minutes * MINUTE).toISOString();
    const down = engine("embed-small", "SILENT", 190);
    const seed = (index: number, rest: Omit<Alert, "id">): Alert => ({
      id: `0199b2f0-0000-7000-8000-00000000000${String(index)}`,
      ...rest,
      ...(rest.signal.tenant !== undefined && { tenant: rest.signal.tenant }),
    });
    this.alerts = [
      seed(1, {
        name: "engine-down.inference.embed-small",
        rule: "ENGINE_DOWN",
        severity: "CRITICAL",
        state: "FIRING",
        signal: down,
        value: 190,
        threshold: 10,
        since: at(3),
        firedAt: at(2.6),
      }),
      seed(2, {
        name: `quota-high.training.${POOL}.cards`,
        rule: "QUOTA_HIGH",
        severity: "WARNING",
        state: "FIRING",
        signal: quota("training", 3000, 3000),
        value: 1000,
        threshold: 800,
        since: at(135),
        firedAt: at(125),
        acknowledgedBy: "wei",
        acknowledgedAt: at(110),
        acknowledgedNote: "The sweep ends tonight; until then we wait.",
      }),
      seed(3, {
        name: `quota-high.inference.${POOL}.memory`,
        rule: "QUOTA_HIGH",
        severity: "WARNING",
        state: "PENDING",
        signal: { ...quota("inference", 33_792, 40_960), dimension: "MEMORY" },
        value: 825,
        threshold: 800,
        since: at(4),
      }),
      seed(4, {
        name: "engine-down.inference.chat-8b",
        rule: "ENGINE_DOWN",
        severity: "CRITICAL",
        state: "RESOLVED",
        signal: engine("chat-8b", "READY", 2),
        value: 0,
        threshold: 10,
        since: at(420),
        firedAt: at(419),
        resolvedAt: at(401),
      }),
    ];
  }

  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    sees: (tenant: string) => boolean,
    principal: string,
  ): Promise<void> {
    const alert = this.alerts.find((each) => each.name === name);
    if (!alert || !sees(alert.tenant ?? "")) {
      problem(response, 404, "not-found", `There is no alert "${name}" that you may see.`);
      return;
    }
    if (request.method === "POST" && alert.acknowledgedBy === undefined) {
      const { note } = await readBody(request);
      alert.acknowledgedBy = principal;
      alert.acknowledgedAt = new Date().toISOString();
      if (typeof note === "string") {
        alert.acknowledgedNote = note;
      }
      this.onChange(alert, "alert.acknowledged", principal);
    }
    json(response, 200, alert);
  }

  list(states: string[] | undefined, shown: (tenant: string | undefined) => boolean): Alert[] {
    return this.alerts.filter((each) => shown(each.tenant) && (states === undefined || states.includes(each.state)));
  }

  signals(): SeenSignal[] {
    const at = new Date().toISOString();
    const named = (name: string, signal: Signal): SeenSignal => ({ name, at, signal });
    return [
      named(`quota.training.${POOL}.cards`, quota("training", 3000, 3000)),
      named(`quota.inference.${POOL}.memory`, { ...quota("inference", 33_792, 40_960), dimension: "MEMORY" }),
      named("engine.inference.chat-8b", engine("chat-8b", "READY", 2)),
      named("engine.inference.embed-small", engine("embed-small", "SILENT", 190)),
      ...Array.from({ length: CARDS }, (_, card) =>
        named(`card.${NODE}.${String(card)}`, { kind: "CARD", node: NODE, card, simulated: true }),
      ),
    ];
  }

  /** Of the last three hours, with a gap: once nobody looked. */
  minutes(name: string): SignalMinute[] {
    const measure = name.startsWith("quota") ? "USED_PERMILLE" : "SILENT_SECONDS";
    const first = Math.floor(this.startedAt / MINUTE) * MINUTE - 200 * MINUTE;
    return Array.from({ length: 201 }, (_, index): SignalMinute => {
      const ago = 200 - index;
      const high = measure === "USED_PERMILLE" ? (ago < 135 ? 1000 : 667) : ago < 3 ? (3 - ago) * 60 + 10 : 2;
      return {
        measure,
        minute: new Date(first + index * MINUTE).toISOString(),
        lowest: Math.max(0, high - 1),
        highest: high,
        mean: high,
      };
    }).filter((_, index) => index < 60 || index > 70);
  }

  webhooks(): Webhook[] {
    const hook = (name: string, url: string, active: boolean, status: Webhook["status"]): Webhook => ({
      apiVersion: "wellfield.dev/v1",
      kind: "Webhook",
      metadata: { name, version: 1, createdAt: "2026-01-05T09:00:00Z" },
      spec: { url, events: ["alerts"], active },
      status,
    });
    const deliveredAt = new Date(this.startedAt - 2 * MINUTE).toISOString();
    return [
      hook("on-call", "https://hooks.example.org/wellfield/on-call", true, {
        pending: 0,
        delivered: 42,
        failed: 0,
        deliveredAt,
      }),
      hook("old-pager", "http://pager.example.org:8080/in", true, {
        pending: 2,
        delivered: 7,
        failed: 3,
        failure: "no answer within 5 s",
      }),
      hook("archive", "https://archive.example.org/alerts", false, { pending: 0, delivered: 0, failed: 0 }),
    ];
  }
}

function quota(tenant: string, used: number, limit: number): Signal {
  return {
    kind: "QUOTA",
    tenant,
    pool: POOL,
    dimension: "CARDS",
    used,
    limit,
    limitKind: "CEILING",
    usedPermille: Math.floor((used * 1000) / limit),
  };
}

function engine(workload: string, life: NonNullable<Signal["life"]>, silentSeconds: number): Signal {
  return { kind: "ENGINE", tenant: "inference", workload, model: workload, life, silentSeconds, simulated: true };
}
