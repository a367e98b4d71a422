import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
  "--disable-sync",
];

/** The system's own chromium; nothing is downloaded. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

export type Language = "en" | "zh";
export type Theme = "light" | "dark";

export interface Look {
  language?: Language;
  theme?: Theme;
  width?: number;
  height?: number;
}

/** A fresh browser profile with its choices made. */
export async function contextOf(browser: Browser, look: Look = {}): Promise<BrowserContext> {
  const { language = "en", theme = "light", width = 1440, height = 900 } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language === "en" ? "en-GB" : "zh-CN",
    timezoneId: "Asia/Shanghai",
    colorScheme: theme,
    reducedMotion: "reduce",
    hasTouch: width < 640,
  });
  context.setDefaultTimeout(15_000);
  return context;
}

/** At the gate, whichever way of signing in it shows. */
export async function enterToken(page: Page, token: string): Promise<void> {
  const other = page.locator("[data-way=token]");
  await page.locator("input[name=token]").or(other).first().waitFor();
  if ((await other.count()) > 0) {
    await other.click();
  }
  await page.locator("input[name=token]").fill(token);
}

/** Signs in through the page, as a person does. */
export async function signIn(page: Page, url: string, token: string, path = "/"): Promise<void> {
  await page.goto(url + path);
  await enterToken(page, token);
  await page.locator("button[type=submit]").click();
  await page.locator("#content").waitFor();
}
