import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { COUNTING, SMALL, freshName, useTarget } from "./target";

describe("the command palette", () => {
  const target = useTarget();

  it("goes to a page, a workload, a tenant and a model with the keyboard alone", async () => {
    const tenant = await target.tenant();
    const model = await target.model();
    const name = freshName("found");
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: COUNTING, ...SMALL } });
    const page = await target.signedIn();
    const box = page.getByRole("combobox", { name: "Page, workload, tenant or model" });
    const open = async () => {
      await page.keyboard.press("Control+k");
      await box.waitFor();
    };

    await open();
    await page.keyboard.type("invoi");
    await page.getByRole("option", { name: /^Invoice preview/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/billing/);

    await open();
    await page.keyboard.type(name);
    await page.getByRole("option", { name: new RegExp(`^${name}`), selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/workloads/${tenant}/${name}`);
    await page.keyboard.press("Escape");

    await open();
    await page.keyboard.type(`${tenant} alone`);
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`tenant=${tenant}`));

    await open();
    await page.keyboard.type(model.name);
    const option = page.getByRole("group", { name: "Models" }).getByRole("option");
    await option.waitFor();
    for (let tries = 0; tries < 20 && (await option.getAttribute("aria-selected")) !== "true"; tries++) {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/models\/engines\?model=/);
  });

  it("says when nothing has such a name, passes axe, and closes with Escape", async () => {
    const page = await target.signedIn();
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("listbox").waitFor();
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () =>
      (await (window as unknown as { axe: typeof axe }).axe.run()).violations.map(({ id, nodes }) => [
        id,
        ...nodes.map((node) => node.html.slice(0, 120)),
      ]),
    );
    expect(violations).toEqual([]);
    await page.keyboard.type("no such thing");
    await page.getByText(/Nothing is named like “no such thing”/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "hidden" });
  });
});
