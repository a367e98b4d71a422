import type {
  Card,
  Dimension,
  Endpoint,
  EventType,
  Phase,
  Pool,
  Quota,
  WellfieldEvent,
  Workload,
  WorkloadSpec,
  WorkloadSubmission,
} from "../../src/api/types";
import { DIMENSIONS } from "../../src/api/types";
import { askedOf } from "../../src/pages/workloads/submit/asked";
import { type Line, linesOf } from "../../src/pages/workloads/submit/standing";
import { HOLDING, amounts, ofCard } from "./amounts";
import * as example from "./example";
import { checksOf } from "./explain";

/**
 * The example's pool in memory: quotas, a first-fit placement, events. Enough of a scheduler for a person to see the
 * console work; what the server really decides is none of its business.
 */
export class FakePool {
  readonly workloads = new Map<string, Workload>();
  readonly events: WellfieldEvent[] = [];
  onEvent: (event: WellfieldEvent) => void = () => undefined;
  private readonly changed = new Map<string, { version: number; by: string; at: string }>();
  private next = 1;

  constructor(private readonly startedAt = Date.now()) {
    for (const seed of [...example.seeds].sort((a, b) => b.submitted - a.submitted)) {
      this.seed(seed);
    }
  }

  find(tenant: string, name: string): Workload | undefined {
    return this.workloads.get(`${tenant}/${name}`);
  }

  /** Forgets one that has ended; its name is free then. */
  remove(workload: Workload, actor: string): void {
    this.workloads.delete(`${workload.metadata.tenant ?? ""}/${workload.metadata.name}`);
    this.record(workload, "workload.deleted", actor, workload.status);
  }

  /** Newest first. */
  list(): Workload[] {
    return [...this.workloads.values()].sort((a, b) => b.status.submittedAt.localeCompare(a.status.submittedAt));
  }

  submit(tenant: string, body: WorkloadSubmission, actor: string): Workload {
    const name = body.metadata?.name ?? `${body.spec.type.toLowerCase()}-${String(this.next)}`;
    const workload: Workload = {
      apiVersion: "wellfield.dev/v1",
      kind: "Workload",
      metadata: { name, tenant, version: 1, createdAt: new Date().toISOString() },
      spec: { ...body.spec, pool: example.POOL },
      status: { phase: "QUEUED", simulated: true, submittedBy: actor, submittedAt: new Date().toISOString() },
    };
    this.workloads.set(`${tenant}/${name}`, workload);
    this.record(workload, "workload.submitted", actor, undefined);
    return workload;
  }

  change(workload: Workload, status: Partial<Workload["status"]>, type: EventType, actor: string): void {
    const before = workload.status;
    workload.status = { ...before, ...status };
    workload.metadata.version++;
    this.record(workload, type, actor, before);
  }

  /** Places what fits, oldest first; true when something was placed. */
  place(workload: Workload): boolean {
    if (checksOf(this, workload).some((check) => !check.passed)) {
      return false;
    }
    const wanted = workload.spec.cards ?? 1;
    const chosen = this.fitting(workload).slice(0, wanted);
    this.change(
      workload,
      { phase: "STARTING", placement: this.placement(workload, chosen), reason: "PLACED" },
      "workload.starting",
      "scheduler",
    );
    return true;
  }

  cards(): Card[] {
    return Array.from({ length: example.CARDS }, (_, index) => {
      const holders = this.holders(index);
      return {
        node: example.NODE,
        region: "cn-north",
        zone: "beijing-a",
        index,
        pool: example.POOL,
        model: "A100-40GB",
        memoryMib: example.CARD_MEMORY_MIB,
        numaNode: index < 4 ? 0 : 1,
        nvlinkPeers: Array.from({ length: 4 }, (__, peer) => peer + (index < 4 ? 0 : 4)).filter(
          (peer) => peer !== index,
        ),
        simulated: true,
        healthy: true,
        freeMemoryMib: holders.some((holder) => holder.whole)
          ? 0
          : example.CARD_MEMORY_MIB - holders.reduce((sum, holder) => sum + holder.memoryMib, 0),
        freeComputePermille: 1000 - holders.reduce((sum, holder) => sum + holder.computePermille, 0),
        holders,
      };
    });
  }

  pool(): Pool {
    const quantities = (["CARDS", "MEMORY", "COMPUTE"] as const).map((dimension) => {
      const each = dimension === "MEMORY" ? example.CARD_MEMORY_MIB : 1000;
      const uses = example.tenants.map((tenant) => this.use(tenant.metadata.name, dimension));
      const allocated = uses.reduce((sum, use) => sum + use.used, 0);
      return {
        dimension,
        capacity: example.CARDS * each,
        allocated,
        guaranteed: uses.reduce((sum, use) => sum + use.guarantee, 0),
        borrowed: uses.reduce((sum, use) => sum + use.borrowed, 0),
        free: example.CARDS * each - allocated,
      };
    });
    return { ...example.pool, status: { cards: example.CARDS, simulated: true, quantities } };
  }

  ceilings(tenant: string, spec: WorkloadSpec): Line[] {
    const quota = this.quota(tenant);
    return linesOf(quota, askedOf(spec, example.cardModels[0], quota.spec));
  }

  /** Over its quota now, where that refuses at once. */
  refuses({ metadata: { tenant = "" }, spec }: Workload): boolean {
    return (
      example.limits[tenant]?.overQuota === "REFUSE" &&
      this.ceilings(tenant, spec).some((line) => line.used + line.asked > line.ceiling)
    );
  }

  /** An engine answers as soon as it runs. */
  endpoints(): Endpoint[] {
    return this.list()
      .filter(({ spec, status }) => spec.serves && status.phase === "RUNNING")
      .map(({ metadata, spec, status }) => ({
        model: spec.serves?.model ?? "",
        tenant: metadata.tenant ?? "",
        workload: metadata.name,
        url: "http://127.0.0.1:41207",
        engine: spec.serves?.engine ?? "OTHER",
        ready: true,
        simulated: true,
        ...(status.startedAt !== undefined && { since: status.startedAt }),
        heartbeatAt: new Date(Date.now() - 2_000).toISOString(),
      }));
  }

  quota(tenant: string): Quota {
    return {
      apiVersion: "wellfield.dev/v1",
      kind: "Quota",
      metadata: { name: example.POOL, tenant, version: this.changed.get(tenant)?.version ?? 1 },
      spec: example.quotaSpec(tenant),
      status: {
        use: DIMENSIONS.map((dimension) => this.use(tenant, dimension)),
        changedBy: this.changed.get(tenant)?.by ?? "operator",
        changedAt: this.changed.get(tenant)?.at ?? "2026-01-05T08:10:00Z",
      },
    };
  }

  changeQuota(tenant: string, spec: Quota["spec"], by: string): void {
    const before = this.quota(tenant);
    example.limits[tenant] = { overQuota: "QUEUE", ...spec };
    this.changed.set(tenant, { version: before.metadata.version + 1, by, at: new Date().toISOString() });
    this.happened(tenant, `quota/${example.POOL}`, "quota.changed", before.spec, spec, by);
  }

  /** How much of a dimension a tenant uses, and what its quota says of it. */
  use(tenant: string, dimension: Dimension) {
    const used = this.list()
      .filter((each) => each.metadata.tenant === tenant && HOLDING.includes(each.status.phase))
      .reduce((sum, each) => sum + (amounts(each)[dimension] ?? 0), 0);
    const limit = example.limits[tenant]?.limits[dimension];
    const guarantee = limit?.guarantee ?? 0;
    const ofCards = dimension === "CARDS" || dimension === "MEMORY" || dimension === "COMPUTE";
    return {
      dimension,
      used,
      guarantee,
      ...(limit?.ceiling !== undefined && { ceiling: limit.ceiling }),
      borrowed: ofCards ? Math.max(0, used - guarantee) : 0,
    };
  }

  /** The cards that have room for it. */
  fitting(workload: Workload): number[] {
    const { memoryMib, computePermille } = ofCard(workload);
    return this.cards()
      .filter((card) => card.freeMemoryMib >= memoryMib && card.freeComputePermille >= computePermille)
      .map((card) => card.index);
  }

  /** Records a change of what is no workload. */
  happened(
    tenant: string,
    aggregate: string,
    type: EventType,
    before: unknown,
    after: unknown,
    actor = "operator",
  ): void {
    const event: WellfieldEvent = {
      cursor: this.cursor(),
      at: new Date().toISOString(),
      actor,
      tenant,
      aggregate,
      type,
      ...(before !== undefined && { before }),
      after,
    };
    this.events.push(event);
    this.onEvent(event);
  }

  private cursor(): string {
    return String(this.next++).padStart(20, "0");
  }

  private holders(index: number): Card["holders"] {
    return this.list()
      .filter((each) => HOLDING.includes(each.status.phase))
      .flatMap((each) =>
        (each.status.placement?.shares ?? [])
          .filter((part) => part.card === index)
          .map((part) => ({
            tenant: each.metadata.tenant ?? "",
            workload: each.metadata.name,
            memoryMib: part.memoryMib,
            computePermille: part.computePermille,
            whole: part.whole,
            isolation: each.status.placement?.isolation ?? "SOFT",
            borrowed: each.status.placement?.borrowed ?? false,
          })),
      );
  }

  private placement(workload: Workload, cards: readonly number[]): NonNullable<Workload["status"]["placement"]> {
    const { share, serves } = workload.spec;
    const { memoryMib, computePermille } = ofCard(workload);
    const guarantee = example.limits[workload.metadata.tenant ?? ""]?.limits.CARDS?.guarantee ?? 0;
    return {
      node: example.NODE,
      isolation: share === undefined ? "HARD" : (workload.spec.isolation ?? "SOFT"),
      simulated: true,
      borrowed: guarantee === 0,
      ...(serves && { port: 41_207 }),
      shares: cards.map((card) => ({
        card,
        memoryMib,
        computePermille,
        bandwidthPermille: share?.bandwidthPermille ?? computePermille,
        whole: share === undefined,
      })),
    };
  }

  private seed(seed: example.Seed): void {
    const at = (seconds: number) => new Date(this.startedAt - seconds * 1000).toISOString();
    const workload: Workload = {
      apiVersion: "wellfield.dev/v1",
      kind: "Workload",
      metadata: { name: seed.name, tenant: seed.tenant, version: 1, createdAt: at(seed.submitted) },
      spec: { ...seed.spec, pool: example.POOL },
      status: {
        phase: "QUEUED",
        simulated: true,
        submittedBy: `${seed.tenant}-engineer`,
        submittedAt: at(seed.submitted),
      },
    };
    this.workloads.set(`${seed.tenant}/${seed.name}`, workload);
    this.record(workload, "workload.submitted", `${seed.tenant}-engineer`, undefined, at(seed.submitted));
    if (seed.phase === "REFUSED") {
      this.step(workload, { phase: "REFUSED", reason: "OVER_QUOTA" }, "workload.refused", at(seed.submitted));
    }
    if (seed.started !== undefined) {
      const placement = this.placement(workload, seed.cards ?? []);
      this.step(workload, { phase: "STARTING", placement }, "workload.starting", at(seed.started + 1));
      this.step(workload, { phase: "RUNNING", startedAt: at(seed.started) }, "workload.running", at(seed.started));
    }
    if (seed.ended !== undefined) {
      this.step(
        workload,
        {
          phase: seed.phase,
          endedAt: at(seed.ended),
          ...(seed.exitCode !== undefined && { exitCode: seed.exitCode }),
          ...(seed.exitSignal !== undefined && { exitSignal: seed.exitSignal }),
          ...(seed.outOfMemory && { outOfMemory: true, reason: "OUT_OF_MEMORY" }),
        },
        endedAs(seed.phase),
        at(seed.ended),
      );
    }
    if (seed.phase === "QUEUED") {
      workload.status.queuePosition = 1;
    }
  }

  private step(workload: Workload, status: Partial<Workload["status"]>, type: EventType, at: string): void {
    const before = workload.status;
    workload.status = { ...before, ...status };
    workload.metadata.version++;
    this.record(workload, type, "scheduler", before, at);
  }

  private record(
    workload: Workload,
    type: EventType,
    actor: string,
    before: Workload["status"] | undefined,
    at = new Date().toISOString(),
  ): void {
    const event: WellfieldEvent = {
      cursor: this.cursor(),
      at,
      actor,
      tenant: workload.metadata.tenant ?? "",
      aggregate: `workload/${workload.metadata.name}`,
      version: workload.metadata.version,
      type,
      ...(before && { before: { ...before } }),
      after: { ...workload.status },
    };
    this.events.push(event);
    this.onEvent(event);
  }
}

/** The event by which a workload comes to a phase. */
export function endedAs(phase: Phase): EventType {
  return `workload.${phase.toLowerCase() as Lowercase<Phase>}`;
}
