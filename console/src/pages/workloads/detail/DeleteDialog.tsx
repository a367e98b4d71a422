import { useState } from "react";
import { invalidate } from "../../../api/cache";
import { call } from "../../../api/client";
import { type Failure, ProblemError, isFailure } from "../../../api/failure";
import type { Workload } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import { TenantTag } from "../../../tenants/TenantTag";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { toast } from "../../../ui/Toast";
import { PhaseBadge } from "../PhaseBadge";
import styles from "./CancelDialog.module.css";

interface Props {
  workload: Workload;
  onClose: () => void;
  onChanged: () => void;
  onDeleted: () => void;
}

/** Says what goes and what stays when a workload that has ended is deleted, and does it to the version that was seen. */
export function DeleteDialog({ workload, onClose, onChanged, onDeleted }: Props) {
  const t = useWords();
  const d = t.detail.deleting;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { name, tenant = "", version } = workload.metadata;

  async function remove() {
    setBusy(true);
    try {
      await call("delete", "/api/v1/tenants/{tenant}/workloads/{workload}", {
        path: { tenant, workload: name },
        headers: { "If-Match": `"${version}"` },
      });
      toast(d.done(name));
      onDeleted();
      invalidate(new Set(["workloads", "events"]));
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
      title={d.title(name)}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {d.keep}
          </Button>
          <Button look="danger" disabled={busy} onClick={() => void remove()}>
            {d.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.what}>
        <TenantTag name={tenant} />
        <PhaseBadge phase={workload.status.phase} />
      </div>
      <ul className={styles.effects}>
        <li>{d.goes}</li>
        <li>{d.stays}</li>
      </ul>
      {failure && (
        <p className={styles.error}>
          {failure instanceof ProblemError
            ? t.problem.said(failure.problem.detail ?? failure.problem.title)
            : t.problem.unreachable.title}
        </p>
      )}
    </Dialog>
  );
}
