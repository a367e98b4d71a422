import { describe, expect, it } from "vitest";
import type { ApiKey } from "../../src/api/types";
import { COUNTING, SMALL, freshName, useTarget } from "./target";

describe("usage", () => {
  const target = useTarget();

  it("gives the month's card time by workload and its tokens by key", async () => {
    const tenant = await target.tenant();
    const name = freshName("used");
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: COUNTING, ...SMALL } });
    const page = await target.signedIn(`/usage?tenant=${tenant}`);
    const row = page.getByRole("table", { name: "Card time by workload" }).getByRole("row").filter({ hasText: name });
    await expect
      .poll(
        async () => {
          await page.reload();
          return row.waitFor({ timeout: 3_000 }).then(
            () => true,
            () => false,
          );
        },
        { timeout: 40_000 },
      )
      .toBe(true);
    await page.getByRole("heading", { name: "Tokens by key and model" }).waitFor();
    await page.getByRole("button", { name: "The month before" }).click();
    await page.waitForURL(/month=\d{4}-\d{2}/);
    await page.getByRole("heading", { name: "Card time by workload" }).waitFor();
    await row.waitFor({ state: "hidden" });
  });

  it("draws the tokens of each day by model and by key, with the same numbers as a table and a file", async () => {
    const page = await target.signedIn("/usage?range=30d");
    const panel = page.getByRole("region", { name: "Tokens by day" });
    const curve = panel.getByRole("application", { name: "Tokens by day" });
    const empty = panel.getByText("No tokens in this time");
    await curve.or(empty).waitFor();
    if (await empty.isVisible()) {
      return;
    }
    const legend = panel.getByRole("status");
    await legend.getByText("All days").waitFor();
    await curve.focus();
    await page.keyboard.press("End");
    await legend.getByText(/^\d{4}-\d{2}-\d{2}$/).waitFor();
    await panel.getByRole("radio", { name: "By key" }).check();
    await page.waitForURL(/by=key/);
    await panel.getByRole("radio", { name: "Table" }).check();
    await page.waitForURL(/as=table/);
    const rows = panel.getByRole("table").getByRole("row");
    await rows.nth(1).waitFor();
    await panel.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("tokens-by-day-last-30d.csv");
    await page.getByRole("radio", { name: "7 days" }).check();
    await page.waitForURL(/range=7d/);
    await rows.nth(1).waitFor();
  });

  it("makes a key, shows its secret once, and revokes it after saying what that affects", async () => {
    const tenant = await target.tenant();
    const name = freshName("key");
    const page = await target.signedIn(`/usage/keys?tenant=${tenant}`);
    await page.getByRole("link", { name: "Create key" }).first().click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("button", { name: "Create key" }).click();
    await drawer.getByText(/Lower-case letters, digits and hyphens, starting with a letter, at most 63/).waitFor();
    await drawer.getByLabel("Name").fill(name);
    await drawer.getByLabel("Requests a minute").fill("120");
    await drawer.getByRole("button", { name: "Create key" }).click();
    await drawer.getByText("It is shown this once and stored nowhere").waitFor();
    const secret = (await drawer.locator("pre").first().textContent()) ?? "";
    expect(secret).toMatch(/^sk-wf-/);
    await drawer.getByRole("button", { name: "I have copied it" }).click();
    await drawer.waitFor({ state: "hidden" });
    const row = page.getByRole("row").filter({ hasText: name });
    await row.getByText("120 requests/min").waitFor();
    expect(await page.content()).not.toContain(secret);

    await row.getByRole("button", { name: `Revoke ${name}` }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("It has made no request this month.").waitFor();
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await dialog.waitFor({ state: "hidden" });
    await row.waitFor({ state: "hidden" });
    const { items } = await target.get<{ items: ApiKey[] }>(`/api/v1/tenants/${tenant}/keys`);
    expect(items.find((key) => key.metadata.name === name)?.status.active).toBe(false);
    await page.getByLabel("Show revoked and expired").check();
    await row.getByText("Revoked").waitFor();
  });
});
