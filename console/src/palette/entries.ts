import type { Model, Permission, Workload } from "../api/types";
import { to, withQuery } from "../app/router";
import type { Words } from "../i18n/dictionary";

export type Group = "pages" | "workloads" | "tenants" | "models";
export const GROUPS: readonly Group[] = ["pages", "workloads", "tenants", "models"];

/** Somewhere to go. */
export interface Entry {
  id: string;
  group: Group;
  name: string;
  /** Tells it from others of the same name. */
  hint: string;
  url: string;
}

/** As many of a group as one looks through. */
const SHOWN = 8;

/** The pages that somebody may see; each keeps the tenant that is chosen. */
export function pageEntries(t: Words, mayDo: (permission: Permission) => boolean, tenant: string | undefined): Entry[] {
  const pages: [name: string, path: string, permission?: Permission][] = [
    [t.frame.overview, to.overview, "pools.read"],
    [t.workloads.title, to.workloads, "workloads.read"],
    [t.workloads.submit, to.submit, "workloads.submit"],
    [t.serving.models.title, to.models, "models.read"],
    [t.serving.engines.title, to.engines, "models.read"],
    [t.serving.playground.title, to.playground, "models.read"],
    [t.usage.title, to.usage, "usage.read"],
    [t.keys.title, to.keys, "keys.read"],
    [t.billing.title, to.billing, "billing.read"],
    [t.alerts.title, to.alerts, "alerts.read"],
    [t.events.title, to.events, "events.read"],
    [t.tenants.title, to.tenants, "quotas.read"],
    [t.people.title, to.people, "members.read"],
    [t.people.invitations.title, to.invitations, "members.read"],
    [t.people.account.title, to.account],
  ];
  return pages
    .filter(([, , permission]) => permission === undefined || mayDo(permission))
    .map(([name, path]) => ({
      id: `page ${path}`,
      group: "pages",
      name,
      hint: "",
      url: tenant === undefined ? path : `${path}?tenant=${encodeURIComponent(tenant)}`,
    }));
}

export function workloadEntries(t: Words, workloads: readonly Workload[]): Entry[] {
  return workloads.map(({ metadata: { tenant = "", name }, status }) => ({
    id: `workload ${tenant}/${name}`,
    group: "workloads",
    name,
    hint: `${tenant} · ${t.words.phase[status.phase]}`,
    url: to.workload(tenant, name),
  }));
}

/** A tenant is no page: the one that is shown becomes that tenant's alone. */
export function tenantEntries(t: Words, names: readonly string[]): Entry[] {
  return names.map((name) => ({
    id: `tenant ${name}`,
    group: "tenants",
    name,
    hint: t.palette.showTenant,
    url: withQuery({ tenant: name }),
  }));
}

export function modelEntries(models: readonly Model[]): Entry[] {
  return models.map(({ metadata: { tenant = "", name } }) => ({
    id: `model ${tenant}/${name}`,
    group: "models",
    name,
    hint: tenant,
    url: `${to.engines}?model=${encodeURIComponent(name)}`,
  }));
}

/** What has every word of the text in its name or hint: names that begin with it first, at most a few of each group. */
export function found(entries: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ""] = words;
  const fitting = entries.filter(({ name, hint }) =>
    words.every((word) => `${name} ${hint}`.toLowerCase().includes(word)),
  );
  const begins = (entry: Entry) => (entry.name.toLowerCase().startsWith(first) ? 0 : 1);
  return GROUPS.flatMap((group) => {
    const of = fitting.filter((entry) => entry.group === group);
    const most = group === "pages" ? of.length : SHOWN;
    return of.sort((a, b) => begins(a) - begins(b)).slice(0, most);
  });
}
