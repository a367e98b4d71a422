import { describe, expect, it } from "vitest";
import type { QuotaSpec } from "../../src/api/types";
import { en } from "../../src/i18n/en";
import { differences, formOf, readQuotaForm } from "../../src/pages/tenants/quota-form";

const SPEC: QuotaSpec = {
  limits: {
    CARDS: { guarantee: 1500, ceiling: 3000 },
    MEMORY: { ceiling: 40_960 },
    CONCURRENCY: { guarantee: 0, ceiling: 4 },
  },
  memoryPerCardMib: 35_841,
  overQuota: "REFUSE",
};

describe("a quota as a form", () => {
  it("is in cards and GiB, and comes back as it was", () => {
    const form = formOf(SPEC);
    expect(form.guarantee.CARDS).toBe("1.5");
    expect(form.ceiling.MEMORY).toBe("40");
    expect(form.guarantee.CONCURRENCY).toBe("");
    const { spec, errors } = readQuotaForm(en, form);
    expect(errors).toEqual({});
    expect(spec).toEqual({ ...SPEC, limits: { ...SPEC.limits, CONCURRENCY: { ceiling: 4 } } });
  });

  it("says what is wrong beside its field", () => {
    const form = formOf(SPEC);
    form.guarantee.CARDS = "4";
    form.ceiling.MEMORY = "much";
    form.ceiling.CONCURRENCY = "1.5";
    const { errors } = readQuotaForm(en, form);
    expect(errors["guarantee CARDS"]).toBe("More than the ceiling.");
    expect(errors["ceiling MEMORY"]).toBe("A number of at least 0, or nothing.");
    expect(errors["ceiling CONCURRENCY"]).toBe("Too fine: the smallest step is 1/1 workloads.");
  });

  it("tells where it differs from how the quota is now", () => {
    const yours = { ...formOf(SPEC), overQuota: "QUEUE" as const };
    const now = formOf({ ...SPEC, limits: { ...SPEC.limits, MEMORY: {} } });
    expect(differences(en, yours, now)).toEqual([
      { field: "Ceiling of Device memory", yours: "40 GiB", now: "none" },
      { field: "Over the ceiling", yours: "Wait", now: "Refuse" },
    ]);
  });
});
