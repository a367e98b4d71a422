import type { components } from "./schema";

type Schemas = components["schemas"];

export type Alert = Schemas["Alert"];
export type AlertPhase = Schemas["AlertPhase"];
export type ApiKey = Schemas["ApiKey"];
export type ApiKeySpec = Schemas["ApiKeySpec"];
export type Card = Schemas["Card"];
export type CardModel = Schemas["CardModelSummary"];
export type CardUsage = Schemas["CardUsage"];
export type Check = Schemas["Check"];
export type ChargeStep = Schemas["ChargeStep"];
export type Dimension = Schemas["Dimension"];
export type Endpoint = Schemas["Endpoint"];
export type Explanation = Schemas["Explanation"];
export type Holder = Schemas["Holder"];
export type InvoiceLine = Schemas["InvoiceLine"];
export type InvoicePreview = Schemas["InvoicePreview"];
export type Isolation = Schemas["Isolation"];
export type IssuedApiKey = Schemas["IssuedApiKey"];
export type LineTrace = Schemas["LineTrace"];
export type Model = Schemas["Model"];
export type Money = Schemas["Money"];
export type Node = Schemas["Node"];
export type Phase = Schemas["Phase"];
export type Placement = Schemas["Placement"];
export type Plan = Schemas["Plan"];
export type Pool = Schemas["Pool"];
export type PriceBook = Schemas["PriceBook"];
export type Problem = Schemas["Problem"];
export type Quota = Schemas["Quota"];
export type QuotaSpec = Schemas["QuotaSpec"];
export type QuotaUse = Schemas["QuotaUse"];
export type Remedy = Schemas["Remedy"];
export type SeenSignal = Schemas["SeenSignal"];
export type Session = Schemas["Session"];
export type Signal = Schemas["Signal"];
export type SignalMinute = Schemas["SignalMinute"];
export type System = Schemas["System"];
export type Tenant = Schemas["Tenant"];
export type TokenBucket = Schemas["TokenBucket"];
export type TokenBucketList = Schemas["TokenBucketList"];
export type TokenUsage = Schemas["TokenUsage"];
export type User = Schemas["User"];
export type InvitationAcceptance = Schemas["InvitationAcceptance"];
export type Invitation = Schemas["Invitation"];
export type IssuedInvitation = Schemas["IssuedInvitation"];
export type OfferedInvitation = Schemas["OfferedInvitation"];
export type NewInvitation = Schemas["NewInvitation"];
export type Binding = Schemas["Binding"];
export type Role = Schemas["Role"];
export type Webhook = Schemas["Webhook"];
export type Workload = Schemas["Workload"];
export type WorkloadSpec = Schemas["WorkloadSpec"];
export type WorkloadSubmission = Schemas["WorkloadSubmission"];
export type WorkloadType = Schemas["WorkloadType"];
export type WellfieldEvent = Schemas["Event"];
export type EventType = Schemas["EventType"];

/** The permissions that the console asks about, named as in the contract's x-permission. */
export type Permission =
  | "pools.read"
  | "tenants.read"
  | "quotas.read"
  | "quotas.write"
  | "plans.read"
  | "workloads.read"
  | "workloads.submit"
  | "workloads.cancel"
  | "workloads.logs"
  | "models.read"
  | "keys.read"
  | "keys.write"
  | "usage.read"
  | "billing.read"
  | "events.read"
  | "alerts.read"
  | "alerts.write"
  | "members.read"
  | "members.write"
  | "principals.read"
  | "principals.write";

/** Roles by where they are bound. */
export const PLATFORM_ROLES = ["operator", "finance"] as const satisfies readonly Role[];
export const TENANT_ROLES = ["tenant-admin", "engineer", "viewer", "tenant-finance"] as const satisfies readonly Role[];

export const DIMENSIONS = [
  "CARDS",
  "MEMORY",
  "COMPUTE",
  "BANDWIDTH",
  "CONCURRENCY",
  "CPU",
  "HOST_MEMORY",
] as const satisfies readonly Dimension[];

export const PHASES = [
  "QUEUED",
  "STARTING",
  "RUNNING",
  "STOPPING",
  "SUCCEEDED",
  "FAILED",
  "CANCELLED",
  "REFUSED",
] as const satisfies readonly Phase[];

/** Phases in which a workload still waits for or holds something, and can be cancelled. */
export const ACTIVE_PHASES: readonly Phase[] = ["QUEUED", "STARTING", "RUNNING", "STOPPING"];

export function isActive(phase: Phase): boolean {
  return ACTIVE_PHASES.includes(phase);
}
