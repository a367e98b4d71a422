import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Session } from "../../src/api/types";
import { type Body, json, problem } from "./http";

export const OPERATOR_TOKEN = "wft_operator_for_tests";
export const ENGINEER_TOKEN = "wft_engineer_for_tests";

const TENANT_PERMISSIONS = [
  "pools.read",
  "tenants.read",
  "quotas.read",
  "workloads.read",
  "workloads.submit",
  "workloads.cancel",
  "workloads.logs",
  "models.read",
  "keys.read",
  "usage.read",
  "events.read",
  "alerts.read",
  "alerts.write",
];

/** What an engineer lacks and a tenant's administrator has. */
const ADMIN_PERMISSIONS = [...TENANT_PERMISSIONS, "plans.read", "keys.write", "billing.read"];

const PEOPLE = ["members.read", "members.write", "principals.read", "principals.write"];

export type Caller = Omit<Session, "csrfToken" | "expiresAt">;

const CALLERS: Record<string, Caller> = {
  [OPERATOR_TOKEN]: {
    principal: "operator",
    bindings: [{ role: "operator" }],
    permissions: { platform: [...ADMIN_PERMISSIONS, "quotas.write", "resources.apply", ...PEOPLE], tenants: {} },
  },
  [ENGINEER_TOKEN]: {
    principal: "wei",
    bindings: [{ role: "engineer", tenant: "adhoc" }],
    permissions: { platform: [], tenants: { adhoc: TENANT_PERMISSIONS } },
  },
};

/** Who asks: by a token in the header, or by the console's cookie and (for changes) its CSRF token. */
export class FakeSessions {
  private readonly sessions = new Map<string, { token: string; csrf: string }>();

  /** The caller, or undefined once the request has been answered with what is wrong. */
  callerOf(request: IncomingMessage, response: ServerResponse): Caller | undefined {
    const session = this.sessions.get(cookieOf(request) ?? "");
    const bearer = request.headers.authorization?.replace("Bearer ", "");
    const caller = CALLERS[bearer ?? session?.token ?? ""];
    if (!caller) {
      problem(response, 401, "UNAUTHENTICATED", "Sign in first");
      return undefined;
    }
    if (request.method !== "GET" && bearer === undefined && request.headers["x-csrf-token"] !== session?.csrf) {
      problem(response, 403, "CSRF", "The X-CSRF-Token header is missing or wrong");
      return undefined;
    }
    return caller;
  }

  /** Signs in, says who is signed in, signs out. */
  answer(request: IncomingMessage, response: ServerResponse, body: Body): void {
    const { method } = request;
    const id = cookieOf(request);
    const cookie = (value: string, age: number) =>
      `__Host-wellfield=${value}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${String(age)}`;
    const known = id === undefined ? undefined : this.sessions.get(id);
    if (method === "POST") {
      const caller = CALLERS[String(body.token)];
      if (!caller) {
        problem(response, 401, "TOKEN_UNKNOWN", "This token is unknown, expired or revoked");
        return;
      }
      const fresh = { token: String(body.token), csrf: randomBytes(16).toString("hex") };
      const freshId = randomBytes(16).toString("hex");
      this.sessions.set(freshId, fresh);
      json(response, 200, described(caller, fresh.csrf), { "Set-Cookie": cookie(freshId, 43_200) });
    } else if (!known || id === undefined) {
      problem(response, 401, "UNAUTHENTICATED", "Sign in first");
    } else if (method === "DELETE") {
      this.sessions.delete(id);
      response.writeHead(204, { "Set-Cookie": cookie("", 0) }).end();
    } else {
      const caller = CALLERS[known.token];
      json(response, 200, caller && described(caller, known.csrf));
    }
  }
}

function cookieOf(request: IncomingMessage): string | undefined {
  return /__Host-wellfield=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
}

function described(caller: Caller, csrfToken: string): Session {
  return { ...caller, csrfToken, expiresAt: new Date(Date.now() + 43_200_000).toISOString() };
}
