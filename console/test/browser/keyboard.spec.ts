import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { goTo, pagesOf } from "./pages";
import { COUNTING, SMALL, freshName, useTarget } from "./target";

/** More stops than any page has. */
const MOST_STOPS = 400;

describe("the keyboard alone", () => {
  const target = useTarget();

  it("reaches every control of every page, and shows where it is", async () => {
    const page = await target.signedIn();
    const faults: string[] = [];
    for (const path of Object.values(await pagesOf(target)).flat()) {
      await goTo(page, path);
      faults.push(...(await walk(page)).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  }, 240_000);

  it("stays in a dialog until it is closed, and returns to where it was", async () => {
    const tenant = await target.tenant();
    const name = freshName("keyboard");
    await target.submit(tenant, { metadata: { name }, spec: { type: "BATCH", command: COUNTING, ...SMALL } });
    const page = await target.signedIn(`/workloads/${tenant}/${name}`);
    const opener = page.getByRole("button", { name: "Cancel workload" });
    await opener.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").waitFor();
    for (let stops = 0; stops < 8; stops++) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=alertdialog]") !== null)).toBe(true);
    }
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("returns to the row whose drawer it closes", async () => {
    const page = await target.signedIn("/events");
    const link = page.getByRole("table", { name: "Events" }).getByRole("link").first();
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("A");
  });
});

/** Goes through a page by Tab: what can't be reached, and where the focus isn't seen. */
async function walk(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    document.querySelectorAll("[data-walked]").forEach((each) => each.removeAttribute("data-walked"));
  });
  const faults = new Set<string>();
  let rounds = 0;
  // Inside a drawer Tab goes round; Escape leaves it.
  const inDrawer = (await page.locator("[role=dialog]").count()) > 0;
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body) {
        return "round";
      }
      if (at.hasAttribute("data-walked")) {
        return "end";
      }
      at.setAttribute("data-walked", "");
      const seen = [at, at.parentElement, at.nextElementSibling].some((each) => {
        const style = each && getComputedStyle(each);
        return style && ((style.outlineStyle !== "none" && style.outlineWidth !== "0px") || style.boxShadow !== "none");
      });
      return seen ? undefined : `no focus seen on ${at.outerHTML.slice(0, 140)}`;
    });
    if (stop === "round") {
      // Past the last control: it goes on with the first, of which some may lie before where it began.
      rounds++;
      continue;
    }
    if (stop === "end") {
      if (rounds > 0 || inDrawer) {
        break;
      }
      continue;
    }
    if (stop !== undefined) {
      faults.add(stop);
    }
  }
  const missed = await page.evaluate(() =>
    [
      ...(document.querySelector("[role=dialog]") ?? document).querySelectorAll(
        "a[href], button, input, select, textarea, [tabindex='0']",
      ),
    ]
      .filter(
        (each) =>
          !each.hasAttribute("data-walked") &&
          !each.hasAttribute("data-radix-focus-guard") &&
          // Its chosen tab takes the focus in its stead.
          each.getAttribute("role") !== "tablist" &&
          !(each as HTMLButtonElement).disabled &&
          each.checkVisibility({ visibilityProperty: true }) &&
          each.getAttribute("aria-hidden") !== "true" &&
          each.getAttribute("tabindex") !== "-1" &&
          !(each instanceof HTMLInputElement && each.type === "radio" && !each.checked),
      )
      .map((each) => `not reached: ${each.outerHTML.slice(0, 140)}`),
  );
  return [...faults, ...missed];
}
