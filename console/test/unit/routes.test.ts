import { describe, expect, it } from "vitest";
import { urlOf } from "../../src/api/client";
import { touchedBy } from "../../src/api/live";
import { placeOf } from "../../src/app/router";
import { matches, phasesOf } from "../../src/pages/workloads/filter";

describe("a URL of the console", () => {
  it("leads to a page and what is open on it", () => {
    expect(placeOf("/")).toEqual({ page: "overview", card: undefined });
    expect(placeOf("/cards/node-1/3")).toEqual({ page: "overview", card: { node: "node-1", index: 3 } });
    expect(placeOf("/workloads")).toEqual({ page: "workloads", detail: undefined });
    expect(placeOf("/workloads/new")).toEqual({ page: "submit" });
    expect(placeOf("/workloads/data/new")).toEqual({
      page: "workloads",
      detail: { tenant: "data", workload: "new" },
    });
    expect(placeOf("/models/engines")).toEqual({ page: "engines" });
    expect(placeOf("/usage/keys/new")).toEqual({ page: "keys", creating: true });
    expect(placeOf("/billing")).toEqual({ page: "billing", month: undefined, line: undefined });
    expect(placeOf("/billing/2026-12/spot-card-hours")).toEqual({
      page: "billing",
      month: "2026-12",
      line: "spot-card-hours",
    });
    expect(placeOf("/events/00000000000000000001")).toEqual({ page: "events", cursor: "00000000000000000001" });
    expect(placeOf("/people")).toEqual({ page: "people", person: undefined, inviting: false });
    expect(placeOf("/people/invite")).toEqual({ page: "people", person: undefined, inviting: true });
    expect(placeOf("/people/of/invite")).toEqual({ page: "people", person: "invite", inviting: false });
    expect(placeOf("/people/invitations")).toEqual({ page: "invitations" });
    expect(placeOf("/account")).toEqual({ page: "account" });
    expect(placeOf("/accept")).toEqual({ page: "accept" });
    expect(placeOf("/tenants/data/a100")).toEqual({ page: "tenants", quota: { tenant: "data", pool: "a100" } });
  });

  it("that leads nowhere says so", () => {
    for (const path of [
      "/nowhere",
      "/cards/node-1/x",
      "/cards/node-1",
      "/workloads/data",
      "/workloads/a/b/c",
      "/%zz",
      "/billing/2026-13",
      "/models/nothing",
      "/usage/keys/old",
      "/tenants/data",
      "/people/of",
      "/people/anna",
      "/account/x",
    ]) {
      expect(placeOf(path)).toEqual({ page: "unknown" });
    }
  });
});

describe("a call", () => {
  it("fills in the path and the query, lists with commas", () => {
    const query = { phase: ["QUEUED", "RUNNING"], tenant: undefined, limit: 5, none: [] };
    expect(urlOf("/api/v1/tenants/{tenant}/workloads/{workload}", { tenant: "a b", workload: "w" }, query)).toBe(
      "/api/v1/tenants/a%20b/workloads/w?phase=QUEUED%2CRUNNING&limit=5",
    );
  });
});

describe("a change", () => {
  it("makes old what it touches", () => {
    expect(touchedBy("workload/train-1")).toContain("cards");
    expect(touchedBy("quota/a100")).toContain("quotas");
    expect(touchedBy("something-new/x")).toEqual(["events"]);
  });
});

describe("the list's filter", () => {
  it("ignores phases that do not exist", () => {
    expect(phasesOf("RUNNING,NONSENSE,QUEUED")).toEqual(["QUEUED", "RUNNING"]);
    expect(phasesOf(undefined)).toEqual([]);
  });

  it("finds by name and by command, and what is borrowed", () => {
    const workload = {
      apiVersion: "wellfield.dev/v1" as const,
      kind: "Workload" as const,
      metadata: { name: "sd-lora", tenant: "adhoc", version: 1 },
      spec: { type: "TRAINING" as const, command: ["python", "Lora.py"] },
      status: { phase: "QUEUED" as const, simulated: true, submittedAt: "2026-03-14T09:00:00Z" },
    };
    expect(matches(workload, { text: "lora", borrowedOnly: false })).toBe(true);
    expect(matches(workload, { text: "LORA.PY", borrowedOnly: false })).toBe(true);
    expect(matches(workload, { text: "other", borrowedOnly: false })).toBe(false);
    expect(matches(workload, { text: "", borrowedOnly: true })).toBe(false);
  });
});
