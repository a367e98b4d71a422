import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { COUNTING, SMALL, freshName, useTarget } from "./target";

describe("a workload", () => {
  const target = useTarget();

  async function fill(page: Page, name: string, memoryGib: string): Promise<void> {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Command", { exact: true }).fill(`sh -c '${COUNTING[2] ?? ""}'`);
    await page.getByRole("radio", { name: "A share" }).check();
    await page.getByLabel("Device memory").fill(memoryGib);
    await page.getByLabel("Compute").fill("5");
    await page.getByLabel("Grace").fill("2");
  }

  it("is submitted, seen running, followed in its log, and cancelled", async () => {
    const tenant = await target.tenant();
    const name = freshName("count");
    const page = await target.signedIn(`/workloads/new?tenant=${tenant}`);
    await fill(page, name, "1");
    await page.getByRole("button", { name: "Submit workload" }).click();
    await page.waitForURL(`${target.url}/workloads/${tenant}/${name}`);

    const drawer = page.getByRole("dialog", { name });
    await drawer.getByText("Running", { exact: true }).waitFor();
    await drawer.getByText(/card-\d/).waitFor();
    await drawer.getByText("Why here").waitFor();

    await drawer.getByRole("tab", { name: "Log" }).click();
    const log = drawer.getByRole("log");
    await log.getByText(/step 3\b/).waitFor();
    await drawer.getByRole("button", { name: "Pause" }).click();
    await drawer.getByText(/Paused, \d+ new lines?/).waitFor();
    await drawer.getByRole("button", { name: "Follow" }).click();
    await drawer.getByText("Following").waitFor();
    expect(new URL(page.url()).searchParams.get("tab")).toBe("log");

    await drawer.getByRole("button", { name: "Cancel workload" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText(/SIGTERM and 2 s to finish/).waitFor();
    await dialog.getByText(/It frees 1\sGiB of device memory/).waitFor();
    await dialog.getByRole("button", { name: "Cancel workload" }).click();
    await drawer.getByText("Cancelled", { exact: true }).waitFor();
    await drawer.getByText("The workload has ended; this is the end of its log.").waitFor();

    await drawer.getByRole("tab", { name: "Timeline" }).click();
    await drawer.getByRole("listitem").filter({ hasText: "Running" }).first().waitFor();
  });

  it("is left alone when the cancellation is thought better of", async () => {
    const tenant = await target.tenant();
    const name = freshName("keep");
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: COUNTING, ...SMALL } });
    const page = await target.signedIn(`/workloads/${tenant}/${name}`);
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByText("Running", { exact: true }).waitFor();
    await drawer.getByRole("button", { name: "Cancel workload" }).click();
    await page.getByRole("alertdialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    expect(await drawer.getByText("Running", { exact: true }).count()).toBe(1);
    await target.cancel(tenant, name);
  });

  it("that is wrong is told beside the fields: what the browser sees at once, and what the server says", async () => {
    const tenant = await target.tenant();
    const page = await target.signedIn(`/workloads/new?tenant=${tenant}`);
    await page.getByLabel("Name", { exact: true }).fill("Not A Name");
    await page.getByRole("button", { name: "Submit workload" }).click();
    await page.getByText("2 fields need another look").waitFor();
    await page.getByText("Name the program to run.").waitFor();

    const name = freshName("huge");
    await fill(page, name, "4096");
    await page.getByRole("button", { name: "Submit workload" }).click();
    await page.locator("[aria-invalid]").first().waitFor();
    expect(await page.getByLabel("Device memory").getAttribute("aria-invalid")).toBe("true");
    expect(new URL(page.url()).pathname).toBe("/workloads/new");
  });

  it("that waits says for what", async () => {
    const tenant = await target.tenant();
    const cards = (await target.cards()).length;
    const name = freshName("wide");
    const page = await target.signedIn("/workloads");
    try {
      await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: COUNTING, cards } });
    } catch {
      return; // A server may refuse at once what the ceiling can never hold; then nothing waits.
    }
    await page.goto(`${target.url}/workloads/${tenant}/${name}`);
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByRole("heading", { name: "Why" }).waitFor();
    await drawer
      .getByText(/so .* too much|free/)
      .first()
      .waitFor();
    await target.cancel(tenant, name).catch(() => undefined);
  });

  it("that does not exist says so", async () => {
    const tenant = await target.tenant();
    const page = await target.signedIn(`/workloads/${tenant}/no-such-workload`);
    await page.getByText("There is no such workload").waitFor();
  });

  it("is found by its filter, which is in the URL", async () => {
    const tenant = await target.tenant();
    const name = freshName("find");
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: ["true"], ...SMALL } });
    const page = await target.signedIn("/workloads");
    await page.getByRole("link", { name }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type(name);
    await page.waitForURL(new RegExp(`q=${name}`));
    expect(await page.getByRole("row").count()).toBe(2);
    await page.getByRole("link", { name }).click();
    await page.getByRole("dialog", { name }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name }).waitFor({ state: "hidden" });
    expect(new URL(page.url()).search).toBe(`?q=${name}`);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  });
});
