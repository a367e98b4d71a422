import { describe, expect, it } from "vitest";
import { COUNTING, SMALL, freshName, useTarget } from "./target";

describe("the overview", () => {
  const target = useTarget();

  it("shows every card of the pool, and says that they are simulated", async () => {
    const cards = await target.cards();
    const page = await target.signedIn();
    const cells = page.getByRole("link", { name: /^[a-z0-9-]+\/\d+:/ });
    await cells.first().waitFor();
    expect(await cells.count()).toBe(cards.length);
    if (cards.every((card) => card.simulated)) {
      expect(cards).toHaveLength(8);
      expect(await page.getByText("Simulated", { exact: true }).count()).toBeGreaterThan(0);
    }
  });

  it("names who holds a card on focus, and opens it with the keyboard", async () => {
    const page = await target.signedIn();
    const cell = page.getByRole("link", { name: /^[a-z0-9-]+\/0:/ });
    await cell.focus();
    await page.getByRole("tooltip").waitFor();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog");
    await drawer.waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/cards\/[^/]+\/0$/);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    expect(new URL(page.url()).pathname).toBe("/");
  });

  it("explains its numbers to a pointer and to the keyboard, without covering them", async () => {
    const page = await target.signedIn();
    const tile = page.getByRole("link", { name: /^Borrowed/ });
    const tip = page.getByRole("tooltip");
    // It stands off the page until it has been measured.
    const clear = () =>
      expect
        .poll(async () => {
          const tileBox = await tile.boundingBox();
          const tipBox = await page.locator("[data-radix-popper-content-wrapper]").boundingBox();
          return tileBox !== null && tipBox !== null && tipBox.y >= tileBox.y + tileBox.height;
        })
        .toBe(true);
    await tile.hover();
    await tip.getByText(/guaranteed to nobody at that moment/).waitFor();
    await clear();
    await page.mouse.move(0, 0, { steps: 5 });
    await tip.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: /^In use/ }).focus();
    await page.keyboard.press("Tab");
    await tip.getByText(/guaranteed to nobody at that moment/).waitFor();
    await clear();
  });

  it("gives each tenant's quota in the dimension that is chosen, and keeps it in the URL", async () => {
    const page = await target.signedIn();
    const tenants = await target.tenants();
    const bars = page.getByRole("img", { name: /used/ });
    await bars.first().waitFor();
    expect(await bars.count()).toBe(tenants.length);
    await page.getByRole("combobox", { name: "Dimension" }).click();
    await page.getByRole("option", { name: "Device memory", exact: true }).click();
    await page.waitForURL(/dimension=MEMORY/);
    await page.reload();
    expect(await page.getByRole("combobox", { name: "Dimension" }).textContent()).toBe("Device memory");
  });

  it("shows a workload that starts elsewhere without being reloaded", async () => {
    const page = await target.signedIn();
    await page.getByRole("heading", { name: "Running workloads" }).waitFor();
    const tenant = await target.tenant();
    const name = freshName("elsewhere");
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: COUNTING, ...SMALL } });
    await page.goto(`${target.url}/workloads?q=${name}`);
    await page.getByRole("row", { name: new RegExp(`${name}.*Running`) }).waitFor();
    await target.cancel(tenant, name);
    await page.getByRole("row", { name: new RegExp(`${name}.*Cancelled`) }).waitFor();
  });

  it("shows one tenant alone when it is chosen, on every page", async () => {
    const tenant = await target.tenant();
    const page = await target.signedIn();
    await page.getByRole("combobox", { name: "Tenant" }).click();
    await page.getByRole("option", { name: tenant }).click();
    await page.waitForURL(new RegExp(`tenant=${tenant}`));
    await page.getByRole("link", { name: "Workloads", exact: true }).click();
    await page.waitForURL(new RegExp(`/workloads\\?tenant=${tenant}`));
  });

  it("reads a list once for all places that show something of it, and once more when the stream opens", async () => {
    const page = await target.signedIn("/nowhere");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    await page.getByRole("link", { name: /^[a-z0-9-]+\/0:/ }).hover();
    await page.getByRole("tooltip").waitFor();
    for (const list of ["tenants", "pools", "cards"]) {
      expect(asked.filter((path) => path === `/api/v1/${list}`).length, list).toBeLessThanOrEqual(2);
    }
  });
});
