import { useState } from "react";
import { invalidate } from "../../api/cache";
import { call } from "../../api/client";
import { type Failure, ProblemError, isFailure } from "../../api/failure";
import type { User } from "../../api/types";
import { useWords } from "../../i18n/language";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { failureText } from "../../ui/States";
import { toast } from "../../ui/Toast";
import keys from "../usage/Keys.module.css";

/** Says what ends with it, and keeps somebody out. */
export function DisableDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useWords();
  const d = t.people.person.disabling;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function disable() {
    setBusy(true);
    try {
      await call("post", "/api/v1/users/{principal}/disable", { path: { principal: user.name } });
      invalidate(new Set(["people", "events"]));
      toast(d.done(user.name));
      onClose();
    } catch (error) {
      if (!isFailure(error)) {
        throw error;
      }
      setFailure(error);
      setBusy(false);
    }
  }

  const last = failure instanceof ProblemError && failure.problem.code === "last-operator";
  return (
    <Dialog
      title={d.title(user.name)}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {d.keep}
          </Button>
          <Button look="danger" disabled={busy} onClick={() => void disable()}>
            {d.confirm}
          </Button>
        </>
      }
    >
      <ul className={keys.effects}>
        <li>{d.sessions}</li>
        <li>{d.tokens}</li>
        <li>{d.invitations}</li>
        <li>{d.work}</li>
      </ul>
      {failure && (
        <p className={keys.error} role="alert">
          {last ? t.people.person.lastOperator : failureText(t, failure)}
        </p>
      )}
    </Dialog>
  );
}
