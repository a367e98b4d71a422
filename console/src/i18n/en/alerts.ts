/** Numbers arrive as text with their units. */
export interface QuotaSignalNumbers {
  tenant: string;
  pool: string;
  what: string;
  used: string;
  limit: string;
  part: string;
  guarantee: boolean;
}

export const alerts = {
  title: "Alerts",
  pages: "Pages about what is watched",
  tab: "Alerts",
  eventsTab: "Events",
  webhooksTab: "Webhooks",
  columns: {
    what: "What is wrong",
    state: "State",
    tenant: "Tenant",
    since: "Since",
    lasted: "Lasted",
    by: "Acknowledged by",
    severity: "Severity",
    rule: "Rule",
    name: "Name",
    value: "Value",
    threshold: "Threshold",
    firedAt: "Fired at",
    resolvedAt: "Resolved at",
    note: "Note",
  },
  state: { PENDING: "Pending", FIRING: "Firing", RESOLVED: "Resolved" },
  stateMeans: {
    PENDING: "Wrong, but not for long enough: nobody has been told yet.",
    FIRING: "Wrong for long enough: the webhooks have been told.",
    RESOLVED: "Over: it has not been wrong for a while.",
  },
  severity: { WARNING: "Warning", CRITICAL: "Critical" },
  show: "Show",
  open: "Open",
  resolved: "Resolved",
  all: "All",
  figures: {
    firing: "Firing",
    pending: "Pending",
    watched: "Watched",
    watchedText: (quotas: string, engines: string, cards: string | undefined) =>
      `${quotas} quota limits, ${engines} engines${cards === undefined ? "" : `, ${cards} cards`}`,
  },
  emptyTitle: "Nothing is wrong",
  emptyNext: "Quotas and engines are watched all the time. What goes wrong shows up here by itself.",
  emptyResolvedTitle: "No alert has been resolved yet",
  emptyResolvedNext: "What is over stays listed here for 90 days.",
  showResolved: "Show resolved alerts",
  showOpen: "Show open alerts",
  newest: (count: string) => `The newest ${count} are shown.`,
  unseen: (count: number) => `${String(count)} firing that nobody has acknowledged`,
  rule: {
    QUOTA_HIGH: "Quota nearly used up",
    ENGINE_DOWN: "Engine down",
  },
  ruleMeans: {
    QUOTA_HIGH: "Fires when more than 80 % of a limit has been used for 10 minutes.",
    ENGINE_DOWN: "Fires when an engine that should serve has not answered for 30 s.",
  },
  /** What is wrong, in numbers. */
  quota: ({ tenant, pool, what, used, limit, part, guarantee }: QuotaSignalNumbers) =>
    `${tenant} uses ${part} of its ${guarantee ? "guarantee" : "ceiling"} in pool ${pool}. ${what}: ${used} of ${limit}.`,
  silent: (engine: string, length: string) => `Engine ${engine} has not answered for ${length}.`,
  gone: (engine: string, length: string) => `Engine ${engine} ended ${length} ago, and nobody had cancelled it.`,
  ready: (engine: string) => `Engine ${engine} answers again.`,
  loading: (engine: string, length: string) => `Engine ${engine} has been loading its model for ${length}.`,
  other: (name: string, value: string, threshold: string) => `${name}: ${value} is more than ${threshold}.`,
  /** The same once it is over. */
  quotaOver: ({ tenant, pool, what, used, limit }: QuotaSignalNumbers) =>
    `${tenant} had nearly used up its limit in pool ${pool}. ${what}: ${used} of ${limit} when it was over.`,
  engineOver: (engine: string) => `Engine ${engine} had not answered.`,
  detail: {
    missing: "There is no such alert",
    missingNext: "Alerts that are over are kept for 90 days; the name may be mistyped too.",
    what: "What is wrong",
    wasWrong: "What was wrong",
    next: "What to do next",
    quotaNext: (tenant: string) =>
      `Look at what ${tenant} runs, and cancel what is no longer needed. If all of it is, the limit has to be raised.`,
    silentNext: "Read its log. If it hangs, cancel it and submit it again.",
    goneNext: "Look at how it ended. Once the cause is gone, submit it again.",
    readyNext: "Nothing: this is over in a minute if it stays so.",
    overNext: "Nothing. If it comes back often, look at the curve for when.",
    running: "Running workloads",
    quota: "The quota",
    workload: "The workload",
    log: "Its log",
    engines: "Engines of the model",
    events: "Its history",
    facts: "When",
    since: "Since",
    firedAt: "Fired",
    resolvedAt: "Resolved",
    rule: "Rule",
    acknowledged: "Acknowledged",
    by: (who: string) => `by ${who}`,
    acknowledge: "Acknowledge",
    acknowledgeTitle: "Say that you care",
    acknowledgeNext:
      "Others see that somebody looks after it, and the webhooks are told. It goes on firing until it is over.",
    note: "Note to the others",
    noteHint: "Optional, e.g. what you are doing about it.",
    nobody: "Nobody has acknowledged it.",
    lacks: "To acknowledge it takes the permission alerts.write.",
    pendingNote: "It can be acknowledged once it fires.",
    done: "Acknowledged.",
  },
  curve: {
    title: "The signal around it",
    hint: "Arrow keys go from minute to minute; Escape shows the highest.",
    look: "Show as",
    curve: "Curve",
    table: "Table",
    whole: "Highest",
    minute: "Minute",
    lowest: "Lowest",
    highest: "Highest",
    mean: "Mean",
    threshold: (value: string) => `Fires above ${value}`,
    measure: {
      USED_PERMILLE: "Used part of the limit",
      SILENT_SECONDS: "Time without an answer",
      MEMORY_PERMILLE: "Held memory",
      COMPUTE_PERMILLE: "Held compute",
    },
    emptyTitle: "The numbers of that time are gone",
    emptyNext: "Each minute's numbers are kept for a day.",
    forgottenNext: "What it was about is no longer watched.",
  },
  banner: {
    title: (count: number) => (count === 1 ? "1 alert is firing" : `${String(count)} alerts are firing`),
    all: "All alerts",
    more: (count: number) => `and ${String(count)} more`,
  },
};

export const webhooks = {
  title: "Webhooks",
  columns: {
    name: "Webhook",
    url: "Sent to",
    events: "Tells of",
    state: "State",
    delivered: "Delivered",
    pending: "Waiting",
    failed: "Given up",
    deliveredAt: "Last delivery",
    failure: "Last failure",
  },
  events: { alerts: "Alerts" },
  state: { active: "Active", paused: "Paused", failing: "Failing" },
  stateMeans: {
    active: "What happens is sent.",
    paused: "Nothing is sent while it is not active.",
    failing: "The last attempt failed, or something has been given up. It is tried eight times over 9 hours.",
  },
  never: "never",
  week: "Deliveries of the last seven days.",
  emptyTitle: "Alerts are sent nowhere",
  emptyNext: "Declare a webhook and it is told of each alert that fires, is acknowledged or is over:",
  emptyCommand: `wellfield apply -f - <<'YAML'
apiVersion: wellfield.dev/v1
kind: Webhook
metadata: {name: on-call}
spec: {url: "https://example.org/hook", events: [alerts]}
YAML`,
};
