import type { Page } from "playwright-core";
import type { Alert, WellfieldEvent } from "../../src/api/types";
import type { Place } from "../../src/app/router";
import { COUNTING, SMALL, type Target, freshName } from "./target";

/** The addresses of each page with what opens on it; a page that isn't here does not compile. */
export async function pagesOf(target: Target): Promise<Record<Place["page"], readonly string[]>> {
  const tenant = await target.tenant();
  const name = freshName("looks");
  await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: COUNTING, ...SMALL } });
  const at = `/workloads/${tenant}/${name}`;
  const card = (await target.cards())[0];
  const alert = (await target.get<{ items: Alert[] }>("/api/v1/alerts?limit=1")).items[0];
  const event = (await target.get<{ items: WellfieldEvent[] }>("/api/v1/events?limit=1")).items[0];
  return {
    overview: ["/", ...(card ? [`/cards/${card.node}/${String(card.index)}`] : [])],
    workloads: ["/workloads", at, `${at}?tab=timeline`, `${at}?tab=log`, `${at}?tab=spec`],
    submit: ["/workloads/new", `/workloads/new?like=${tenant}/${name}`],
    models: ["/models"],
    engines: ["/models/engines"],
    playground: ["/models/playground"],
    usage: ["/usage", "/usage?range=30d&as=table&by=key"],
    keys: ["/usage/keys?revoked=true", "/usage/keys/new"],
    tenants: ["/tenants", `/tenants/${tenant}/${card?.pool ?? "a100"}`],
    alerts: [
      "/alerts",
      "/alerts?show=resolved",
      "/alerts?show=all&tenant=nobody-has-this-name",
      "/alerts/no.such.alert",
      ...(alert ? [`/alerts/${alert.name}`] : []),
    ],
    webhooks: ["/alerts/webhooks"],
    events: ["/events", "/events?q=nothing-like-this", ...(event ? [`/events/${event.cursor}`] : [])],
    billing: ["/billing", `/billing?tenant=${tenant}`, `/billing/2025-01?tenant=${tenant}`],
    people: ["/people", "/people/of/operator", "/people/invite"],
    invitations: ["/people/invitations?ended=true"],
    account: ["/account"],
    accept: ["/accept"],
    unknown: ["/nowhere"],
  };
}

/** Another page of the same console: the address changes, and nothing is loaded anew. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.locator("h1, [role=dialog], [data-way]").first().waitFor();
  await page.waitForFunction(() => document.querySelector("[role=status][aria-label]") === null);
}
