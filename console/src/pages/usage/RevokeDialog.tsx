import { useState } from "react";
import { invalidate, useResource } from "../../api/cache";
import { call } from "../../api/client";
import { type Failure, isFailure } from "../../api/failure";
import { tokenUsage } from "../../api/resources";
import { may, useSession } from "../../api/session";
import type { ApiKey } from "../../api/types";
import { useWords } from "../../i18n/language";
import { exact } from "../../i18n/numbers";
import { TenantTag } from "../../tenants/TenantTag";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { failureText } from "../../ui/States";
import { toast } from "../../ui/Toast";
import styles from "./Keys.module.css";

/** Says who a revocation will affect, by model and number, and does it. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useWords();
  const r = t.keys.revoking;
  const session = useSession();
  const { name, tenant = "" } = apiKey.metadata;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { data } = useResource(
    may(session, "usage.read", tenant) ? tokenUsage({ tenant, from: undefined, to: undefined }) : null,
  );
  const used = data?.items.filter((each) => each.key === name);
  const requests = used?.reduce((all, each) => all + each.requests, 0) ?? 0;

  async function revoke() {
    setBusy(true);
    try {
      await call("delete", "/api/v1/tenants/{tenant}/keys/{key}", { path: { tenant, key: name } });
      invalidate(new Set(["keys", "events"]));
      toast(r.done(name));
      onClose();
    } catch (error) {
      if (!isFailure(error)) {
        throw error;
      }
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={r.title(name)}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {r.keep}
          </Button>
          <Button look="danger" disabled={busy} onClick={() => void revoke()}>
            {r.confirm}
          </Button>
        </>
      }
    >
      <TenantTag name={tenant} />
      <ul className={styles.effects}>
        <li>{r.refused}</li>
        {used !== undefined && (
          <li>
            {requests === 0
              ? r.unused
              : r.used(exact(requests), t.words.list([...new Set(used.map((each) => each.model))]))}
          </li>
        )}
        <li>{r.forever}</li>
      </ul>
      {failure && (
        <p className={styles.error} role="alert">
          {failureText(t, failure)}
        </p>
      )}
    </Dialog>
  );
}
