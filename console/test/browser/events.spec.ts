import { describe, expect, it } from "vitest";
import { COUNTING, SMALL, freshName, useTarget } from "./target";

describe("events", () => {
  const target = useTarget();

  it("come by themselves, can be filtered, and say what changed", async () => {
    const tenant = await target.tenant();
    const name = freshName("event");
    const page = await target.signedIn(`/events?q=${name}`);
    await page.getByText("No event matches").waitFor();
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: COUNTING, ...SMALL } });
    const rows = page.getByRole("table", { name: "Events" }).getByRole("row").filter({ hasText: name });
    const running = rows.filter({ hasText: /Starting → Running/ });
    await running.waitFor();
    await running.getByRole("link").first().click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("heading", { name: "What changed" }).waitFor();
    await drawer.getByRole("row").filter({ hasText: "Phase" }).getByText("Starting").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/events\/\d{20,}$/);
    await drawer.getByRole("link", { name: "All its events" }).click();
    await page.waitForURL(/of=workload/);
    await page.getByRole("button", { name: `Only workload/${name}` }).waitFor();
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await page.goto(`${target.url}/events?kind=quota&q=${name}`);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("table", { name: "Events" }).waitFor();
  });
});
