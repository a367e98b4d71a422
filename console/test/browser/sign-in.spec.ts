import { describe, expect, it } from "vitest";
import { enterToken, signIn } from "./browser";
import { SMALL, freshName, useTarget } from "./target";

describe("signing in", () => {
  const target = useTarget();

  it("says what is wrong with a wrong token, and lets nobody in", async () => {
    const page = await target.stranger();
    await page.goto(target.url);
    await enterToken(page, "wft_not_a_token_of_anybody");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("This token is unknown, expired or revoked.").waitFor();
    expect(await page.getByLabel("Token").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByRole("navigation").count()).toBe(0);
  });

  it("comes back to the page that was asked for", async () => {
    const page = await target.stranger();
    await page.goto(`${target.url}/workloads?phase=RUNNING`);
    await enterToken(page, target.token);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Workloads" }).waitFor();
    expect(page.url()).toBe(`${target.url}/workloads?phase=RUNNING`);
  });

  it("lasts over a reload and ends with signing out", async () => {
    const page = await target.stranger();
    await signIn(page, target.url, target.token);
    await page.reload();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.locator("[data-way]").waitFor();
    await page.reload();
    await page.locator("[data-way]").waitFor();
  });

  it("keeps the session out of the reach of scripts", async () => {
    const page = await target.signedIn();
    expect(await page.evaluate(() => document.cookie)).toBe("");
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("wft_");
  });

  it("tells when the session has ended, and comes back to the same place", async () => {
    const page = await target.signedIn("/workloads");
    await page.getByRole("heading", { name: "Workloads" }).waitFor();
    await page.context().clearCookies();
    // Whatever is read next shows that the session is gone: here, because something changes.
    const tenant = await target.tenant();
    const name = freshName("ended");
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: ["true"], ...SMALL } });
    await page.getByText("Your session has ended.").waitFor();
    await enterToken(page, target.token);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/workloads");
  });
});
