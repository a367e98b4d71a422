import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { enterToken } from "./browser";
import { COUNTING, SMALL, freshName, useTarget } from "./target";

describe("the invoice preview", () => {
  const target = useTarget();

  /** A tenant with at least one line this month. */
  async function charged(): Promise<string> {
    const tenant = await target.tenant();
    await target.submit(tenant, {
      metadata: { name: freshName("charged") },
      spec: { type: "BATCH", command: COUNTING, ...SMALL },
    });
    return tenant;
  }

  it("lists what the month costs each tenant, and leads to one tenant's lines", async () => {
    const tenants = await target.tenants();
    const page = await target.signedIn("/billing");
    const table = page.getByRole("table", { name: "Invoice previews" });
    await table.waitFor();
    const [first = ""] = tenants;
    await table.getByRole("link", { name: first, exact: true }).click();
    await page.waitForURL(new RegExp(`/billing/\\d{4}-\\d{2}\\?tenant=${first}$`));
    await page.getByRole("heading", { name: "Invoice preview", exact: true }).waitFor();
    await page.getByText("Total so far").waitFor();
  });

  it("traces a line to its charge, its facts and the verdict, at an address of its own", async () => {
    const tenant = await charged();
    const page = await target.signedIn(`/billing?tenant=${tenant}`);
    const lines = page.getByRole("table", { name: "Lines" });
    const line = lines.getByRole("link", { name: /card hours/i }).first();
    await expect
      .poll(
        async () => {
          await page.reload();
          return line.waitFor({ timeout: 3_000 }).then(
            () => true,
            () => false,
          );
        },
        { timeout: 40_000 },
      )
      .toBe(true);
    await line.click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("heading", { name: "Verdict" }).waitFor();
    await drawer.getByRole("heading", { name: "How the amount came about" }).waitFor();
    await drawer.getByText(/card-hours × CNY/).waitFor();
    await drawer.getByRole("heading", { name: "Second layer" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/billing\/\d{4}-\d{2}\/[a-z0-9._-]+$/);
    await page.reload();
    await drawer.getByRole("heading", { name: "Verdict" }).waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    expect(new URL(page.url()).search).toContain(`tenant=${tenant}`);
  });

  it("says what a month without anything means, and what a line that is none is", async () => {
    const tenant = await target.tenant();
    const page = await target.signedIn(`/billing/2025-01?tenant=${tenant}`);
    await page
      .getByText(/^(Nothing to charge in this month|Total so far)$/)
      .first()
      .waitFor();
    await page.goto(`${target.url}/billing/2025-01/no-such-line?tenant=${tenant}`);
    await page.getByRole("dialog").getByText("There is no such line in this month").waitFor();
  });

  it("goes to a file with all its digits", async () => {
    const page = await target.signedIn("/billing");
    await page.getByRole("table", { name: "Invoice previews" }).waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^invoices-\d{4}-\d{2}\.csv$/);
    const text = await readFile(await download.path(), "utf8");
    expect(text.split("\r\n")[0]).toBe("\ufeffTenant,Lines,List price,Total");
    expect(text.split("\r\n").length).toBe((await target.tenants()).length + 2);
  });

  it("is kept from those who may not see it", async () => {
    const page = await target.stranger();
    await page.route("**/api/v1/session", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { permissions?: unknown };
      const permissions = { platform: [], tenants: { data: ["tenants.read", "workloads.read"] } };
      await route.fulfill({ response: answer, json: body.permissions === undefined ? body : { ...body, permissions } });
    });
    await page.goto(`${target.url}/billing`);
    await enterToken(page, target.token);
    await page.keyboard.press("Enter");
    await page.getByText("Your roles lack the permission billing.read.").waitFor();
    expect(await page.getByRole("link", { name: "Billing" }).count()).toBe(0);
  });
});
