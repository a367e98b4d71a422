import { ProblemError, UnreachableError, problemOf } from "./failure";
import type { paths } from "./schema";
import { observeServerTime } from "./server-clock";

type Method = "get" | "post" | "put" | "delete";
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type JsonOf<R> = R extends { content: { "application/json": infer Body } } ? Body : never;
type Success<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 ? JsonOf<R[S]> : never }[keyof R]
  : never;
type PathOf<O> = O extends { parameters: { path: infer P } } ? P : undefined;
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? Q : undefined;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : undefined;

export interface CallOptions<O> {
  path?: PathOf<O>;
  query?: QueryOf<O>;
  body?: BodyOf<O>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

let csrfToken: string | undefined;
let onSignedOut: () => void = () => undefined;
let onForbidden: () => void = () => undefined;

/** The token that every change carries; it comes with the session. */
export function carryCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

/** Called whenever an answer says that nobody is signed in (any more). */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** Called whenever an answer says that a permission is missing: it may have been taken away meanwhile. */
export function whenForbidden(listener: () => void): void {
  onForbidden = listener;
}

/**
 * Calls one operation of the contract. Throws {@link ProblemError} or {@link UnreachableError}; an abort throws the
 * signal's reason.
 */
export async function call<M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  options: CallOptions<paths[P][M]> = {},
): Promise<Success<paths[P][M]>> {
  const headers: Record<string, string> = { Accept: "application/json", ...options.headers };
  const init: RequestInit = { method: method.toUpperCase(), headers, credentials: "same-origin", cache: "no-store" };
  if (options.body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(options.body);
  }
  if (method !== "get" && csrfToken !== undefined) {
    headers["X-CSRF-Token"] = csrfToken;
  }
  if (options.signal) {
    init.signal = options.signal;
  }
  const response = await answered(urlOf(path, options.path ?? {}, options.query ?? {}), init);
  if (!response.ok) {
    const problem = new ProblemError(await problemOf(response));
    if (problem.status === 401 && path !== "/api/v1/session" && path !== "/api/v1/invitations/accept") {
      onSignedOut();
    }
    if (problem.status === 403 && problem.problem.code === "permission-missing") {
      onForbidden();
    }
    throw problem;
  }
  return (response.status === 204 ? undefined : await response.json()) as Success<paths[P][M]>;
}

async function answered(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    observeServerTime(response.headers.get("date"));
    return response;
  } catch (error) {
    init.signal?.throwIfAborted();
    throw new UnreachableError(error);
  }
}

/** A path template with its parameters and query filled in; arrays become comma lists, as the contract asks. */
export function urlOf(template: string, path: object, query: object): string {
  let url = template;
  for (const [name, value] of Object.entries(path)) {
    url = url.replace(`{${name}}`, encodeURIComponent(String(value)));
  }
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (Array.isArray(value) ? value.length > 0 : value !== undefined) {
      search.set(name, String(value));
    }
  }
  const text = search.toString();
  return text === "" ? url : `${url}?${text}`;
}
