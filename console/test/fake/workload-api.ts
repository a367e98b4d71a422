import type { IncomingMessage, ServerResponse } from "node:http";
import type { Workload, WorkloadSubmission } from "../../src/api/types";
import { isActive } from "../../src/api/types";
import { seeds } from "./example";
import { explanationOf } from "./explain";
import { eventStream, json, problem, readBody } from "./http";
import { type FakePool, endedAs } from "./pool";
import { FakeRuns } from "./runs";

/** Submitting, following and cancelling; what is submitted really runs. */
export class FakeWorkloads {
  private readonly runs = new FakeRuns();

  constructor(private readonly pool: FakePool) {
    for (const seed of seeds) {
      const log = this.runs.log(`${seed.tenant}/${seed.name}`);
      log.write((seed.log ?? []).map((line) => `${line}\n`).join(""));
      log.ended = !isActive(seed.phase);
    }
  }

  close(): void {
    this.runs.stopAll();
  }

  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    tenant: string,
    name: string | undefined,
    what: string,
    principal: string,
  ): Promise<void> {
    if (name === undefined) {
      this.submit(response, tenant, (await readBody(request)) as unknown as WorkloadSubmission, principal);
      return;
    }
    const workload = this.pool.find(tenant, name);
    if (!workload) {
      problem(response, 404, "NOT_FOUND", `There is no workload ${tenant}/${name}`);
      return;
    }
    const etag = { ETag: `"${String(workload.metadata.version)}"` };
    switch (what) {
      case "":
        if (request.method === "DELETE") {
          if (isActive(workload.status.phase)) {
            problem(response, 409, "in-use", `Workload ${tenant}/${name} has not ended. Cancel it, then delete it.`);
            return;
          }
          this.pool.remove(workload, principal);
          response.writeHead(204).end();
          return;
        }
        json(response, 200, workload, etag);
        return;
      case "explanation":
        json(response, 200, explanationOf(this.pool, workload));
        return;
      case "log/stream":
        this.followLog(request, response, `${tenant}/${name}`);
        return;
      case "cancel":
        if (
          request.method === "POST" &&
          request.headers["if-match"] !== undefined &&
          request.headers["if-match"] !== etag.ETag
        ) {
          problem(response, 412, "STALE_VERSION", `${name} has changed`);
          return;
        }
        this.cancel(workload, principal);
        json(response, 202, workload, etag);
        return;
      default:
        problem(response, 404, "NOT_FOUND", "There is nothing here");
    }
  }

  private submit(response: ServerResponse, tenant: string, body: WorkloadSubmission, principal: string): void {
    const errors: { pointer: string; value?: unknown; expected: string }[] = [];
    if (body.metadata?.name !== undefined && this.pool.find(tenant, body.metadata.name)) {
      problem(response, 409, "name-taken", `Tenant ${tenant} has a workload named ${body.metadata.name} already`);
      return;
    }
    if ((body.spec.share?.memoryMib ?? 0) > 40_960) {
      errors.push({
        pointer: "/spec/share/memoryMib",
        value: body.spec.share?.memoryMib,
        expected: "at most 40960 MiB, the memory of one A100-40GB",
      });
    }
    if ((body.spec.cards ?? 1) > 8) {
      errors.push({ pointer: "/spec/cards", value: body.spec.cards, expected: "at most 8, the cards of one node" });
    }
    for (const line of this.pool.ceilings(tenant, body.spec).filter((each) => each.asked > each.ceiling)) {
      errors.push({
        pointer: "/spec/cards",
        value: String(line.asked),
        expected: `at most ${String(line.ceiling)}, the ceiling of ${tenant} in ${line.dimension}`,
      });
    }
    if (errors.length > 0) {
      problem(response, 400, "INVALID", "Some of it is not right", { errors });
      return;
    }
    const workload = this.pool.submit(tenant, body, principal);
    json(response, 201, workload, { ETag: '"1"' });
    setTimeout(() => this.schedule(workload), 300);
  }

  private schedule(workload: Workload): void {
    if (workload.status.phase === "QUEUED" && this.pool.refuses(workload)) {
      this.pool.change(workload, { phase: "REFUSED", reason: "OVER_QUOTA" }, "workload.refused", "scheduler");
      return;
    }
    if (workload.status.phase !== "QUEUED" || !this.pool.place(workload)) {
      return;
    }
    const key = `${workload.metadata.tenant ?? ""}/${workload.metadata.name}`;
    setTimeout(() => {
      this.pool.change(
        workload,
        { phase: "RUNNING", startedAt: new Date().toISOString() },
        "workload.running",
        "scheduler",
      );
      this.runs.start(key, workload.spec.command, workload.spec.environment ?? {}, (ending) => {
        const cancelled = workload.status.phase === "STOPPING";
        const phase = cancelled ? "CANCELLED" : ending.exitCode === 0 ? "SUCCEEDED" : "FAILED";
        this.pool.change(
          workload,
          { phase, endedAt: new Date().toISOString(), ...ending },
          endedAs(phase),
          "scheduler",
        );
        this.pool
          .list()
          .reverse()
          .forEach((each) => this.schedule(each));
      });
    }, 400);
  }

  private cancel(workload: Workload, principal: string): void {
    if (workload.status.phase === "QUEUED") {
      this.pool.change(
        workload,
        { phase: "CANCELLED", endedAt: new Date().toISOString() },
        "workload.cancelled",
        principal,
      );
    } else if (isActive(workload.status.phase)) {
      this.pool.change(workload, { phase: "STOPPING" }, "workload.stopping", principal);
      const key = `${workload.metadata.tenant ?? ""}/${workload.metadata.name}`;
      if (!this.runs.stop(key, workload.spec.graceSeconds ?? 30)) {
        const end = { phase: "CANCELLED", endedAt: new Date().toISOString(), exitSignal: 15 } as const;
        setTimeout(() => this.pool.change(workload, end, "workload.cancelled", "scheduler"), 500);
      }
    }
  }

  private followLog(request: IncomingMessage, response: ServerResponse, key: string): void {
    const send = eventStream(response);
    const log = this.runs.log(key);
    let at = Number(request.headers["last-event-id"] ?? 0);
    const more = () => {
      if (log.text.length > at) {
        const next = log.text.length;
        send("log", { offset: at, next, text: log.text.slice(at) }, String(next));
        at = next;
      }
      if (log.ended) {
        send("end", {});
        response.end();
      }
    };
    log.on("more", more);
    response.on("close", () => log.off("more", more));
    more();
  }
}
