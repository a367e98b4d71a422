import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Look } from "./browser";
import { goTo, pagesOf } from "./pages";
import { useTarget } from "./target";

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

  for (const look of LOOKS) {
    const { width, theme, language } = look;
    it(`passes axe and fits, ${width} px wide, ${theme}, in ${language}`, async () => {
      const gate = await target.stranger(look);
      await gate.goto(target.url);
      await gate.locator("[data-way]").waitFor();
      await check(gate, "sign-in");

      const page = await target.signedIn("/", look);
      for (const path of Object.values(await pagesOf(target)).flat()) {
        await goTo(page, path);
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
