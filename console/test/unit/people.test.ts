import { describe, expect, it } from "vitest";
import { en } from "../../src/i18n/en";
import { passwordErrors } from "../../src/pages/account/new-password";
import { type InviteForm, PLATFORM, readInviteForm, rolesAt } from "../../src/pages/people/invite-form";

const FORM: InviteForm = { to: "training", role: "engineer", name: "", email: "", displayName: "", days: "7" };
const NOW = Date.parse("2026-12-01T08:00:00Z");

describe("an invitation", () => {
  it("is for a name, an address, or both", () => {
    expect(readInviteForm(en, FORM, NOW).errors.name).toBe(en.people.form.either);
    expect(readInviteForm(en, { ...FORM, name: "anna" }, NOW).errors).toEqual({});
    expect(readInviteForm(en, { ...FORM, email: "anna@example.com" }, NOW).errors).toEqual({});
  });

  it("says what is wrong with either", () => {
    expect(readInviteForm(en, { ...FORM, name: "Anna Li" }, NOW).errors.name).toBe(en.people.form.nameWrong);
    expect(readInviteForm(en, { ...FORM, email: "anna" }, NOW).errors.email).toBe(en.people.form.emailWrong);
  });

  it("carries what was entered and ends after the days that were chosen", () => {
    const { body } = readInviteForm(en, { ...FORM, name: " anna ", displayName: "Anna Li", days: "30" }, NOW);
    expect(body).toEqual({
      role: "engineer",
      name: "anna",
      displayName: "Anna Li",
      expiresAt: "2026-12-31T07:59:00.000Z",
    });
  });

  it("offers on the platform other roles than in a tenant", () => {
    expect(rolesAt(PLATFORM)).toEqual(["operator", "finance"]);
    expect(rolesAt("training")).not.toContain("operator");
  });
});

describe("a new password", () => {
  it("has twelve characters, whatever they are, twice the same", () => {
    expect(passwordErrors(en, "eleven char", "eleven char")).toEqual({ next: en.people.password.short });
    expect(passwordErrors(en, "x".repeat(129), "x".repeat(129))).toEqual({ next: en.people.password.long });
    expect(passwordErrors(en, "four random words", "four random word")).toEqual({ again: en.people.password.differ });
    expect(passwordErrors(en, "共有的田地分给每一家耕种", "共有的田地分给每一家耕种")).toEqual({});
  });
});
