import { randomBytes } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Session, System, WellfieldEvent, Workload, WorkloadSubmission } from "../src/api/types";
import { isActive } from "../src/api/types";
import { cardModels, node, seeds, tenants } from "./fake/example";
import { type Body, eventStream, json, problem, readBody, serveFile } from "./fake/http";
import { FakePool } from "./fake/pool";
import { FakeRuns } from "./fake/runs";

export const OPERATOR_TOKEN = "wft_operator_for_tests";
export const ENGINEER_TOKEN = "wft_engineer_for_tests";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const TENANT_PERMISSIONS = [
  "pools.read",
  "tenants.read",
  "quotas.read",
  "workloads.read",
  "workloads.submit",
  "workloads.cancel",
  "workloads.logs",
  "models.read",
  "events.read",
];

const SESSIONS: Record<string, Omit<Session, "csrfToken" | "expiresAt">> = {
  [OPERATOR_TOKEN]: {
    principal: "operator",
    bindings: [{ role: "operator" }],
    permissions: { platform: [...TENANT_PERMISSIONS, "quotas.write", "resources.apply"], tenants: {} },
  },
  [ENGINEER_TOKEN]: {
    principal: "wei",
    bindings: [{ role: "engineer", tenant: "adhoc" }],
    permissions: { platform: [], tenants: { adhoc: TENANT_PERMISSIONS } },
  },
};

export interface FakeServer {
  url: string;
  pool: FakePool;
  close: () => Promise<void>;
}

/** A server that speaks as much of the contract as the console asks, over the example in memory. */
export async function startFakeServer(port = 0): Promise<FakeServer> {
  const handler = new FakeApi();
  const server: Server = createServer((request, response) => {
    handler.answer(request, response).catch((error: unknown) => problem(response, 500, "INTERNAL", String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    pool: handler.pool,
    close: () => {
      handler.close();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

class FakeApi {
  readonly pool = new FakePool();
  private readonly runs = new FakeRuns();
  private readonly sessions = new Map<string, { token: string; csrf: string }>();
  private readonly listeners = new Set<(event: WellfieldEvent) => void>();
  private readonly alive = setInterval(() => this.breathe(), 10_000);
  private readonly breathing = new Set<() => void>();

  constructor() {
    this.pool.onEvent = (event) => this.listeners.forEach((listener) => listener(event));
    for (const seed of seeds) {
      const log = this.runs.log(`${seed.tenant}/${seed.name}`);
      log.write((seed.log ?? []).map((line) => `${line}\n`).join(""));
      log.ended = !isActive(seed.phase);
    }
  }

  close(): void {
    clearInterval(this.alive);
    this.runs.stopAll();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    if (!url.pathname.startsWith("/api/")) {
      serveFile(response, DIST, url.pathname);
      return;
    }
    const method = request.method ?? "GET";
    const id = /__Host-wellfield=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
    const session = id === undefined ? undefined : this.sessions.get(id);
    if (url.pathname === "/api/v1/session") {
      this.session(method, response, await readBody(request), id);
      return;
    }
    const bearer = request.headers.authorization?.replace("Bearer ", "");
    const token = bearer ?? session?.token;
    const caller = token === undefined ? undefined : SESSIONS[token];
    if (!caller) {
      problem(response, 401, "UNAUTHENTICATED", "Sign in first");
      return;
    }
    if (method !== "GET" && bearer === undefined && request.headers["x-csrf-token"] !== session?.csrf) {
      problem(response, 403, "CSRF", "The X-CSRF-Token header is missing or wrong");
      return;
    }
    const sees = (tenant: string) => caller.permissions.platform.length > 0 || tenant in caller.permissions.tenants;
    const parts = url.pathname.slice("/api/v1/".length).split("/").map(decodeURIComponent);
    if (parts[0] === "tenants" && parts[1] !== undefined && parts[2] === "workloads") {
      if (!sees(parts[1])) {
        problem(response, 404, "NOT_FOUND", `There is no tenant ${parts[1]}`);
        return;
      }
      await this.workloads(method, request, response, parts[1], parts[3], parts.slice(4).join("/"), caller.principal);
      return;
    }
    this.lists(response, url, parts, sees);
  }

  private session(method: string, response: ServerResponse, body: Body, id: string | undefined): void {
    const cookie = (value: string, age: number) =>
      `__Host-wellfield=${value}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${String(age)}`;
    const known = id === undefined ? undefined : this.sessions.get(id);
    if (method === "POST") {
      const caller = SESSIONS[String(body.token)];
      if (!caller) {
        problem(response, 401, "TOKEN_UNKNOWN", "This token is unknown, expired or revoked");
        return;
      }
      const fresh = { token: String(body.token), csrf: randomBytes(16).toString("hex") };
      const freshId = randomBytes(16).toString("hex");
      this.sessions.set(freshId, fresh);
      json(response, 200, described(caller, fresh.csrf), { "Set-Cookie": cookie(freshId, 43_200) });
    } else if (!known || id === undefined) {
      problem(response, 401, "UNAUTHENTICATED", "Sign in first");
    } else if (method === "DELETE") {
      this.sessions.delete(id);
      response.writeHead(204, { "Set-Cookie": cookie("", 0) }).end();
    } else {
      const caller = SESSIONS[known.token];
      json(response, 200, caller && described(caller, known.csrf));
    }
  }

  private lists(response: ServerResponse, url: URL, parts: string[], sees: (tenant: string) => boolean): void {
    const items = (all: unknown[]) => json(response, 200, { items: all });
    const tenant = url.searchParams.get("tenant") ?? undefined;
    const shown = (name: string | undefined) => sees(name ?? "") && (tenant === undefined || name === tenant);
    switch (parts.join("/")) {
      case "system":
        json(response, 200, system());
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

  private workloadPage(response: ServerResponse, url: URL, shown: (tenant: string | undefined) => boolean): void {
    const phases = url.searchParams.get("phase")?.split(",");
    const all = this.pool
      .list()
      .filter((each) => shown(each.metadata.tenant) && (phases === undefined || phases.includes(each.status.phase)));
    const limit = Number(url.searchParams.get("limit") ?? 100);
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const nextCursor = from + limit < all.length ? String(from + limit) : undefined;
    json(response, 200, { items: all.slice(from, from + limit), nextCursor });
  }

  private async workloads(
    method: string,
    request: IncomingMessage,
    response: ServerResponse,
    tenant: string,
    name: string | undefined,
    what: string,
    principal: string,
  ): Promise<void> {
    if (name === undefined) {
      this.submit(response, tenant, (await readBody(request)) as unknown as WorkloadSubmission, principal);
      return;
    }
    const workload = this.pool.find(tenant, name);
    if (!workload) {
      problem(response, 404, "NOT_FOUND", `There is no workload ${tenant}/${name}`);
      return;
    }
    const etag = { ETag: `"${String(workload.metadata.version)}"` };
    switch (what) {
      case "":
        json(response, 200, workload, etag);
        return;
      case "explanation":
        json(response, 200, this.pool.explain(workload));
        return;
      case "log/stream":
        this.followLog(request, response, `${tenant}/${name}`);
        return;
      case "cancel":
        if (
          method === "POST" &&
          request.headers["if-match"] !== undefined &&
          request.headers["if-match"] !== etag.ETag
        ) {
          problem(response, 412, "STALE_VERSION", `${name} has changed`);
          return;
        }
        this.cancel(workload, principal);
        json(response, 202, workload, etag);
        return;
      default:
        problem(response, 404, "NOT_FOUND", "There is nothing here");
    }
  }

  private submit(response: ServerResponse, tenant: string, body: WorkloadSubmission, principal: string): void {
    const errors: { pointer: string; value?: unknown; expected: string }[] = [];
    if (body.metadata?.name !== undefined && this.pool.find(tenant, body.metadata.name)) {
      errors.push({ pointer: "/metadata/name", value: body.metadata.name, expected: "a name that is not taken yet" });
    }
    if ((body.spec.share?.memoryMib ?? 0) > 40_960) {
      errors.push({
        pointer: "/spec/share/memoryMib",
        value: body.spec.share?.memoryMib,
        expected: "at most 40960 MiB, the memory of one A100-40GB",
      });
    }
    if ((body.spec.cards ?? 1) > 8) {
      errors.push({ pointer: "/spec/cards", value: body.spec.cards, expected: "at most 8, the cards of one node" });
    }
    if (errors.length > 0) {
      problem(response, 400, "INVALID", "Some of it is not right", { errors });
      return;
    }
    const workload = this.pool.submit(tenant, body, principal);
    json(response, 201, workload, { ETag: '"1"' });
    setTimeout(() => this.schedule(workload), 300);
  }

  private schedule(workload: Workload): void {
    if (workload.status.phase !== "QUEUED" || !this.pool.place(workload)) {
      return;
    }
    const key = `${workload.metadata.tenant ?? ""}/${workload.metadata.name}`;
    setTimeout(() => {
      this.pool.change(workload, { phase: "RUNNING", startedAt: new Date().toISOString() }, "started", "node-agent");
      this.runs.start(key, workload.spec.command, workload.spec.environment ?? {}, (ending) => {
        const cancelled = workload.status.phase === "STOPPING";
        const phase = cancelled ? "CANCELLED" : ending.exitCode === 0 ? "SUCCEEDED" : "FAILED";
        this.pool.change(workload, { phase, endedAt: new Date().toISOString(), ...ending }, "ended", "node-agent");
        this.pool
          .list()
          .reverse()
          .forEach((each) => this.schedule(each));
      });
    }, 400);
  }

  private cancel(workload: Workload, principal: string): void {
    if (workload.status.phase === "QUEUED") {
      this.pool.change(workload, { phase: "CANCELLED", endedAt: new Date().toISOString() }, "cancelled", principal);
    } else if (isActive(workload.status.phase)) {
      this.pool.change(workload, { phase: "STOPPING" }, "cancelled", principal);
      const key = `${workload.metadata.tenant ?? ""}/${workload.metadata.name}`;
      if (!this.runs.stop(key, workload.spec.graceSeconds ?? 30)) {
        const end = { phase: "CANCELLED", endedAt: new Date().toISOString(), exitSignal: 15 } as const;
        setTimeout(() => this.pool.change(workload, end, "ended", "node-agent"), 500);
      }
    }
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

  private breathe(): void {
    this.breathing.forEach((breathe) => breathe());
  }

  private followLog(request: IncomingMessage, response: ServerResponse, key: string): void {
    const send = eventStream(response);
    const log = this.runs.log(key);
    let at = Number(request.headers["last-event-id"] ?? 0);
    const more = () => {
      if (log.text.length > at) {
        const next = log.text.length;
        send("log", { offset: at, next, text: log.text.slice(at) }, String(next));
        at = next;
      }
      if (log.ended) {
        send("end", {});
        response.end();
      }
    };
    log.on("more", more);
    response.on("close", () => log.off("more", more));
    more();
  }
}

function described(caller: Omit<Session, "csrfToken">, csrfToken: string): Session {
  return { ...caller, csrfToken, expiresAt: new Date(Date.now() + 43_200_000).toISOString() };
}

function system(): System {
  return {
    version: "0.1.0",
    roles: ["control", "gateway"],
    gatewayUrl: "http://127.0.0.1:8480",
    simulated: true,
    tenantsIsolated: true,
    limits: "CGROUP_V1",
    limiters: [],
    realCards: 0,
    database: "EMBEDDED",
    now: new Date().toISOString(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startFakeServer(Number(process.env.PORT ?? 8470));
  console.log(`${server.url}, operator's token ${OPERATOR_TOKEN}, an engineer's ${ENGINEER_TOKEN}`);
}
