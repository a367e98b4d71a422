import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { useTarget } from "./target";

/** A real server has no alerts to show at once; its own tests make some. */
describe.skipIf(process.env.WELLFIELD_URL !== undefined)("alerts", () => {
  const target = useTarget();

  it("are counted beside the navigation and named on the overview", async () => {
    const page = await target.signedIn();
    await page.getByRole("link", { name: /Alerts.*1 firing that nobody/ }).waitFor();
    const panel = page.getByRole("region", { name: "2 alerts are firing" });
    await panel.getByRole("link", { name: /inference\/embed-small has not answered for 3 m 10 s/ }).click();
    await page.waitForURL(/\/alerts\/engine-down\.inference\.embed-small/);
    await page.getByRole("dialog", { name: "Engine down" }).getByText("Simulated").waitFor();
  });

  it("say what is wrong in numbers, and lead to the quota and the workloads", async () => {
    const page = await target.signedIn("/alerts");
    const table = page.getByRole("table", { name: "Alerts" });
    await table.getByText("training uses 100 % of its ceiling in pool a100. Cards: 3 cards of 3 cards.").waitFor();
    expect(await table.getByRole("row").count()).toBe(4);
    await table.getByRole("link", { name: "Quota nearly used up" }).first().click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText("The sweep ends tonight; until then we wait.").waitFor();
    await drawer.getByRole("link", { name: "Running workloads" }).waitFor();
    await drawer.getByRole("link", { name: "The quota" }).click();
    await page.waitForURL(/\/tenants\/training\/a100/);
  });

  it("show the signal around them as a curve and as a table with the same numbers, which goes to a file", async () => {
    const page = await target.signedIn("/alerts/quota-high.training.a100.cards");
    const drawer = page.getByRole("dialog");
    const curve = drawer.getByRole("application", { name: "Used part of the limit" });
    await curve.focus();
    await page.keyboard.press("End");
    await drawer.getByRole("status").getByText("100 %").waitFor();
    await drawer.getByText("Fires above 80 %").waitFor();
    await drawer.getByRole("radio", { name: "Table" }).check();
    await drawer.getByRole("table", { name: "The signal around it" }).getByText("66.7 %").first().waitFor();
    await drawer.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /JSON/ }).click(),
    ]);
    const rows = JSON.parse(await readFile(await download.path(), "utf8")) as { minute: string; highest: number }[];
    expect(rows.at(-1)?.highest).toBe(1000);
  });

  it("are acknowledged with a note, by the keyboard alone", async () => {
    const page = await target.signedIn("/alerts/engine-down.inference.embed-small");
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("Note to the others").focus();
    await page.keyboard.type("restarting it");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await drawer.getByText("by operator").waitFor();
    await drawer.getByText("restarting it").waitFor();
    await page.getByText("Acknowledged.", { exact: true }).waitFor();
    expect(await page.getByText(/firing that nobody/).count()).toBe(0);
  });

  it("are sent to webhooks, of which one says why it fails", async () => {
    const page = await target.signedIn("/alerts/webhooks");
    const table = page.getByRole("table", { name: "Webhooks" });
    const failing = table.getByRole("row").filter({ hasText: "old-pager" });
    await failing.getByText("Failing").waitFor();
    await failing.getByText("no answer within 5 s").waitFor();
    await table.getByRole("row").filter({ hasText: "archive" }).getByText("Paused").waitFor();
  });

  it("are none where nothing is wrong, which says that something is watched", async () => {
    const page = await target.signedIn("/alerts?tenant=data");
    await page.getByText("Nothing is wrong").waitFor();
    await page.getByRole("link", { name: "Show resolved alerts" }).click();
    await page.getByText("No alert has been resolved yet").waitFor();
  });
});
