import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Alert, WellfieldEvent } from "../../src/api/types";
import type { Place } from "../../src/app/router";
import type { Look } from "./browser";
import { COUNTING, SMALL, freshName, useTarget } from "./target";

/**
 * Each width with each theme and each language with both: whatever is seen in a pair of them is seen once. Layout and
 * colours don't depend on each other, nor does what is there on the language.
 */
const LOOKS: readonly Required<Look>[] = [
  { width: 1440, height: 900, theme: "light", language: "en" },
  { width: 1440, height: 900, theme: "dark", language: "zh" },
  { width: 390, height: 844, theme: "light", language: "zh" },
  { width: 390, height: 844, theme: "dark", language: "en" },
];

describe("every page", () => {
  const target = useTarget();

  /** The addresses of each page with what opens on it; a page that isn't here does not compile. */
  async function paths(): Promise<Record<Place["page"], readonly string[]>> {
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

  for (const look of LOOKS) {
    const { width, theme, language } = look;
    it(`passes axe and fits, ${width} px wide, ${theme}, in ${language}`, async () => {
      const gate = await target.stranger(look);
      await gate.goto(target.url);
      await gate.locator("[data-way]").waitFor();
      await check(gate, "sign-in");

      const page = await target.signedIn("/", look);
      for (const path of Object.values(await paths()).flat()) {
        // Another page of the same console: the address changes, and nothing is loaded anew.
        await page.evaluate((to) => {
          history.pushState(null, "", to);
          dispatchEvent(new PopStateEvent("popstate"));
        }, path);
        await page.locator("h1, [role=dialog], [data-way]").first().waitFor();
        await settled(page);
        await check(page, path);
      }
    }, 120_000);
  }

  it("speaks the language that is chosen, and remembers it", async () => {
    const page = await target.signedIn();
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("heading", { name: "总览" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
    await page.reload();
    await page.getByRole("heading", { name: "总览" }).waitFor();
  });

  it("wears the theme that is chosen, and remembers it", async () => {
    const page = await target.signedIn();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe("rgb(247, 248, 248)");
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(14, 18, 20)");
    await page.reload();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await ground()).toBe("rgb(14, 18, 20)");
  });

  it("asks nobody but its own server", async () => {
    const page = await target.stranger();
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(target.url);
    await page.locator("[data-way]").waitFor();
    expect([...hosts]).toEqual([target.url]);
  });
});

/** Nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("[role=status][aria-label]") === null);
}

async function check(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${what}: wider than the window by`).toBeLessThanOrEqual(0);
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe.source);
  }
  const violations = await page.evaluate(async () => {
    const result = await (window as unknown as { axe: typeof axe }).axe.run();
    return result.violations.map((violation) => ({
      id: violation.id,
      nodes: violation.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
    }));
  });
  expect(violations, what).toEqual([]);
}
