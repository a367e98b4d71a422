import { useState } from "react";
import { invalidate } from "../../../api/cache";
import { call } from "../../../api/client";
import { type Failure, ProblemError, isFailure } from "../../../api/failure";
import type { Workload } from "../../../api/types";
import type { Words } from "../../../i18n/dictionary";
import { useWords } from "../../../i18n/language";
import { amount } from "../../../i18n/numbers";
import { duration } from "../../../i18n/times";
import { serverNow } from "../../../api/server-clock";
import { TenantTag } from "../../../tenants/TenantTag";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { toast } from "../../../ui/Toast";
import { PhaseBadge } from "../PhaseBadge";
import { askText, cardsOf } from "../placement-text";
import styles from "./CancelDialog.module.css";

const DEFAULT_GRACE_SECONDS = 30;

interface Props {
  workload: Workload;
  onClose: () => void;
  onChanged: () => void;
}

/** Says what a cancellation will do, by name and number, and does it to exactly the version that was looked at. */
export function CancelDialog({ workload, onClose, onChanged }: Props) {
  const t = useWords();
  const c = t.detail.cancelling;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { name, tenant = "", version } = workload.metadata;

  async function cancel() {
    setBusy(true);
    try {
      await call("post", "/api/v1/tenants/{tenant}/workloads/{workload}/cancel", {
        path: { tenant, workload: name },
        headers: { "If-Match": `"${version}"` },
      });
      invalidate(new Set(["workloads", "cards", "pools", "quotas", "events"]));
      toast(c.done(name));
      onClose();
    } catch (error) {
      if (!isFailure(error)) {
        throw error;
      }
      setFailure(error);
      setBusy(false);
      onChanged();
    }
  }

  return (
    <Dialog
      title={c.title(name)}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {workload.status.phase === "QUEUED" ? c.keepQueued : c.keep}
          </Button>
          <Button look="danger" disabled={busy} onClick={() => void cancel()}>
            {c.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.what}>
        <TenantTag name={tenant} />
        <PhaseBadge phase={workload.status.phase} />
        <span>{askText(t, workload.spec)}</span>
      </div>
      <ul className={styles.effects}>
        {effects(t, workload).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {failure && <p className={styles.error}>{failureText(t, failure)}</p>}
    </Dialog>
  );
}

function effects(t: Words, { spec, status }: Workload): string[] {
  const c = t.detail.cancelling;
  if (status.phase === "QUEUED") {
    return [c.queued];
  }
  const grace = spec.graceSeconds ?? DEFAULT_GRACE_SECONDS;
  const told = [grace === 0 ? c.noGrace : c.running(duration(t.words.units, grace * 1000))];
  if (status.placement && status.placement.shares.length > 0) {
    told.push(c.frees(heldText(t, status.placement.shares), cardsOf(status.placement)));
  }
  if (spec.serves) {
    told.push(c.serves(spec.serves.model));
  }
  if (status.startedAt !== undefined) {
    told.push(c.ranFor(duration(t.words.units, serverNow() - Date.parse(status.startedAt))));
  }
  return told;
}

function heldText(t: Words, shares: readonly { memoryMib: number }[]): string {
  const memory = shares.reduce((sum, share) => sum + share.memoryMib, 0);
  return t.words.of.MEMORY(amount(t.words.units, "MEMORY", memory));
}

function failureText(t: Words, failure: Failure): string {
  if (!(failure instanceof ProblemError)) {
    return t.problem.unreachable.title;
  }
  return failure.status === 412 || failure.status === 409
    ? t.detail.cancelling.changed
    : t.problem.said(failure.problem.detail ?? failure.problem.title);
}
