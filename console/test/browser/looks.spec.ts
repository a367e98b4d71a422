import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Language, Theme } from "./browser";
import { COUNTING, SMALL, freshName, useTarget } from "./target";

const WIDTHS = [1440, 390];
const LANGUAGES: Language[] = ["en", "zh"];
const THEMES: Theme[] = ["light", "dark"];

describe("every page", () => {
  const target = useTarget();

  async function paths(): Promise<string[]> {
    const tenant = await target.tenant();
    const name = freshName("looks");
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: COUNTING, ...SMALL } });
    const at = `/workloads/${tenant}/${name}`;
    const card = (await target.cards())[0];
    return [
      "/",
      ...(card ? [`/cards/${card.node}/${String(card.index)}`] : []),
      "/workloads",
      at,
      `${at}?tab=timeline`,
      `${at}?tab=log`,
      `${at}?tab=spec`,
      `/workloads/new?like=${tenant}/${name}`,
      "/nowhere",
    ];
  }

  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      it(`passes axe and fits, ${width} px wide, ${theme}, in both languages`, async () => {
        const visited = await paths();
        for (const language of LANGUAGES) {
          const look = { language, theme, width, height: width === 390 ? 844 : 900 };
          const gate = await target.stranger(look);
          await gate.goto(target.url);
          await gate.locator("input[name=token]").waitFor();
          await check(gate, `sign-in, ${language}`, language === "en");
          await gate.context().close();

          const page = await target.signedIn("/", look);
          for (const path of visited) {
            await page.goto(target.url + path);
            await page.locator("h1, [role=dialog]").first().waitFor();
            await settled(page);
            await check(page, `${path}, ${language}`, language === "en");
          }
          await page.context().close();
        }
      }, 240_000);
    }
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
    await page.locator("input[name=token]").waitFor();
    expect([...hosts]).toEqual([target.url]);
  });
});

/** Nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("[role=status][aria-label]") === null);
}

/** Axe looks at one language: the other has the same elements with other words. */
async function check(page: Page, what: string, withAxe: boolean): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${what}: wider than the window by`).toBeLessThanOrEqual(0);
  if (!withAxe) {
    return;
  }
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const result = await (window as unknown as { axe: typeof axe }).axe.run();
    return result.violations.map((violation) => ({
      id: violation.id,
      nodes: violation.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
    }));
  });
  expect(violations, what).toEqual([]);
}
