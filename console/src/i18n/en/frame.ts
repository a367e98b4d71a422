export const frame = {
  product: "Wellfield",
  navigation: "Main",
  skip: "Skip to content",
  overview: "Overview",
  workloads: "Workloads",
  models: "Models",
  usage: "Usage",
  billing: "Billing",
  events: "Events",
  tenants: "Tenants",
  more: "More",
  export: "Export CSV",
  exportMeans: "Save what is shown as a CSV file",
  month: "Month",
  monthBefore: "The month before",
  monthAfter: "The month after",
  tenant: "Tenant",
  allTenants: "All tenants",
  allMyTenants: "All my tenants",
  simulated: "Simulated",
  simulatedMeans:
    "Some cards or engines here are simulated: they are accounted for like real ones, but no hardware works.",
  notIsolated: "No isolation between tenants",
  notIsolatedMeans:
    "All local processes share one user, so tenants could read each other's files. Run Wellfield as root to give each tenant its own.",
  language: "Language",
  otherLanguage: "中文",
  theme: "Theme",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
  account: "Account",
  onPlatform: " on the platform",
  in: (tenant: string) => ` in ${tenant}`,
  expires: (ahead: string) => `The session ends ${ahead}.`,
  signOut: "Sign out",
  version: (version: string) => `Version ${version}`,
  zone: (zone: string) => `Times are in ${zone}.`,
  updated: (ago: string) => `Updated ${ago}`,
  stale: (ago: string) => `Stale: last heard ${ago}`,
  connecting: "Connecting…",
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  retry: "Try again",
  keep: "Keep it",
  dismiss: "Dismiss",
  loading: "Loading",
  notFound: {
    heading: "Not found",
    title: "There is no such page",
    next: "The address may be mistyped, or it belongs to a page that this version does not have.",
    home: "Go to the overview",
  },
};

export const signIn = {
  title: "Sign in to Wellfield",
  token: "Token",
  hint: "`wellfield up` showed the operator's token when it first started. Everybody else gets theirs from an operator.",
  show: "Show",
  hide: "Hide",
  submit: "Sign in",
  signingIn: "Signing in…",
  ended: "Your session has ended. Sign in again and you come back to this page.",
  wrong: "This token is unknown, expired or revoked. Check that it is complete: it starts with wft_.",
  empty: "Paste your token.",
  noCookie:
    "The browser did not keep the session's cookie. Open the console by https, or on this machine by http://localhost.",
  unreachable: "The server does not answer. It is asked again every 3 s.",
};

export const problem = {
  unreachable: {
    title: "The server does not answer",
    next: "It is asked again by itself. If this lasts, look whether `wellfield up` is running.",
  },
  forbidden: {
    title: "You may not see this",
    next: (permission: string) => `Your roles lack the permission ${permission}. An operator can grant it.`,
  },
  missing: { title: "Not found", next: "It does not exist, or it belongs to a tenant in which you have no role." },
  other: { title: "The server could not answer", next: (code: string) => `It says ${code}. Try again.` },
  /** What the server says in its own words, which are English. */
  said: (text: string) => text,
  /** One violation: what the server expected in a field. */
  expected: (expected: string, given: string | undefined) =>
    `Expected: ${expected}${given === undefined ? "" : ` (given: ${given})`}`,
};
