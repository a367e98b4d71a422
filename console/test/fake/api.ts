import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import type { Quota, System, WellfieldEvent, Workload } from "../../src/api/types";
import { monthOf, monthStart } from "../../src/i18n/months";
import { FakeAlerts } from "./alerts";
import { ZONE, cardModels, models, node, plans, priceBook, tenants } from "./example";
import { explanationOf } from "./explain";
import { eventStream, json, problem, readBody, serveFile } from "./http";
import { FakeKeys } from "./keys";
import { FakeMoney } from "./money";
import { invitations, users } from "./people";
import { FakePool } from "./pool";
import type { FakeSessions } from "./sessions";
import { FakeWorkloads } from "./workload-api";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
const ALIVE_MILLIS = 10_000;

/** Answers each request: the built console, or as much of the contract as it asks. */
export class FakeApi {
  readonly pool = new FakePool();
  private readonly workloads = new FakeWorkloads(this.pool);
  readonly keys = new FakeKeys((tenant, name, type, spec) =>
    this.pool.happened(tenant, `api-key/${name}`, type, undefined, spec),
  );
  private readonly alerts = new FakeAlerts((alert, type, by) =>
    this.pool.happened(alert.tenant ?? "", `alert/${alert.name}`, type, undefined, alert, by),
  );
  private readonly money = new FakeMoney(this.pool);
  private readonly listeners = new Set<(event: WellfieldEvent) => void>();
  private readonly breathing = new Set<() => void>();
  private readonly alive = setInterval(() => this.breathing.forEach((breathe) => breathe()), ALIVE_MILLIS);

  constructor(
    private readonly gatewayUrl: string,
    private readonly sessions: FakeSessions,
  ) {
    this.pool.onEvent = (event) => this.listeners.forEach((listener) => listener(event));
  }

  close(): void {
    clearInterval(this.alive);
    this.workloads.close();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    if (!url.pathname.startsWith("/api/")) {
      serveFile(response, DIST, url.pathname, this.gatewayUrl);
      return;
    }
    if (url.pathname === "/api/v1/session") {
      this.sessions.answer(request, response, await readBody(request));
      return;
    }
    const caller = this.sessions.callerOf(request, response);
    if (!caller) {
      return;
    }
    const sees = (tenant: string) => caller.permissions.platform.length > 0 || tenant in caller.permissions.tenants;
    const parts = url.pathname.slice("/api/v1/".length).split("/").map(decodeURIComponent);
    if (parts[0] === "tenants" && parts[1] !== undefined && parts[2] === "workloads") {
      if (!sees(parts[1])) {
        problem(response, 404, "NOT_FOUND", `There is no tenant ${parts[1]}`);
        return;
      }
      await this.workloads.answer(request, response, parts[1], parts[3], parts.slice(4).join("/"), caller.principal);
      return;
    }
    if (parts[0] === "tenants" && parts[2] === "invoice-previews" && parts[1] !== undefined && sees(parts[1])) {
      const [, tenant, , month = "", , line] = parts;
      if (line === undefined) {
        this.money.preview(response, tenant, month);
      } else {
        this.money.trace(response, tenant, month, line);
      }
      return;
    }
    if (parts[0] === "tenants" && parts[2] === "quotas" && parts[3] !== undefined && sees(parts[1] ?? "")) {
      await this.quota(request, response, parts[1] ?? "", caller.principal);
      return;
    }
    if (parts[0] === "tenants" && parts[2] === "keys" && parts[1] !== undefined && sees(parts[1])) {
      const [, tenant, , key = ""] = parts;
      if (request.method === "POST") {
        this.keys.create(response, tenant, await readBody(request));
      } else if (request.method === "DELETE") {
        this.keys.revoke(response, tenant, key);
      } else {
        json(response, 200, { items: this.keys.of(tenant) });
      }
      return;
    }
    if (parts[0] === "alerts" && parts[1] !== undefined) {
      await this.alerts.answer(request, response, parts[1], sees, caller.principal);
      return;
    }
    if (parts[0] === "signals" && parts[1] !== undefined) {
      json(response, 200, { items: this.alerts.minutes(parts[1]) });
      return;
    }
    this.lists(response, url, parts, sees);
  }

  private async quota(
    request: IncomingMessage,
    response: ServerResponse,
    tenant: string,
    principal: string,
  ): Promise<void> {
    const etag = () => ({ ETag: `"${String(this.pool.quota(tenant).metadata.version)}"` });
    if (request.method === "PUT") {
      if (request.headers["if-match"] !== etag().ETag) {
        problem(response, 412, "version-conflict", `The quota of ${tenant} has changed in the meantime`);
        return;
      }
      this.pool.changeQuota(tenant, (await readBody(request)) as unknown as Quota["spec"], principal);
    }
    json(response, 200, this.pool.quota(tenant), etag());
  }

  private lists(response: ServerResponse, url: URL, parts: string[], sees: (tenant: string) => boolean): void {
    const items = (all: unknown[]) => json(response, 200, { items: all });
    const tenant = url.searchParams.get("tenant") ?? undefined;
    const shown = (name: string | undefined) => sees(name ?? "") && (tenant === undefined || name === tenant);
    switch (parts.join("/")) {
      case "system":
        json(response, 200, system(this.gatewayUrl));
        return;
      case "pools":
        items([this.pool.pool()]);
        return;
      case "nodes":
        items([node]);
        return;
      case "cards":
        items(this.cards(sees));
        return;
      case "card-models":
        items(cardModels);
        return;
      case "models":
        items(models.filter((each) => each.spec.published === true || sees(each.metadata.tenant ?? "")));
        return;
      case "endpoints":
        items(this.pool.endpoints().filter((each) => sees(each.tenant)));
        return;
      case "usage/tokens/buckets": {
        const from = Date.parse(url.searchParams.get("from") ?? "") || startOfMonth();
        const till = Date.parse(url.searchParams.get("to") ?? "") || Date.now();
        json(response, 200, this.money.tokenDays(from, till, url.searchParams.get("group") ?? "", shown));
        return;
      }
      case "usage/tokens":
      case "usage/cards": {
        const from = Date.parse(url.searchParams.get("from") ?? "") || startOfMonth();
        const till = url.searchParams.get("to") ?? new Date().toISOString();
        const all =
          parts[1] === "tokens" ? this.money.tokens(Date.parse(till)) : this.money.cardTime(from, Date.parse(till));
        json(response, 200, {
          from: new Date(from).toISOString(),
          to: till,
          zone: ZONE,
          items: all.filter((each) => shown(each.tenant)),
        });
        return;
      }
      case "alerts":
        items(this.alerts.list(url.searchParams.get("state")?.split(","), shown));
        return;
      case "signals":
        items(this.alerts.signals().filter(({ signal }) => shown(signal.tenant)));
        return;
      case "webhooks":
        items(this.alerts.webhooks());
        return;
      case "users":
        items(users);
        return;
      case "invitations":
        items(invitations);
        return;
      case "plans":
        items(plans);
        return;
      case "price-books":
        items([priceBook]);
        return;
      case "tenants":
        items(tenants.filter((each) => sees(each.metadata.name)));
        return;
      case "workloads":
        this.workloadPage(response, url, shown);
        return;
      case "events": {
        const aggregate = url.searchParams.get("aggregate");
        items(
          this.pool.events
            .filter((event) => shown(event.tenant) && (aggregate === null || event.aggregate === aggregate))
            .sort((a, b) => b.at.localeCompare(a.at) || Number(b.cursor) - Number(a.cursor)),
        );
        return;
      }
      case "events/stream":
        this.follow(response, shown);
        return;
      default:
        if (parts[0] === "tenants" && parts[2] === "quotas" && parts[1] !== undefined && sees(parts[1])) {
          items([this.pool.quota(parts[1])]);
          return;
        }
        problem(response, 404, "NOT_FOUND", "There is nothing here");
    }
  }

  /** For a tenant's own people, what others hold is summed. */
  private cards(sees: (tenant: string) => boolean) {
    return this.pool.cards().map((card) => {
      const others = card.holders.filter((holder) => !sees(holder.tenant ?? ""));
      const own = card.holders.filter((holder) => sees(holder.tenant ?? ""));
      const sum = (of: (holder: (typeof others)[number]) => number) =>
        others.reduce((total, each) => total + of(each), 0);
      return others.length === 0
        ? card
        : {
            ...card,
            holders: [
              ...own,
              {
                memoryMib: sum((each) => each.memoryMib),
                computePermille: sum((each) => each.computePermille),
                borrowed: false,
                others: true,
              },
            ],
          };
    });
  }

  private withReason(workload: Workload): Workload {
    const first = explanationOf(this.pool, workload).checks.find((check) => !check.passed);
    return workload.status.phase === "QUEUED" && first
      ? { ...workload, status: { ...workload.status, waitsFor: { code: first.code } } }
      : workload;
  }

  private workloadPage(response: ServerResponse, url: URL, shown: (tenant: string | undefined) => boolean): void {
    const phases = url.searchParams.get("phase")?.split(",");
    const all = this.pool
      .list()
      .filter((each) => shown(each.metadata.tenant) && (phases === undefined || phases.includes(each.status.phase)));
    const limit = Number(url.searchParams.get("limit") ?? 100);
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const nextCursor = from + limit < all.length ? String(from + limit) : undefined;
    const items = all.slice(from, from + limit).map((each) => this.withReason(each));
    json(response, 200, { items, nextCursor });
  }

  private follow(response: ServerResponse, shown: (tenant: string | undefined) => boolean): void {
    const send = eventStream(response);
    const breathe = () => send("alive", {});
    const listener = (event: WellfieldEvent) => {
      if (shown(event.tenant)) {
        send("change", event, event.cursor);
      }
    };
    this.listeners.add(listener);
    this.breathing.add(breathe);
    response.on("close", () => {
      this.listeners.delete(listener);
      this.breathing.delete(breathe);
    });
  }
}

function startOfMonth(): number {
  return monthStart(monthOf(Date.now(), ZONE), ZONE);
}

function system(gatewayUrl: string): System {
  return {
    version: "0.1.0",
    roles: ["control", "gateway"],
    gatewayUrl,
    simulated: true,
    tenantsIsolated: true,
    limits: "CGROUP_V1",
    limiters: [],
    realCards: 0,
    database: "EMBEDDED",
    now: new Date().toISOString(),
  };
}
