import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Language, type Theme, contextOf, launch, signIn } from "./browser/browser";
import { startFakeServer } from "./fake-server";
import { ENGINEER_TOKEN, OPERATOR_TOKEN } from "./fake/sessions";

/** Pictures of every view in both languages, both themes and both widths: `npm run shots -- FOLDER [NAME…]`. */
const [folder = "shots", ...only] = process.argv.slice(2);
/** LOOKS=en-light-1440,zh-dark-390 takes some of the eight only. */
const looks = process.env.LOOKS?.split(",");

const VIEWS: Record<string, { path: string; act?: (page: Page) => Promise<unknown> }> = {
  overview: { path: "/" },
  card: { path: "/cards/server-1/3" },
  workloads: { path: "/workloads" },
  running: { path: "/workloads/training/llama-finetune" },
  queued: { path: "/workloads/training/llama-pretrain" },
  refused: { path: "/workloads/adhoc/vit-probe" },
  serving: { path: "/workloads/inference/chat-8b" },
  tip: { path: "/", act: (page) => page.getByRole("link", { name: /^server-1\/0:/ }).hover() },
  tile: {
    path: "/",
    act: (page) => page.getByRole("link", { name: /^(Borrowed|借用)/ }).hover(),
  },
  "submit-empty": {
    path: "/workloads/new?tenant=adhoc",
    act: (page) => page.getByRole("radio", { name: /^(A share|份额)$/ }).check(),
  },
  "submit-over": {
    path: "/workloads/new?tenant=training",
    act: (page) => page.getByLabel(/^(Cards|卡数)$/).fill("2"),
  },
  failed: { path: "/workloads/data/dedupe-03" },
  timeline: { path: "/workloads/data/dedupe-03?tab=timeline" },
  log: { path: "/workloads/training/llama-finetune?tab=log" },
  spec: { path: "/workloads/training/llama-finetune?tab=spec" },
  cancel: {
    path: "/workloads/training/llama-finetune",
    act: (page) => page.getByRole("button", { name: /Cancel workload|取消工作负载/ }).click(),
  },
  submit: { path: "/workloads/new?like=adhoc/notebook-lin" },
  "submit-errors": {
    path: "/workloads/new?tenant=data",
    act: async (page) => {
      await page.getByLabel(/^(Name|名称)$/).fill("Big One");
      await page.getByLabel(/^(Cards|卡数)$/).fill("3");
      await page.locator("form button[type=submit]").click();
    },
  },
  empty: { path: "/workloads?q=nothing-like-this" },
  unknown: { path: "/nowhere" },
  models: { path: "/models" },
  engines: { path: "/models/engines" },
  playground: {
    path: "/models/playground?tenant=adhoc&model=chat-8b",
    act: async (page) => {
      await page.locator("input[name=key]").fill("sk-wf-for-tests");
      await page.locator("textarea[name=message]").fill("Hello?");
      await page.keyboard.press("Enter");
      await page.getByText(/token\/s|tokens\/s/).waitFor();
    },
  },
  "playground-refused": {
    path: "/models/playground?tenant=adhoc&model=chat-8b",
    act: async (page) => {
      await page.locator("input[name=key]").fill("sk-wf-wrong");
      await page.locator("textarea[name=message]").fill("Hello?");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
    },
  },
  usage: { path: "/usage" },
  "usage-30": { path: "/usage?range=30d" },
  "usage-keys": { path: "/usage?range=30d&by=key&as=table" },
  keys: { path: "/usage/keys?revoked=true" },
  "key-new": { path: "/usage/keys/new?tenant=inference" },
  tenants: { path: "/tenants" },
  quota: { path: "/tenants/training/a100" },
  alerts: { path: "/alerts?show=all" },
  alert: { path: "/alerts/engine-down.inference.embed-small" },
  "alert-quota": { path: "/alerts/quota-high.training.a100.cards" },
  "alerts-none": { path: "/alerts?tenant=data" },
  webhooks: { path: "/alerts/webhooks" },
  people: { path: "/people" },
  invite: { path: "/people/invite" },
  account: { path: "/account" },
  events: { path: "/events" },
  event: { path: "/events", act: (page) => page.locator("tbody a").first().click() },
  palette: { path: "/", act: (page) => page.keyboard.press("Control+k") },
  invoices: { path: "/billing" },
  invoice: { path: "/billing?tenant=adhoc" },
  "invoice-empty": { path: "/billing/2025-01?tenant=adhoc" },
  trace: {
    path: "/billing?tenant=adhoc",
    act: (page) => page.getByRole("link", { name: /^(Output tokens|输出 token)/ }).click(),
  },
};

const server = await startFakeServer();
const browser = await launch();
await mkdir(folder, { recursive: true });
const wanted = (name: string) => only.length === 0 || only.includes(name);
for (const language of ["en", "zh"] as Language[]) {
  for (const theme of ["light", "dark"] as Theme[]) {
    for (const width of [1440, 390]) {
      if (looks?.includes(`${language}-${theme}-${String(width)}`) === false) {
        continue;
      }
      const context = await contextOf(browser, { language, theme, width, height: width === 390 ? 844 : 900 });
      const page = await context.newPage();
      const shoot = (name: string) =>
        page.screenshot({ path: join(folder, `${name}-${language}-${theme}-${String(width)}.png`), fullPage: true });
      await page.goto(server.url);
      await page.locator("[data-way]").waitFor();
      if (wanted("sign-in")) {
        await shoot("sign-in");
      }
      await signIn(page, server.url, OPERATOR_TOKEN);
      for (const [name, view] of Object.entries(VIEWS).filter(([each]) => wanted(each))) {
        await page.goto(server.url + view.path);
        await page.locator("h1, [role=dialog]").first().waitFor();
        await page.waitForTimeout(500);
        await view.act?.(page);
        await page.waitForTimeout(500);
        await shoot(name);
      }
      await context.close();
      if (wanted("engineer")) {
        const other = await contextOf(browser, { language, theme, width });
        const theirs = await other.newPage();
        await signIn(theirs, server.url, ENGINEER_TOKEN);
        await theirs.waitForTimeout(600);
        await theirs.screenshot({
          path: join(folder, `engineer-${language}-${theme}-${String(width)}.png`),
          fullPage: true,
        });
        await other.close();
      }
    }
  }
}
await browser.close();
await server.close();
