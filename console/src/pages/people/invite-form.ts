import { type NewInvitation, PLATFORM_ROLES, type Role, TENANT_ROLES } from "../../api/types";
import type { Words } from "../../i18n/dictionary";

/** As the contract has names and addresses. */
export const NAME = /^[a-z][a-z0-9-]{0,62}$/;
const EMAIL = /^[^@\s]{1,64}@[^@\s]{1,189}$/;

export const DAYS = ["1", "7", "30"] as const;
/** What stands for the platform where tenants are chosen. */
export const PLATFORM = "*";
const DAY_MILLIS = 86_400_000;

export interface InviteForm {
  to: string;
  role: Role;
  name: string;
  email: string;
  displayName: string;
  days: (typeof DAYS)[number];
}

export type InviteErrors = Partial<Record<"name" | "email", string>>;

export function rolesAt(to: string): readonly Role[] {
  return to === PLATFORM ? PLATFORM_ROLES : TENANT_ROLES;
}

/** The invitation to make, and what is wrong with it. */
export function readInviteForm(t: Words, form: InviteForm, now: number): { body: NewInvitation; errors: InviteErrors } {
  const name = form.name.trim();
  const email = form.email.trim();
  const displayName = form.displayName.trim();
  const errors: InviteErrors = {};
  if (name === "" && email === "") {
    errors.name = t.people.form.either;
  }
  if (name !== "" && !NAME.test(name)) {
    errors.name = t.people.form.nameWrong;
  }
  if (email !== "" && !EMAIL.test(email)) {
    errors.email = t.people.form.emailWrong;
  }
  return {
    errors,
    body: {
      role: form.role,
      ...(name !== "" && { name }),
      ...(email !== "" && { email }),
      ...(displayName !== "" && { displayName }),
      // A minute less: clocks differ, and the longest that is allowed is thirty days.
      expiresAt: new Date(now + Number(form.days) * DAY_MILLIS - 60_000).toISOString(),
    },
  };
}
