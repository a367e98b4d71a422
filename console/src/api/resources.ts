import { call } from "./client";
import type { Resource, Topic } from "./cache";
import type {
  Card,
  CardModel,
  Endpoint,
  Explanation,
  Node,
  Phase,
  Pool,
  Quota,
  System,
  Tenant,
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
