import { useCallback, useEffect, useSyncExternalStore } from "react";
import { type Failure, UnreachableError, isFailure } from "./failure";

/** What an answer is made of; a change of one of these makes the answer old. */
export type Topic =
  | "system"
  | "pools"
  | "nodes"
  | "cards"
  | "tenants"
  | "quotas"
  | "plans"
  | "workloads"
  | "models"
  | "endpoints"
  | "keys"
  | "usage"
  | "people"
  | "alerts"
  | "webhooks"
  | "events";

/** Something that can be read from the server, by a key that tells it from all others. */
export interface Resource<T> {
  key: string;
  topics: readonly Topic[];
  load: (signal: AbortSignal) => Promise<T>;
}

export interface Reading<T> {
  data: T | undefined;
  failure: Failure | undefined;
  /** When the data was read, by this machine's clock. */
  readAt: number | undefined;
}

interface Entry {
  reading: Reading<unknown>;
  resource: Resource<unknown>;
  listeners: Set<() => void>;
  inFlight: AbortController | undefined;
  /** It became old while it was being read: read once more. */
  again: boolean;
  retry: ReturnType<typeof setTimeout> | undefined;
  retryMillis: number;
}

const NOTHING: Reading<never> = { data: undefined, failure: undefined, readAt: undefined };
/** Answers that nobody looks at any more, kept for going back quickly. */
const KEPT_UNWATCHED = 40;
/** Somebody who comes to look at an answer this young takes it as it is; changes make it old at once. */
const YOUNG_MILLIS = 5_000;
const FIRST_RETRY_MILLIS = 2_000;
const LONGEST_RETRY_MILLIS = 30_000;

const entries = new Map<string, Entry>();

/** Reads a resource and keeps it fresh while the component lives; null reads nothing. */
export function useResource<T>(resource: Resource<T> | null): Reading<T> & { reload: () => void } {
  const key = resource?.key;
  const subscribe = useCallback(
    (listener: () => void) => (resource === null ? () => undefined : watch(resource, listener)),
    // A resource is its key: its loader may be a new function with each rendering.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );
  const reading = useSyncExternalStore(subscribe, () =>
    key === undefined ? NOTHING : (entries.get(key)?.reading ?? NOTHING),
  ) as Reading<T>;
  const reload = useCallback(() => {
    const entry = key === undefined ? undefined : entries.get(key);
    if (entry) {
      read(entry);
    }
  }, [key]);
  return { ...reading, reload };
}

/** How often figures that grow with time alone are read again: no event tells of them. */
export const GROWING_MILLIS = 30_000;

/** {@link useResource} for what grows with time: it is read again every {@link GROWING_MILLIS} while somebody looks. */
export function useGrowing<T>(resource: Resource<T> | null): Reading<T> & { reload: () => void } {
  const reading = useResource(resource);
  const { reload } = reading;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) {
        reload();
      }
    }, GROWING_MILLIS);
    return () => clearInterval(timer);
  }, [reload]);
  return reading;
}

/** Marks answers old; those on screen are read again, at most one reading of each at a time. */
export function invalidate(topics: ReadonlySet<Topic>): void {
  for (const entry of entries.values()) {
    if (entry.resource.topics.some((topic) => topics.has(topic))) {
      if (entry.listeners.size > 0) {
        read(entry);
      } else {
        entries.delete(entry.resource.key);
      }
    }
  }
}

/** Forgets everything: somebody else may sign in. */
export function forgetAll(): void {
  for (const entry of entries.values()) {
    entry.inFlight?.abort();
    clearTimeout(entry.retry);
  }
  entries.clear();
}

function watch(resource: Resource<unknown>, listener: () => void): () => void {
  const entry = entries.get(resource.key) ?? created(resource);
  entry.listeners.add(listener);
  const { readAt } = entry.reading;
  if (!entry.inFlight && (readAt === undefined || Date.now() - readAt > YOUNG_MILLIS)) {
    read(entry);
  }
  return () => {
    entry.listeners.delete(listener);
    if (entry.listeners.size === 0) {
      clearTimeout(entry.retry);
      evict();
    }
  };
}

function created(resource: Resource<unknown>): Entry {
  const entry: Entry = {
    reading: NOTHING,
    resource,
    listeners: new Set(),
    inFlight: undefined,
    again: false,
    retry: undefined,
    retryMillis: FIRST_RETRY_MILLIS,
  };
  entries.set(resource.key, entry);
  return entry;
}

function read(entry: Entry): void {
  if (entry.inFlight) {
    entry.again = true;
    return;
  }
  clearTimeout(entry.retry);
  const controller = new AbortController();
  entry.inFlight = controller;
  entry.again = false;
  entry.resource.load(controller.signal).then(
    (data) => {
      entry.retryMillis = FIRST_RETRY_MILLIS;
      settle(entry, { data, failure: undefined, readAt: Date.now() });
    },
    (error: unknown) => {
      if (controller.signal.aborted) {
        return;
      }
      const failure = isFailure(error) ? error : new UnreachableError(error);
      // What was read before stays on screen, marked old; a problem answer (gone, forbidden) replaces it.
      const kept = failure instanceof UnreachableError ? entry.reading : NOTHING;
      settle(entry, { data: kept.data, failure, readAt: kept.readAt });
      if (failure instanceof UnreachableError || failure.status >= 500) {
        retryLater(entry);
      }
    },
  );
}

function settle(entry: Entry, reading: Reading<unknown>): void {
  entry.inFlight = undefined;
  entry.reading = reading;
  entry.listeners.forEach((listener) => listener());
  if (entry.again && entry.listeners.size > 0) {
    read(entry);
  }
}

function retryLater(entry: Entry): void {
  if (entry.listeners.size > 0) {
    entry.retry = setTimeout(() => read(entry), entry.retryMillis);
    entry.retryMillis = Math.min(entry.retryMillis * 2, LONGEST_RETRY_MILLIS);
  }
}

function evict(): void {
  const unwatched = [...entries.values()].filter((entry) => entry.listeners.size === 0);
  for (const entry of unwatched.slice(0, Math.max(0, unwatched.length - KEPT_UNWATCHED))) {
    entry.inFlight?.abort();
    entries.delete(entry.resource.key);
  }
}
