import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Language, contextOf, launch, signIn } from "./browser/browser";

/** The pictures of README and README.zh, of a server that `scripts/screenshots` has filled: `npm run docs-shots -- FOLDER`. */
const [folder = "shots"] = process.argv.slice(2);
const url = process.env.WELLFIELD_URL ?? "";
const token = process.env.WELLFIELD_TOKEN ?? "";

const VIEWS: Record<string, { path: string; act?: (page: Page) => Promise<unknown> }> = {
  overview: { path: "/" },
  workloads: { path: "/workloads/training/evaluate" },
  quotas: { path: "/tenants" },
  usage: { path: "/usage" },
  trace: {
    path: "/billing?tenant=data",
    act: (page) => page.getByRole("link", { name: /^(Output tokens|输出 token)/ }).click(),
  },
};

const browser = await launch();
await mkdir(folder, { recursive: true });
for (const language of ["en", "zh"] as Language[]) {
  const context = await contextOf(browser, { language, theme: "light", width: 1440, height: 900 });
  const page = await context.newPage();
  await signIn(page, url, token);
  for (const [name, view] of Object.entries(VIEWS)) {
    await page.goto(url + view.path);
    await page.locator("h1, [role=dialog]").first().waitFor();
    await page.waitForTimeout(1500);
    await view.act?.(page);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(folder, language === "en" ? `${name}.png` : `${name}.zh.png`) });
  }
  await context.close();
}
await browser.close();
