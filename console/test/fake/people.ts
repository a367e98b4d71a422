import type { Invitation, User } from "../../src/api/types";

const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const user = (name: string, displayName: string, bindings: User["bindings"], more: Partial<User> = {}): User => ({
  name,
  displayName,
  email: `${name}@example.org`,
  kind: "USER",
  disabled: false,
  createdAt: at(90),
  signedInAt: at(0.1),
  bindings,
  ...more,
});

/** Who may sign in to the example. */
export const users: User[] = [
  { name: "operator", kind: "SERVICE", disabled: false, createdAt: at(120), bindings: [{ role: "operator" }] },
  user("wei", "Wei Chen", [{ role: "engineer", tenant: "adhoc" }]),
  user("tina", "Tina Abendroth-Vandenberghe", [
    { role: "tenant-admin", tenant: "training" },
    { role: "engineer", tenant: "inference" },
  ]),
  user("former", "Former Colleague", [{ role: "viewer", tenant: "data" }], { disabled: true, signedInAt: at(60) }),
];

export const invitations: Invitation[] = [
  {
    id: "0199b2f0-0000-7000-8000-0000000000a1",
    purpose: "JOIN",
    name: "li",
    email: "li@example.org",
    role: "engineer",
    tenant: "training",
    invitedBy: "operator",
    state: "OPEN",
    createdAt: at(1),
    expiresAt: at(-6),
  },
];
