import { describe, expect, it } from "vitest";
import { enterToken } from "./browser";
import { useTarget } from "./target";

describe("a console without", () => {
  const target = useTarget();

  it("cards, tenants or workloads says what to do first", async () => {
    const page = await target.stranger();
    for (const list of ["pools", "nodes", "cards", "tenants", "workloads*"]) {
      await page.route(`**/api/v1/${list}`, (route) => route.fulfill({ json: { items: [] } }));
    }
    await page.goto(target.url);
    await enterToken(page, target.token);
    await page.keyboard.press("Enter");
    await page.getByText("There are no cards yet").waitFor();
    await page.getByText("wellfield apply -f examples/four-teams.yaml").waitFor();
    await page.getByText("Nothing is running").waitFor();
    await page.getByRole("link", { name: "Workloads", exact: true }).click();
    await page.getByText("No workloads yet").waitFor();
  });

  it("an answering server says so at the gate, and goes on by itself", async () => {
    const page = await target.stranger();
    await page.route("**/api/v1/session", (route) => route.abort());
    await page.goto(target.url);
    await page.getByText("The server does not answer.").waitFor();
    await page.unroute("**/api/v1/session");
    await page.getByText("The server does not answer.").waitFor({ state: "hidden" });
  });

  it("an answer keeps what it has read, and gets the rest by itself later", async () => {
    const page = await target.signedIn();
    await page.route("**/api/v1/workloads?*", (route) => route.abort());
    await page.getByRole("link", { name: "Workloads", exact: true }).click();
    await page.getByRole("alert").getByText("The server does not answer").waitFor();
    await page.unroute("**/api/v1/workloads?*");
    await page.getByRole("table", { name: "Workloads" }).or(page.getByText("No workloads yet")).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("the permission to see something names that permission", async () => {
    const page = await target.stranger();
    await page.route("**/api/v1/session", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { permissions?: unknown };
      const permissions = { platform: [], tenants: { data: ["tenants.read"] } };
      await route.fulfill({ response: answer, json: body.permissions === undefined ? body : { ...body, permissions } });
    });
    await page.goto(`${target.url}/workloads`);
    await enterToken(page, target.token);
    await page.keyboard.press("Enter");
    await page.getByText("Your roles lack the permission workloads.read.").waitFor();
    // What holds nothing for somebody isn't offered either.
    expect(await page.getByRole("link", { name: "Overview" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Workloads", exact: true }).count()).toBe(0);
  });
});
