import { useSyncExternalStore } from "react";
import { forgetAll } from "./cache";
import { call, carryCsrfToken, whenForbidden, whenSignedOut } from "./client";
import { type Failure, ProblemError, UnreachableError, isFailure } from "./failure";
import { startLive, stopLive, whenStreamOpens } from "./live";
import type { InvitationAcceptance, Permission, Session } from "./types";

/** What somebody signs in with. */
export type Credentials = { token: string } | { name: string; password: string };

/** Who sits in front of the console. */
export type SignIn =
  | { state: "asking" }
  | { state: "unreachable"; failure: Failure }
  | { state: "nobody"; ended: boolean }
  | { state: "somebody"; session: Session };

const RETRY_MILLIS = 3_000;

let current: SignIn = { state: "asking" };
const listeners = new Set<() => void>();

export function useSignIn(): SignIn {
  return useSyncExternalStore(subscribe, () => current);
}

/** The session of whoever is signed in; only below the sign-in gate. */
export function useSession(): Session {
  const signIn = useSignIn();
  if (signIn.state !== "somebody") {
    throw new Error("a page that needs a session was shown without one");
  }
  return signIn.session;
}

/** Asks the server who this is, until it answers. */
export async function resume(): Promise<void> {
  whenSignedOut(() => {
    if (current.state === "somebody") {
      leave(true);
    }
  });
  whenForbidden(() => void refresh());
  whenStreamOpens(() => void refresh());
  try {
    enter(await call("get", "/api/v1/session"));
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) {
      become({ state: "nobody", ended: false });
      return;
    }
    become({ state: "unreachable", failure: isFailure(error) ? error : new UnreachableError(error) });
    setTimeout(() => void resume(), RETRY_MILLIS);
  }
}

let refreshing = false;

/** Asks again what this session may do: roles change. */
export async function refresh(): Promise<void> {
  if (refreshing || current.state !== "somebody") {
    return;
  }
  refreshing = true;
  try {
    const session = await call("get", "/api/v1/session");
    if (JSON.stringify(session.bindings) !== JSON.stringify(current.session.bindings)) {
      forgetAll();
    }
    if (JSON.stringify(session) !== JSON.stringify({ ...current.session, expiresAt: session.expiresAt })) {
      enter({ ...current.session, ...session });
    }
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) {
      leave(true);
    }
  } finally {
    refreshing = false;
  }
}

/** The token was right, but the browser did not keep the cookie that came for it (plain http from elsewhere). */
export class CookieRefused extends Error {
  constructor() {
    super("The browser did not keep the session's cookie");
    this.name = "CookieRefused";
  }
}

/** Exchanges a token, or a name with its password, for a session. Throws what the server answered, or {@link CookieRefused}. */
export async function signIn(credentials: Credentials): Promise<void> {
  await begin(call("post", "/api/v1/session", { body: credentials }));
}

/** Takes an invitation, or sets a new password, and is signed in with it. */
export async function accept(body: InvitationAcceptance): Promise<void> {
  await begin(call("post", "/api/v1/invitations/accept", { body }));
}

/** Takes the role of an invitation as whoever is signed in. */
export async function join(secret: string): Promise<void> {
  const session = await call("post", "/api/v1/invitations/join", { body: { secret } });
  forgetAll();
  if (current.state === "somebody") {
    enter({ ...current.session, ...session });
  }
}

async function begin(answer: Promise<Session>): Promise<void> {
  const given = await answer;
  let kept: Session;
  try {
    kept = await call("get", "/api/v1/session");
  } catch (error) {
    throw error instanceof ProblemError && error.status === 401 ? new CookieRefused() : error;
  }
  enter({ ...given, ...kept });
}

export async function signOut(): Promise<void> {
  await call("delete", "/api/v1/session");
  leave(false);
}

/** May this session do it: in that tenant, or (without one) anywhere at all? */
export function may(session: Session, permission: Permission, tenant?: string): boolean {
  const { platform, tenants } = session.permissions;
  if (platform.includes(permission)) {
    return true;
  }
  return tenant === undefined
    ? Object.values(tenants).some((permissions) => permissions.includes(permission))
    : (tenants[tenant]?.includes(permission) ?? false);
}

function enter(session: Session): void {
  carryCsrfToken(session.csrfToken);
  become({ state: "somebody", session });
  startLive(may(session, "events.read"));
}

function leave(ended: boolean): void {
  carryCsrfToken(undefined);
  stopLive();
  forgetAll();
  become({ state: "nobody", ended });
}

function become(next: SignIn): void {
  current = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
