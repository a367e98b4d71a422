import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { enterToken } from "./browser";
import type { Quota } from "../../src/api/types";
import { useTarget } from "./target";

describe("quotas", () => {
  const target = useTarget();

  async function quotaOf(tenant: string): Promise<Quota> {
    const [quota] = (await target.get<{ items: Quota[] }>(`/api/v1/tenants/${tenant}/quotas`)).items;
    if (!quota) {
      throw new Error(`${tenant} has no quota`);
    }
    return quota;
  }

  /** How many workloads may run at a time, as a ceiling that no other spec comes near. */
  function concurrency(page: Page) {
    return page.getByRole("dialog").getByLabel("Ceiling of Running workloads");
  }

  it("shows every tenant, and changes a limit", async () => {
    const tenant = await target.tenant();
    const before = await quotaOf(tenant);
    const page = await target.signedIn("/tenants");
    for (const name of await target.tenants()) {
      await page.getByRole("heading", { name, exact: true }).waitFor();
    }
    await page.getByRole("region", { name: tenant, exact: true }).getByRole("link", { name: "Change quota" }).click();
    await concurrency(page).fill("many");
    await page.getByText("A number of at least 0, or nothing.").waitFor();
    await concurrency(page).fill("321");
    await page.getByRole("button", { name: "Save quota" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page
      .getByRole("region", { name: tenant, exact: true })
      .getByText(/ceiling 321\sworkloads/)
      .waitFor();
    const after = await quotaOf(tenant);
    expect(after.spec.limits).toEqual({ ...before.spec.limits, CONCURRENCY: { ceiling: 321 } });
    await target.put(`/api/v1/tenants/${tenant}/quotas/${after.metadata.name}`, before.spec, after.metadata.version);
  });

  it("says in words when somebody else was quicker, and overwrites only when told to", async () => {
    const tenant = await target.tenant();
    const before = await quotaOf(tenant);
    const path = `/api/v1/tenants/${tenant}/quotas/${before.metadata.name}`;
    const page = await target.stranger();
    // Without the stream the page learns of the other change by being refused.
    await page.route("**/api/v1/events/stream", (route) => route.abort());
    await page.goto(`${target.url}/tenants/${tenant}/${before.metadata.name}`);
    await enterToken(page, target.token);
    await page.keyboard.press("Enter");
    await concurrency(page).fill("222");
    const theirs = { ...before.spec, limits: { ...before.spec.limits, CONCURRENCY: { ceiling: 111 } } };
    await target.put(path, theirs, before.metadata.version);
    await page.getByRole("button", { name: "Save quota" }).click();
    const alert = page.getByRole("dialog").getByRole("alert");
    await alert.getByText(/Somebody else changed this quota while you did: operator/).waitFor();
    await alert.getByText(/Ceiling of Running workloads: yours 222 workloads, now 111 workloads/).waitFor();
    expect((await quotaOf(tenant)).spec.limits.CONCURRENCY?.ceiling).toBe(111);
    await alert.getByRole("button", { name: "Save mine over it" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const after = await quotaOf(tenant);
    expect(after.spec.limits.CONCURRENCY?.ceiling).toBe(222);
    await target.put(path, before.spec, after.metadata.version);
  });
});
