import type { ServerResponse } from "node:http";
import type { ApiKey, ApiKeySpec, EventType } from "../../src/api/types";
import { API_KEY } from "./gateway";
import { type Body, json, problem } from "./http";

/** API keys in memory; the gateway asks it whether it knows one. */
export class FakeKeys {
  private readonly keys = new Map<string, { key: ApiKey; secret: string }>();

  constructor(private readonly onChange: (tenant: string, name: string, type: EventType, spec: ApiKeySpec) => void) {
    this.add("inference", "web-app", { models: ["chat-8b"], requestsPerMinute: 600 }, "sk-wf-web");
    this.add("inference", "search-index", { scopes: ["embeddings"], concurrentRequests: 16 }, "sk-wf-index");
    this.add("adhoc", "notebooks", { tokensPerMinute: 200_000, expiresAt: "2027-06-30T16:00:00Z" }, API_KEY);
    const old = this.add("adhoc", "old-laptop", {}, "sk-wf-old");
    old.status = { ...old.status, active: false, revokedAt: "2026-02-01T09:00:00Z" };
  }

  knows(secret: string): boolean {
    return [...this.keys.values()].some((each) => each.secret === secret && each.key.status.active);
  }

  of(tenant: string): ApiKey[] {
    return [...this.keys.values()].map(({ key }) => key).filter(({ metadata }) => metadata.tenant === tenant);
  }

  create(response: ServerResponse, tenant: string, body: Body): void {
    const { name, spec = {} } = body as { name: string; spec?: ApiKeySpec };
    if (this.keys.has(`${tenant}/${name}`)) {
      problem(response, 409, "name-taken", `Tenant ${tenant} has a key named ${name} already`);
      return;
    }
    const secret = `sk-wf-${Math.random().toString(36).slice(2)}${Date.now().toString(36)}`;
    const key = this.add(tenant, name, spec, secret);
    this.onChange(tenant, name, "api-key.created", spec);
    json(response, 201, { key, secret });
  }

  revoke(response: ServerResponse, tenant: string, name: string): void {
    const known = this.keys.get(`${tenant}/${name}`);
    if (!known) {
      problem(response, 404, "not-found", `There is no key ${tenant}/${name}`);
      return;
    }
    known.key.status = { ...known.key.status, active: false, revokedAt: new Date().toISOString() };
    this.onChange(tenant, name, "api-key.revoked", known.key.spec);
    response.writeHead(204).end();
  }

  private add(tenant: string, name: string, spec: ApiKeySpec, secret: string): ApiKey {
    const key: ApiKey = {
      apiVersion: "wellfield.dev/v1",
      kind: "ApiKey",
      metadata: { name, tenant, version: 1, createdAt: new Date().toISOString() },
      spec,
      status: { prefix: secret.slice(0, 8), active: true },
    };
    this.keys.set(`${tenant}/${name}`, { key, secret });
    return key;
  }
}
