import { describe, expect, it } from "vitest";
import { freshName, useTarget } from "./target";

describe("models and engines", () => {
  const target = useTarget();

  it("lists the models that one may call, and the engines that serve one", async () => {
    const { name } = await target.model();
    const page = await target.signedIn("/models");
    const row = page.getByRole("table", { name: "Models" }).getByRole("row").filter({ hasText: name }).first();
    await row.waitFor();
    await page.getByRole("navigation", { name: "Pages of models" }).getByRole("link", { name: "Engines" }).click();
    await page.getByRole("heading", { name: "Engines" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/models/engines");
    await page.goto(`${target.url}/models/engines?model=no-such-model`);
    await page.getByText("No engine serves no-such-model").waitFor();
    await page.getByRole("button", { name: "Model no-such-model" }).click();
    expect(new URL(page.url()).search).toBe("");
  });
});

describe("the playground", () => {
  const target = useTarget();

  it("streams an answer straight from the gateway and says what it took", async () => {
    const { tenant, model } = await target.served();
    const key = await target.key(tenant, freshName("play"));
    const page = await target.signedIn(`/models/playground?tenant=${tenant}&model=${model}`);
    await page.getByLabel("API key").fill(key);
    await page.getByLabel("Output at most").fill("20");
    await page.getByLabel("Message").fill("Hello?");
    await page.keyboard.press("Enter");
    await page.getByText("tokens/s").waitFor({ timeout: 30_000 });
    for (const name of ["Input", "Output", "First token", "Speed", "In all", "Cost", "Request"]) {
      await page.locator("dt").getByText(name, { exact: true }).waitFor();
    }
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(key);
    expect(page.url()).not.toContain(key);
    await page.reload();
    expect(await page.getByLabel("API key").inputValue()).toBe("");
  });

  it("stops an answer, and copies the call without the key", async () => {
    const { tenant, model } = await target.served();
    const key = await target.key(tenant, freshName("stop"));
    const page = await target.signedIn(`/models/playground?tenant=${tenant}&model=${model}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByLabel("API key").fill(key);
    await page.getByLabel("Message").fill("An endless list of numbers, please.");
    for (const [button, start] of [
      ["Copy as curl", "curl -N "],
      ["Copy as Python", "import os"],
    ] as const) {
      await page.getByRole("button", { name: button }).click();
      await page.getByText("It reads the key from WELLFIELD_API_KEY").first().waitFor();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(start);
      expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain(key);
    }
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("What was made until then is charged.").waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
  });

  it("says in the gateway's words what is wrong, and what to do", async () => {
    const { tenant, model } = await target.served();
    const page = await target.signedIn(`/models/playground?tenant=${tenant}&model=${model}`);
    await page.getByLabel("Message").fill("Hello?");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Paste an API key of this tenant.").waitFor();
    await page.getByLabel("API key").fill("sk-wf-not_a_key_of_anybody");
    await page.getByRole("button", { name: "Send" }).click();
    const alert = page.getByRole("alert");
    await alert.getByText(/Incorrect API key provided/).waitFor();
    await alert.getByText(/create another one under Usage, Keys/).waitFor();
  });

  it("says when the gateway does not answer", async () => {
    const { tenant, model } = await target.served();
    const page = await target.signedIn(`/models/playground?tenant=${tenant}&model=${model}`);
    await page.route("**/v1/chat/completions", (route) => route.abort());
    await page.getByLabel("API key").fill("sk-wf-any");
    await page.getByLabel("Message").fill("Hello?");
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .getByText(/does not answer/)
      .waitFor();
  });
});
