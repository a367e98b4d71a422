import { call } from "./client";
import type { Resource, Topic } from "./cache";
import type {
  Alert,
  AlertPhase,
  ApiKey,
  Card,
  CardModel,
  CardUsage,
  Endpoint,
  Explanation,
  Invitation,
  InvoicePreview,
  LineTrace,
  Model,
  Node,
  Phase,
  Plan,
  Pool,
  PriceBook,
  Quota,
  SeenSignal,
  SignalMinute,
  System,
  Tenant,
  TokenBucketList,
  TokenUsage,
  User,
  Webhook,
  WellfieldEvent,
  Workload,
} from "./types";

/** Workloads of one reading; more are read page after page. */
export const WORKLOADS_A_PAGE = 200;
export const MOST_PAGES = 25;

export const system: Resource<System> = {
  key: "system",
  topics: ["system"],
  load: (signal) => call("get", "/api/v1/system", { signal }),
};

export const pools: Resource<Pool[]> = listed("pools", ["pools"], (signal) => call("get", "/api/v1/pools", { signal }));

export const nodes: Resource<Node[]> = listed("nodes", ["nodes"], (signal) => call("get", "/api/v1/nodes", { signal }));

export const cards: Resource<Card[]> = listed("cards", ["cards"], (signal) => call("get", "/api/v1/cards", { signal }));

export const cardModels: Resource<CardModel[]> = listed("card-models", ["system"], (signal) =>
  call("get", "/api/v1/card-models", { signal }),
);

export const tenants: Resource<Tenant[]> = listed("tenants", ["tenants"], (signal) =>
  call("get", "/api/v1/tenants", { signal }),
);

/** The quotas of several tenants: the contract has them by tenant. */
export function quotas(names: readonly string[]): Resource<Quota[]> {
  return {
    key: `quotas ${names.join(" ")}`,
    topics: ["quotas"],
    load: async (signal) => {
      const lists = await Promise.all(
        names.map((tenant) => call("get", "/api/v1/tenants/{tenant}/quotas", { path: { tenant }, signal })),
      );
      return lists.flatMap((list) => list.items);
    },
  };
}

/** The engines that serve models now. */
export const endpoints: Resource<Endpoint[]> = listed("endpoints", ["endpoints"], (signal) =>
  call("get", "/api/v1/endpoints", { signal }),
);

/** Models of one's tenants and published ones. */
export const models: Resource<Model[]> = listed("models", ["models"], (signal) =>
  call("get", "/api/v1/models", { signal }),
);

export const plans: Resource<Plan[]> = listed("plans", ["plans"], (signal) => call("get", "/api/v1/plans", { signal }));

export const priceBooks: Resource<PriceBook[]> = listed("price-books", ["plans"], (signal) =>
  call("get", "/api/v1/price-books", { signal }),
);

export function quota(tenant: string, pool: string): Resource<Quota> {
  return {
    key: `quota ${tenant}/${pool}`,
    topics: ["quotas"],
    load: (signal) => call("get", "/api/v1/tenants/{tenant}/quotas/{pool}", { path: { tenant, pool }, signal }),
  };
}

/** The API keys of several tenants: the contract has them by tenant. */
export function keys(names: readonly string[]): Resource<ApiKey[]> {
  return {
    key: `keys ${names.join(" ")}`,
    topics: ["keys"],
    load: async (signal) => {
      const lists = await Promise.all(
        names.map((tenant) => call("get", "/api/v1/tenants/{tenant}/keys", { path: { tenant }, signal })),
      );
      return lists.flatMap((list) => list.items);
    },
  };
}

/** Everybody, for whoever may see all. */
export const users: Resource<User[]> = {
  key: "users",
  topics: ["people"],
  load: async (signal) => {
    const items: User[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = { limit: 500, ...(cursor !== undefined && { cursor }) };
      const list = await call("get", "/api/v1/users", { query, signal });
      items.push(...list.items);
      cursor = list.nextCursor;
      if (cursor === undefined) {
        break;
      }
    }
    return items;
  },
};

/** The members of several tenants, each once with the roles in these: the contract has them by tenant. */
export function members(names: readonly string[]): Resource<User[]> {
  return {
    key: `members ${names.join(" ")}`,
    topics: ["people"],
    load: async (signal) => {
      const lists = await Promise.all(
        names.map((tenant) => call("get", "/api/v1/tenants/{tenant}/members", { path: { tenant }, signal })),
      );
      const byName = new Map<string, User>();
      for (const user of lists.flatMap((list) => list.items)) {
        const known = byName.get(user.name);
        byName.set(user.name, known ? { ...known, bindings: [...known.bindings, ...user.bindings] } : user);
      }
      return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
    },
  };
}

export function invitations(tenant: string | undefined): Resource<Invitation[]> {
  return listed(`invitations ${tenant ?? "*"}`, ["people"], (signal) =>
    call("get", "/api/v1/invitations", { query: tenant === undefined ? {} : { tenant }, signal }),
  );
}

/** What the month would cost each of several tenants as of now: the contract has it by tenant. */
export function invoicePreviews(names: readonly string[], month: string): Resource<InvoicePreview[]> {
  return {
    key: `invoices ${month} ${names.join(" ")}`,
    topics: ["usage", "plans"],
    load: (signal) =>
      Promise.all(
        names.map((tenant) =>
          call("get", "/api/v1/tenants/{tenant}/invoice-previews/{month}", { path: { tenant, month }, signal }),
        ),
      ),
  };
}

export function lineTrace(tenant: string, month: string, line: string): Resource<LineTrace> {
  return {
    key: `trace ${tenant} ${month} ${line}`,
    topics: ["usage", "plans"],
    load: (signal) =>
      call("get", "/api/v1/tenants/{tenant}/invoice-previews/{month}/lines/{line}", {
        path: { tenant, month, line },
        signal,
      }),
  };
}

/** Of which time usage is asked; without a start it is this month, in the tenants' own zone. */
export interface UsageWindow {
  tenant: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** What was used, and of which time that is. */
export interface Usage<T> {
  from: string;
  to: string;
  zone: string;
  items: T[];
}

export function tokenUsage(window: UsageWindow): Resource<Usage<TokenUsage>> {
  return {
    key: `tokens ${windowKey(window)}`,
    topics: ["usage"],
    load: (signal) => call("get", "/api/v1/usage/tokens", { query: windowQuery(window), signal }),
  };
}

/** Tokens of each day of the window, by model or by key. */
export function tokenBuckets(window: UsageWindow, group: "MODEL" | "KEY"): Resource<TokenBucketList> {
  return {
    key: `token-days ${group} ${windowKey(window)}`,
    topics: ["usage"],
    load: (signal) =>
      call("get", "/api/v1/usage/tokens/buckets", { query: { ...windowQuery(window), group, bucket: "DAY" }, signal }),
  };
}

export function cardUsage(window: UsageWindow): Resource<Usage<CardUsage>> {
  return {
    key: `card-time ${windowKey(window)}`,
    topics: ["usage"],
    load: (signal) => call("get", "/api/v1/usage/cards", { query: windowQuery(window), signal }),
  };
}

function windowKey({ tenant = "*", from = "", to = "" }: UsageWindow): string {
  return `${tenant} ${from} ${to}`;
}

function windowQuery({ tenant, from, to }: UsageWindow): { tenant?: string; from?: string; to?: string } {
  return {
    ...(tenant !== undefined && { tenant }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** As many as one reading gives. */
export const EVENTS_READ = 500;

/** The newest changes; those of one aggregate (kind/name) where one is named. */
export function events(tenant: string | undefined, aggregate: string | undefined): Resource<WellfieldEvent[]> {
  return listed(`events ${tenant ?? "*"} ${aggregate ?? "*"}`, ["events"], (signal) =>
    call("get", "/api/v1/events", {
      query: {
        limit: EVENTS_READ,
        ...(tenant !== undefined && { tenant }),
        ...(aggregate !== undefined && { aggregate }),
      },
      signal,
    }),
  );
}

/** As many alerts as one reading gives. */
export const ALERTS_READ = 500;

/** The latest alerts in these states. */
export function alerts(tenant: string | undefined, states: readonly AlertPhase[]): Resource<Alert[]> {
  return listed(`alerts ${tenant ?? "*"} ${states.join(",")}`, ["alerts"], (signal) =>
    call("get", "/api/v1/alerts", {
      query: { limit: ALERTS_READ, state: [...states], ...(tenant !== undefined && { tenant }) },
      signal,
    }),
  );
}

export function alert(name: string): Resource<Alert> {
  return {
    key: `alert ${name}`,
    topics: ["alerts"],
    load: (signal) => call("get", "/api/v1/alerts/{alert}", { path: { alert: name }, signal }),
  };
}

/** What is watched, as it was last seen. */
export function signals(tenant: string | undefined): Resource<SeenSignal[]> {
  return listed(`signals ${tenant ?? "*"}`, ["alerts"], (signal) =>
    call("get", "/api/v1/signals", { query: tenant === undefined ? {} : { tenant }, signal }),
  );
}

/** The numbers of something that is watched, by the minute, of the last day. */
export function signalMinutes(name: string): Resource<SignalMinute[]> {
  return listed(`minutes ${name}`, ["alerts"], (signal) =>
    call("get", "/api/v1/signals/{signal}/minutes", { path: { signal: name }, signal }),
  );
}

/** Where alerts are sent. */
export const webhooks: Resource<Webhook[]> = listed("webhooks", ["webhooks"], (signal) =>
  call("get", "/api/v1/webhooks", { signal }),
);

export interface WorkloadFilter {
  tenant: string | undefined;
  phases: readonly Phase[];
}

export interface WorkloadPages {
  items: Workload[];
  more: boolean;
}

/** The newest workloads, `pages` pages of them. */
export function workloads(filter: WorkloadFilter, pages = 1): Resource<WorkloadPages> {
  return {
    key: `workloads ${filter.tenant ?? "*"} ${filter.phases.join(",")} ${pages}`,
    topics: ["workloads"],
    load: async (signal) => {
      const items: Workload[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < pages; page++) {
        const query = {
          limit: WORKLOADS_A_PAGE,
          ...(filter.tenant !== undefined && { tenant: filter.tenant }),
          ...(filter.phases.length > 0 && { phase: [...filter.phases] }),
          ...(cursor !== undefined && { cursor }),
        };
        const list = await call("get", "/api/v1/workloads", { query, signal });
        items.push(...list.items);
        cursor = list.nextCursor;
        if (cursor === undefined) {
          break;
        }
      }
      return { items, more: cursor !== undefined };
    },
  };
}

export function workload(tenant: string, name: string): Resource<Workload> {
  return {
    key: `workload ${tenant}/${name}`,
    topics: ["workloads"],
    load: (signal) =>
      call("get", "/api/v1/tenants/{tenant}/workloads/{workload}", { path: { tenant, workload: name }, signal }),
  };
}

export function explanation(tenant: string, name: string): Resource<Explanation> {
  return {
    key: `explanation ${tenant}/${name}`,
    topics: ["workloads", "cards"],
    load: (signal) =>
      call("get", "/api/v1/tenants/{tenant}/workloads/{workload}/explanation", {
        path: { tenant, workload: name },
        signal,
      }),
  };
}

/** What happened to one workload, newest first. */
export function workloadEvents(tenant: string, name: string): Resource<WellfieldEvent[]> {
  return listed(`events ${tenant}/${name}`, ["events"], (signal) =>
    call("get", "/api/v1/events", { query: { tenant, aggregate: `workload/${name}`, limit: 200 }, signal }),
  );
}

function listed<T>(
  key: string,
  topics: readonly Topic[],
  load: (signal: AbortSignal) => Promise<{ items: T[] }>,
): Resource<T[]> {
  return { key, topics, load: async (signal) => (await load(signal)).items };
}
