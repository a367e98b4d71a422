import { useSyncExternalStore } from "react";
import { type Topic, invalidate } from "./cache";
import type { WellfieldEvent } from "./types";

/**
 * The console's one cursor on the event stream. Each change marks what it touches old; the server's sign of life,
 * every 10 s, keeps "updated" honest. Hidden tabs let go of their connection (a browser has six to a host).
 */
export interface Live {
  state: "off" | "connecting" | "live" | "lost";
  /** The last sign of life, by this machine's clock. */
  heardAt: number | undefined;
  /** Since when it has been away; undefined while it is there. */
  lostAt: number | undefined;
}

/** Two signs of life missed and some time for a slow network. */
const SILENCE_MILLIS = 25_000;
/** A burst of changes becomes one reading. */
const GATHER_MILLIS = 200;
/** While the stream is away, whatever is on screen is read again this often. */
const POLL_MILLIS = 10_000;
const RECONNECT_MILLIS = 3_000;

const TOUCHED: Record<string, readonly Topic[]> = {
  workload: ["workloads", "cards", "pools", "quotas", "models", "endpoints", "events"],
  quota: ["quotas", "pools", "events"],
  tenant: ["tenants", "quotas", "events"],
  node: ["nodes", "cards", "pools", "system", "events"],
  pool: ["pools", "cards", "events"],
  endpoint: ["models", "endpoints", "events"],
  model: ["models", "events"],
  "api-key": ["keys", "events"],
  plan: ["plans", "events"],
  "price-book": ["plans", "events"],
  principal: ["people", "events"],
  member: ["people", "events"],
  invitation: ["people", "events"],
  alert: ["alerts", "webhooks", "events"],
  webhook: ["webhooks", "events"],
};
const EVERYTHING: readonly Topic[] = [
  "system",
  "pools",
  "nodes",
  "cards",
  "tenants",
  "quotas",
  "plans",
  "workloads",
  "models",
  "endpoints",
  "keys",
  "usage",
  "people",
  "alerts",
  "webhooks",
  "events",
];

let live: Live = { state: "off", heardAt: undefined, lostAt: undefined };
const listeners = new Set<() => void>();
const pending = new Set<Topic>();
let source: EventSource | undefined;
let gather: ReturnType<typeof setTimeout> | undefined;
let watchdog: ReturnType<typeof setInterval> | undefined;
let lastPoll = 0;
let wanted = false;
let streaming = false;
let onOpen: () => void = () => undefined;

export function useLive(): Live {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => live,
  );
}

/** Called whenever the stream begins anew: the server ends it, too, when what one may see has changed. */
export function whenStreamOpens(listener: () => void): void {
  onOpen = listener;
}

/** Starts listening; `mayStream` is false for somebody who may not read events: then what is on screen is polled. */
export function startLive(mayStream: boolean): void {
  if (wanted) {
    return;
  }
  wanted = true;
  streaming = mayStream;
  document.addEventListener("visibilitychange", onVisibility);
  watchdog = setInterval(look, 2_500);
  onVisibility();
}

export function stopLive(): void {
  wanted = false;
  document.removeEventListener("visibilitychange", onVisibility);
  clearInterval(watchdog);
  clearTimeout(gather);
  close();
  become({ state: "off", heardAt: undefined, lostAt: undefined });
}

/** The topics that a change of `aggregate` (kind/name) touches. */
export function touchedBy(aggregate: string): readonly Topic[] {
  return TOUCHED[aggregate.slice(0, aggregate.indexOf("/"))] ?? ["events"];
}

function onVisibility(): void {
  if (document.hidden) {
    close();
    return;
  }
  if (!source) {
    open();
  }
}

function open(): void {
  if (!streaming) {
    return;
  }
  become({ ...live, state: "connecting" });
  const opened = new EventSource("/api/v1/events/stream");
  source = opened;
  opened.onopen = () => {
    become({ state: "live", heardAt: Date.now(), lostAt: undefined });
    // Whatever changed while nobody listened.
    mark(EVERYTHING);
    onOpen();
  };
  opened.addEventListener("alive", heard);
  opened.addEventListener("change", (message: MessageEvent<string>) => {
    heard();
    mark(touchedBy((JSON.parse(message.data) as WellfieldEvent).aggregate));
  });
  opened.onerror = () => {
    become({ ...live, state: "lost", lostAt: live.lostAt ?? Date.now() });
    // The browser reconnects by itself unless the answer was no stream at all.
    if (opened.readyState === EventSource.CLOSED) {
      setTimeout(() => {
        if (wanted && source === opened && !document.hidden) {
          open();
        }
      }, RECONNECT_MILLIS);
    }
  };
}

function close(): void {
  source?.close();
  source = undefined;
}

function heard(): void {
  become({ state: "live", heardAt: Date.now(), lostAt: undefined });
}

function look(): void {
  if (document.hidden) {
    return;
  }
  const now = Date.now();
  if (live.state === "live" && live.heardAt !== undefined && now - live.heardAt > SILENCE_MILLIS) {
    close();
    become({ ...live, state: "lost", lostAt: live.lostAt ?? Date.now() });
    open();
  }
  if (live.state !== "live" && now - lastPoll > POLL_MILLIS) {
    lastPoll = now;
    invalidate(new Set(EVERYTHING));
  }
}

function mark(topics: readonly Topic[]): void {
  topics.forEach((topic) => pending.add(topic));
  gather ??= setTimeout(() => {
    gather = undefined;
    const touched = new Set(pending);
    pending.clear();
    invalidate(touched);
  }, GATHER_MILLIS);
}

function become(next: Live): void {
  live = next;
  listeners.forEach((listener) => listener());
}
