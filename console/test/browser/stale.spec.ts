import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { type Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeServer, startFakeServer } from "../fake-server";
import { OPERATOR_TOKEN } from "../fake/sessions";
import { contextOf, launch, signIn } from "./browser";

/** A server of its own, which is taken away and comes back. */
describe("a console whose server is gone", () => {
  let browser: Browser;
  let server: FakeServer;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    server = await startFakeServer(port);
    browser = await launch();
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it("says since when what it shows may be old, keeps showing it, and recovers by itself", async () => {
    const page = await (await contextOf(browser)).newPage();
    await signIn(page, server.url, OPERATOR_TOKEN, "/events");
    await page.locator("[data-live=live]").waitFor();
    await server.close();
    await page.getByText(/Stale since \d\d:\d\d:\d\d/).waitFor();
    await page.getByRole("table", { name: "Events" }).waitFor();
    server = await startFakeServer(port, server.sessions);
    await page.getByText(/^Updated/).waitFor({ timeout: 40_000 });
    expect(await page.getByText(/Stale since/).count()).toBe(0);
  }, 90_000);
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
