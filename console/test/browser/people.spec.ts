import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { User } from "../../src/api/types";
import { freshName, useTarget } from "./target";

const PASSWORD = "four random words";

/** The fake server knows no people. */
describe.skipIf(process.env.WELLFIELD_URL === undefined)("people", () => {
  const target = useTarget();

  async function invite(name: string, role: string): Promise<string> {
    const tenant = await target.tenant();
    const page = await target.signedIn(`/people/invite?tenant=${tenant}`);
    await page.getByLabel("Name to sign in with").fill(name);
    await page.getByRole("combobox", { name: "Role", exact: true }).click();
    await page.getByRole("option", { name: role }).click();
    await page.getByRole("button", { name: "Make the invitation" }).click();
    await page.getByText("This link is shown once").waitFor();
    const link = await page.locator("pre").innerText();
    await page.close();
    return link;
  }

  async function accepted(name: string, role: string): Promise<Page> {
    const page = await target.stranger();
    await page.goto(await invite(name, role));
    await page.getByText("invites you as").waitFor();
    await page.locator("input[name=new-password]").fill(PASSWORD);
    await page.locator("input[name=new-password-again]").fill(PASSWORD);
    await page.getByRole("button", { name: "Set password and sign in" }).click();
    await page.locator("#content").waitFor();
    return page;
  }

  async function signInAs(page: Page, name: string, password: string): Promise<void> {
    await page.goto(target.url);
    await page.getByLabel("Name or e-mail address").fill(name);
    await page.locator("input[name=password]").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  }

  /** What the server refused as not permitted while a page was looked at. */
  function refusals(page: Page): string[] {
    const seen: string[] = [];
    page.on("response", (response) => response.status() === 403 && seen.push(response.url()));
    return seen;
  }

  it("are invited by a link, set a password, and sign in with it", async () => {
    const name = freshName("anna");
    const page = await accepted(name, "Engineer");
    expect(page.url()).not.toContain("wfi_");
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByText("Engineer in").waitFor();
    const elsewhere = await target.stranger();
    await signInAs(elsewhere, name, "not the right one");
    await elsewhere.getByText("Name or password is wrong.").waitFor();
    await signInAs(elsewhere, name, PASSWORD);
    await elsewhere.locator("#content").waitFor();
  });

  it("find that a link is worth nothing the second time", async () => {
    const link = await invite(freshName("once"), "Viewer");
    const path = link.slice(link.indexOf("#") + 1);
    const response = await fetch(`${target.url}/api/v1/invitations/accept`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ secret: path, password: PASSWORD }),
    });
    expect(response.status).toBe(200);
    const page = await target.stranger();
    await page.goto(link);
    await page.getByText("This link is worth nothing").waitFor();
  });

  it("change their password, from the old one", async () => {
    const name = freshName("pia");
    const page = await accepted(name, "Viewer");
    await page.goto(`${target.url}/account`);
    await page.locator("input[name=old-password]").fill("not the old one");
    await page.locator("input[name=new-password]").fill("quite another one");
    await page.locator("input[name=new-password-again]").fill("quite another one");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("This is not your password until now.").waitFor();
    await page.locator("input[name=old-password]").fill(PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("The password is changed.").waitFor();
  });

  it("who are disabled are out of the console within seconds", async () => {
    const name = freshName("dora");
    const theirs = await accepted(name, "Engineer");
    await theirs.getByRole("heading", { name: "Overview" }).waitFor();
    const page = await target.signedIn(`/people/of/${name}`);
    await page.getByRole("button", { name: "Disable", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable", exact: true }).click();
    await page.getByText(`${name} is disabled.`).waitFor();
    await theirs.getByText("Your session has ended.").waitFor();
    await page.getByRole("button", { name: "Enable", exact: true }).click();
    await page.getByText(`${name} may sign in again.`).waitFor();
  });

  it("keep their roles elsewhere when an operator changes those in one tenant", async () => {
    const name = freshName("mia");
    const page = await accepted(name, "Viewer");
    await page.close();
    const other = (await target.tenants()).find((each) => each !== "adhoc") ?? "";
    const tenant = await target.tenant();
    await target.bind(name, [
      { role: "viewer", tenant },
      { role: "viewer", tenant: other },
    ]);
    const operator = await target.signedIn(`/people/of/${name}?tenant=${tenant}`);
    await operator.getByRole("combobox", { name: "Role", exact: true }).click();
    await operator.getByRole("option", { name: "Engineer" }).click();
    await operator.getByRole("button", { name: "Save roles" }).click();
    await operator.getByText(`The roles of ${name} are changed.`).waitFor();
    const { items } = await target.get<{ items: User[] }>("/api/v1/users?limit=500");
    expect(items.find((each) => each.name === name)?.bindings).toEqual(
      expect.arrayContaining([
        { role: "engineer", tenant },
        { role: "viewer", tenant: other },
      ]),
    );
  });

  for (const [role, places] of [
    ["Engineer", ["Overview", "Workloads", "Models", "Usage", "Alerts", "Quotas"]],
    ["Tenant administrator", ["Overview", "Workloads", "Models", "Usage", "Billing", "Alerts", "Quotas", "People"]],
    ["Viewer", ["Overview", "Workloads", "Models", "Usage", "Alerts", "Quotas"]],
    ["Tenant finance", ["Usage", "Billing"]],
  ] as const) {
    it(`with the role ${role} are offered what they may see, and nothing there is refused`, async () => {
      const page = await accepted(freshName("role"), role);
      const refused = refusals(page);
      const links = page.getByRole("navigation", { name: "Main" }).getByRole("listitem").getByRole("link");
      expect(await links.allInnerTexts()).toEqual(places);
      for (const place of places) {
        await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place, exact: true }).click();
        await page.locator("h1").waitFor();
        const pages = page.locator("main nav a");
        for (let at = 0; at < (await pages.count()); at++) {
          await pages.nth(at).click();
          await page.waitForFunction(() => document.querySelector("[role=status][aria-label]") === null);
          expect(await page.getByText("You may not see this").count(), `${role} at ${page.url()}`).toBe(0);
        }
        await page.waitForFunction(() => document.querySelector("[role=status][aria-label]") === null);
        expect(await page.getByText("You may not see this").count(), `${role} at ${page.url()}`).toBe(0);
      }
      expect(refused).toEqual([]);
    }, 60_000);
  }
});
