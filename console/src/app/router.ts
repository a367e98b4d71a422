import { useSyncExternalStore } from "react";

/** Where in the console somebody is. Every view has a URL, and this is all that is read from it. */
export type Place =
  | { page: "overview"; card: { node: string; index: number } | undefined }
  | { page: "workloads"; detail: { tenant: string; workload: string } | undefined }
  | { page: "submit" }
  | { page: "models" }
  | { page: "engines" }
  | { page: "playground" }
  | { page: "usage" }
  | { page: "keys"; creating: boolean }
  | { page: "billing"; month: string | undefined; line: string | undefined }
  | { page: "alerts"; alert: string | undefined }
  | { page: "webhooks" }
  | { page: "events"; cursor: string | undefined }
  | { page: "people"; person: string | undefined; inviting: boolean }
  | { page: "invitations" }
  | { page: "account" }
  | { page: "accept" }
  | { page: "tenants"; quota: { tenant: string; pool: string } | undefined }
  | { page: "unknown" };

/** As the contract writes a month. */
const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;

const listeners = new Set<() => void>();

export function placeOf(pathname: string): Place {
  const [first, second, third, ...rest] = pathname.split("/").filter(Boolean).map(decoded);
  if (rest.length > 0) {
    return { page: "unknown" };
  }
  if (first === undefined) {
    return { page: "overview", card: undefined };
  }
  if (first === "cards" && second !== undefined && third !== undefined && /^\d{1,4}$/.test(third)) {
    return { page: "overview", card: { node: second, index: Number(third) } };
  }
  if (first === "workloads" && second === undefined) {
    return { page: "workloads", detail: undefined };
  }
  if (first === "workloads" && second === "new" && third === undefined) {
    return { page: "submit" };
  }
  if (first === "workloads" && second !== undefined && third !== undefined) {
    return { page: "workloads", detail: { tenant: second, workload: third } };
  }
  return (
    servingPlace(first, second, third) ??
    moneyPlace(first, second, third) ??
    peoplePlace(first, second, third) ?? { page: "unknown" }
  );
}

function servingPlace(first: string, second: string | undefined, third: string | undefined): Place | undefined {
  if (first === "models" && third === undefined) {
    switch (second) {
      case undefined:
        return { page: "models" };
      case "engines":
        return { page: "engines" };
      case "playground":
        return { page: "playground" };
    }
  }
  if (first === "usage" && second === undefined) {
    return { page: "usage" };
  }
  if (first === "usage" && second === "keys" && (third === undefined || third === "new")) {
    return { page: "keys", creating: third === "new" };
  }
  return undefined;
}

function moneyPlace(first: string, second: string | undefined, third: string | undefined): Place | undefined {
  if (first === "billing" && (second === undefined || MONTH.test(second))) {
    return { page: "billing", month: second, line: third };
  }
  if (first === "alerts" && third === undefined) {
    return second === "webhooks" ? { page: "webhooks" } : { page: "alerts", alert: second };
  }
  if (first === "events" && third === undefined) {
    return { page: "events", cursor: second };
  }
  if (first === "tenants" && (second === undefined || third !== undefined)) {
    const quota = second === undefined || third === undefined ? undefined : { tenant: second, pool: third };
    return { page: "tenants", quota };
  }
  return undefined;
}

function peoplePlace(first: string, second: string | undefined, third: string | undefined): Place | undefined {
  if (third !== undefined && !(first === "people" && second === "of")) {
    return undefined;
  }
  switch (first) {
    case "people":
      switch (second) {
        case undefined:
          return { page: "people", person: undefined, inviting: false };
        case "invite":
          return { page: "people", person: undefined, inviting: true };
        case "invitations":
          return { page: "invitations" };
        case "of":
          return third === undefined ? undefined : { page: "people", person: third, inviting: false };
      }
      return undefined;
    case "account":
      return second === undefined ? { page: "account" } : undefined;
    case "accept":
      return second === undefined ? { page: "accept" } : undefined;
  }
  return undefined;
}

export const to = {
  overview: "/",
  workloads: "/workloads",
  submit: "/workloads/new",
  /** The form filled in as another workload was. */
  submitLike: (tenant: string, workload: string) =>
    `/workloads/new?like=${encodeURIComponent(`${tenant}/${workload}`)}`,
  card: (node: string, index: number) => `/cards/${encodeURIComponent(node)}/${index}`,
  workload: (tenant: string, workload: string) =>
    `/workloads/${encodeURIComponent(tenant)}/${encodeURIComponent(workload)}`,
  models: "/models",
  engines: "/models/engines",
  playground: "/models/playground",
  usage: "/usage",
  keys: "/usage/keys",
  newKey: "/usage/keys/new",
  billing: "/billing",
  month: (month: string) => `/billing/${month}`,
  invoiceLine: (month: string, line: string) => `/billing/${month}/${encodeURIComponent(line)}`,
  alerts: "/alerts",
  /** An alert's name has a dot in it, so none is called as a page. */
  alert: (name: string) => `/alerts/${encodeURIComponent(name)}`,
  webhooks: "/alerts/webhooks",
  events: "/events",
  event: (cursor: string) => `/events/${encodeURIComponent(cursor)}`,
  people: "/people",
  person: (name: string) => `/people/of/${encodeURIComponent(name)}`,
  invite: "/people/invite",
  invitations: "/people/invitations",
  account: "/account",
  tenants: "/tenants",
  quota: (tenant: string, pool: string) => `/tenants/${encodeURIComponent(tenant)}/${encodeURIComponent(pool)}`,
};

export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname);
}

/** One parameter of the query, and a setter that keeps the others; an undefined value takes it away. */
export function useQueryParameter(name: string): [string | undefined, (value: string | undefined) => void] {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  const value = new URLSearchParams(search).get(name) ?? undefined;
  return [value, (next) => navigate(withQuery({ [name]: next }), { replace: true })];
}

/** {@link withQuery} for links: what uses it is rendered again when the query changes. */
export function useWithQuery(): typeof withQuery {
  useSyncExternalStore(subscribe, () => window.location.search);
  return withQuery;
}

/** The given path (absent: the current one) with the current query, changed as told. */
export function withQuery(changes: Record<string, string | undefined>, pathname = window.location.pathname): string {
  const query = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") {
      query.delete(name);
    } else {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return text === "" ? pathname : `${pathname}?${text}`;
}

export function navigate(url: string, { replace = false } = {}): void {
  if (replace) {
    window.history.replaceState(null, "", url);
  } else {
    window.history.pushState(null, "", url);
  }
  changed();
}

function changed(): void {
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
