import { useState } from "react";
import { type Failure, ProblemError, isFailure } from "../../api/failure";
import { join } from "../../api/session";
import { useWords } from "../../i18n/language";
import { Button } from "../../ui/Button";
import { failureText } from "../../ui/States";
import { toast } from "../../ui/Toast";
import styles from "../sign-in/SignInPage.module.css";

/** Takes an invitation as whoever is signed in. */
export function JoinForm({ secret, name, onDone }: { secret: string; name: string; onDone: () => void }) {
  const t = useWords();
  const a = t.people.accept;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function take() {
    setBusy(true);
    setFailure(undefined);
    try {
      await join(secret);
      toast(a.joined);
      onDone();
    } catch (error) {
      if (!isFailure(error)) {
        throw error;
      }
      setFailure(error);
      setBusy(false);
    }
  }

  const ofAnother = failure instanceof ProblemError && failure.problem.code === "invitation-of-another";
  return (
    <div className={styles.form}>
      <p>{a.as(name)}</p>
      {failure && (
        <p className={styles.error} role="alert">
          {ofAnother ? a.ofAnother : failureText(t, failure)}
        </p>
      )}
      <Button look="primary" disabled={busy} onClick={() => void take()}>
        {busy ? a.sending : a.join}
      </Button>
    </div>
  );
}
