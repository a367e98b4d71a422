import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { enterToken } from "./browser";
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
    await drawer.getByRole("link", { name: /^[a-z0-9-]+\/\d+$/ }).waitFor();
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

  it("that has ended is deleted after a question, and its name is free", async () => {
    const tenant = await target.tenant();
    const name = freshName("gone");
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: ["true"], ...SMALL } });
    const page = await target.signedIn(`/workloads/${tenant}/${name}`);
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByText("Succeeded", { exact: true }).waitFor();
    await drawer.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText("What it used, what it cost and what happened to it stay known.").waitFor();
    await question.getByRole("button", { name: "Delete workload" }).click();
    await drawer.waitFor({ state: "hidden" });
    await page.getByText(`${name} is deleted.`).waitFor();
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: ["true"], ...SMALL } });
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

  it("that can never be placed is stopped by the form itself, beside the field", async () => {
    const tenant = await target.tenant();
    const page = await target.signedIn(`/workloads/new?tenant=${tenant}`);
    await page
      .getByText("It fits under the quota now.")
      .or(page.getByText(/more than is left now/))
      .first()
      .waitFor();
    await page.getByLabel("Cards", { exact: true }).fill("64");
    await page.getByText("It is more than the ceiling itself.").first().waitFor();
    expect(await page.getByText(/it will wait/).count()).toBe(0);
    await page.getByLabel("Command", { exact: true }).fill("true");
    await page.getByRole("button", { name: "Submit workload" }).click();
    await page.getByText(`That makes 64 cards in all; the ceiling of ${tenant} is`).waitFor();
    await page.getByRole("radio", { name: "A share" }).check();
    await page.getByText("Still to be filled in: Device memory or compute.").waitFor();
  });

  it("that waits says for what, in its place in the list too", async () => {
    const name = freshName("wide");
    const page = await target.signedIn(`/workloads?q=${name}`);
    const tenant = await target.submitOver(name, "QUEUE");
    await page.getByRole("row", { name: new RegExp(`${name}.*waits: .*waits \\d`) }).waitFor();
    await page.goto(`${target.url}/workloads/${tenant}/${name}`);
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByRole("heading", { name: "Why" }).waitFor();
    await drawer.getByText(/^Checked/).waitFor();
    await drawer
      .getByText(/so .* too much|free/)
      .first()
      .waitFor();
    await target.cancel(tenant, name);
    await drawer.getByText("Cancelled", { exact: true }).waitFor();
    expect(await drawer.getByText(/Waits for/).count()).toBe(0);
  });

  it("that was refused says so once, promises nothing, and can be submitted again", async () => {
    const name = freshName("over");
    const tenant = await target.submitOver(name, "REFUSE");
    const page = await target.signedIn(`/workloads/${tenant}/${name}`);
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByText(/^Refused: .* over .*'s ceiling$/).waitFor();
    await drawer.getByText("A refused workload stays refused").waitFor();
    expect(await drawer.getByText(/starts by itself when|Waiting for|It is over its tenant's quota/).count()).toBe(0);
    await drawer.getByRole("link", { name: "Submit again" }).click();
    await page.getByRole("heading", { name: "Submit workload" }).waitFor();
    expect(await page.getByLabel("Command", { exact: true }).inputValue()).toBe("sleep 60");
  });

  it("that serves a model says which, what it runs, and whether its engine answers", async () => {
    const { tenant, name: model } = await target.model();
    const name = freshName("engine");
    const serves = { model, engine: "OTHER" } as const;
    await target.submit(tenant, {
      metadata: { name },
      spec: { type: "INFERENCE", command: COUNTING, serves, ...SMALL },
    });
    const page = await target.signedIn(`/workloads/${tenant}/${name}`);
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByText(model, { exact: true }).waitFor();
    await drawer.getByText(/^OTHER · (Ready|Not ready)/).waitFor();
    await drawer.getByText(/^sh -c /).waitFor();
    await drawer.getByRole("tab", { name: "Specification" }).click();
    await drawer.getByText(`model: ${model}`).waitFor();
    await target.cancel(tenant, name);
  });

  it("shows what one may see where the address asks for more", async () => {
    const tenant = await target.tenant();
    const name = freshName("shut");
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: ["true"], ...SMALL } });
    const page = await target.stranger();
    await page.route("**/api/v1/session", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { permissions?: unknown };
      const permissions = { platform: [], tenants: { [tenant]: ["tenants.read", "workloads.read"] } };
      await route.fulfill({ response: answer, json: body.permissions === undefined ? body : { ...body, permissions } });
    });
    await page.goto(`${target.url}/workloads/${tenant}/${name}?tab=log`);
    await enterToken(page, target.token);
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByRole("tabpanel", { name: "Status" }).getByText("Asks for", { exact: true }).waitFor();
    expect(await drawer.getByRole("tab").allTextContents()).toEqual(["Status", "Specification"]);
    expect(await drawer.getByText("The connection broke").count()).toBe(0);
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
