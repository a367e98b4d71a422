import { type Browser, type Cookie, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type {
  Binding,
  Card,
  IssuedApiKey,
  Model,
  Quota,
  Tenant,
  Workload,
  WorkloadSpec,
  WorkloadSubmission,
} from "../../src/api/types";
import { type FakeServer, startFakeServer } from "../fake-server";
import { OPERATOR_TOKEN } from "../fake/sessions";
import { type Look, contextOf, launch, signIn } from "./browser";

/**
 * The server that the specs look at: the fake one, or a real one named by WELLFIELD_URL and WELLFIELD_TOKEN (an
 * operator's). What a spec needs it makes itself, through the API.
 */
export class Target {
  private browser: Browser | undefined;
  private fake: FakeServer | undefined;
  private readonly submitted: [tenant: string, name: string][] = [];
  private session: Cookie[] | undefined;
  url = process.env.WELLFIELD_URL ?? "";
  token = process.env.WELLFIELD_TOKEN ?? OPERATOR_TOKEN;

  async open(): Promise<void> {
    if (this.url === "") {
      this.fake = await startFakeServer();
      this.url = this.fake.url;
    }
    this.browser = await launch();
  }

  /** Leaves nothing running on a server that goes on. */
  async close(): Promise<void> {
    await Promise.allSettled(this.submitted.map(([tenant, name]) => this.cancel(tenant, name)));
    await this.browser?.close();
    await this.fake?.close();
  }

  /** A fresh browser profile that is nobody yet. */
  async stranger(look: Look = {}): Promise<Page> {
    if (!this.browser) {
      throw new Error("the target is not open");
    }
    return (await contextOf(this.browser, look)).newPage();
  }

  /** In a fresh profile, with the one session of this target: a spec that ends a session signs in by itself. */
  async signedIn(path = "/", look: Look = {}): Promise<Page> {
    const page = await this.stranger(look);
    if (this.session) {
      await page.context().addCookies(this.session);
      await page.goto(this.url + path);
      await page.locator("#content").waitFor();
    } else {
      await signIn(page, this.url, this.token, path);
      this.session = await page.context().cookies();
    }
    return page;
  }

  async get<T>(path: string): Promise<T> {
    return (await this.fetch("GET", path)) as T;
  }

  async tenants(): Promise<string[]> {
    return (await this.get<{ items: Tenant[] }>("/api/v1/tenants")).items.map((tenant) => tenant.metadata.name);
  }

  async cards(): Promise<Card[]> {
    return (await this.get<{ items: Card[] }>("/api/v1/cards")).items;
  }

  /** A tenant that may have a small share of a card: the example's `adhoc`, else the first. */
  async tenant(): Promise<string> {
    const names = await this.tenants();
    return names.find((name) => name === "adhoc") ?? names[0] ?? "adhoc";
  }

  /** A model that a tenant may serve. */
  async model(): Promise<{ tenant: string; name: string }> {
    const [first] = (await this.get<{ items: Model[] }>("/api/v1/models")).items;
    if (first?.metadata.tenant === undefined) {
      throw new Error("no tenant has a model");
    }
    return { tenant: first.metadata.tenant, name: first.metadata.name };
  }

  /** A model that chats and has an engine that answers; where none has, an engine is started. */
  async served(): Promise<{ tenant: string; model: string }> {
    const { items } = await this.get<{ items: Model[] }>("/api/v1/models");
    const chats = items.filter(({ spec }) => (spec.kinds ?? ["CHAT"]).includes("CHAT"));
    const ready = chats.find(({ status }) => status.readyEndpoints > 0);
    if (ready) {
      return { tenant: ready.metadata.tenant ?? "", model: ready.metadata.name };
    }
    const { metadata } = chats[0] ?? { metadata: await this.model() };
    const { tenant = "", name } = metadata;
    const command = ["wellfield", "engine-simulator", "--model", name];
    await this.submit(tenant, {
      spec: { type: "INFERENCE", command, serves: { model: name, engine: "SIMULATOR" }, ...SMALL },
    });
    for (let tries = 0; tries < 60; tries++) {
      const again = await this.get<{ items: Model[] }>("/api/v1/models");
      if (again.items.some((each) => each.metadata.name === name && each.status.readyEndpoints > 0)) {
        return { tenant, model: name };
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new Error(`no engine of ${name} came up`);
  }

  /** The secret of a new API key of a tenant. */
  async key(tenant: string, name: string): Promise<string> {
    const issued = (await this.fetch("POST", `/api/v1/tenants/${tenant}/keys`, { name, spec: {} })) as IssuedApiKey;
    return issued.secret;
  }

  async submit(tenant: string, body: WorkloadSubmission): Promise<Workload> {
    const workload = (await this.fetch("POST", `/api/v1/tenants/${tenant}/workloads`, body)) as Workload;
    this.submitted.push([tenant, workload.metadata.name]);
    return workload;
  }

  /**
   * Submits what is under a tenant's ceiling, but not beside what that tenant holds already; of a tenant whose quota
   * then says `overQuota`. The tenant's name.
   */
  async submitOver(name: string, overQuota: "QUEUE" | "REFUSE"): Promise<string> {
    for (const tenant of await this.tenants()) {
      const { items } = await this.get<{ items: Quota[] }>(`/api/v1/tenants/${tenant}/quotas`);
      const quota = items.find((each) => (each.spec.overQuota ?? "QUEUE") === overQuota);
      const cards = quota?.status.use.find((use) => use.dimension === "CARDS");
      const whole = Math.floor((cards?.ceiling ?? 0) / 1000);
      if (cards && whole > 0) {
        const spec: WorkloadSpec = { type: "BATCH", command: ["sleep", "60"], graceSeconds: 1 };
        if (cards.used === 0) {
          await this.submit(tenant, { metadata: { name: `${name}-first` }, spec: { ...spec, ...SMALL } });
        }
        await this.submit(tenant, { metadata: { name }, spec: { ...spec, cards: whole } });
        return tenant;
      }
    }
    throw new Error(`no tenant has a ceiling of whole cards and overQuota ${overQuota}`);
  }

  /** Replaces what has the version named. */
  async put(path: string, body: unknown, version: number): Promise<void> {
    await this.fetch("PUT", path, body, { "If-Match": `"${version}"` });
  }

  /** Gives somebody these roles and no others. */
  async bind(name: string, bindings: readonly Binding[]): Promise<void> {
    await this.fetch("PUT", `/api/v1/users/${name}/bindings`, { bindings });
  }

  async cancel(tenant: string, name: string): Promise<void> {
    await this.fetch("POST", `/api/v1/tenants/${tenant}/workloads/${name}/cancel`);
  }

  private async fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const response = await fetch(this.url + path, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    }
    return response.json();
  }
}

/** One target for all the specs of a file. */
export function useTarget(): Target {
  const target = new Target();
  beforeAll(() => target.open());
  afterAll(() => target.close());
  return target;
}

/** A name that no other run has used. */
export function freshName(stem: string): string {
  return `${stem}-${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
}

/** A process that counts aloud, five times a second, until it is told to stop. */
export const COUNTING = ["sh", "-c", "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo step $i; sleep 0.2; done"];

/** A small share of one card. */
export const SMALL = { cards: 1, share: { memoryMib: 1024, computePermille: 50 }, graceSeconds: 2 } as const;
