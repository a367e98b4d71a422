import { type SubmitEvent, useState } from "react";
import { invalidate } from "../../api/cache";
import { call } from "../../api/client";
import { type Failure, isFailure } from "../../api/failure";
import { may, useSession } from "../../api/session";
import type { Alert } from "../../api/types";
import { useWords } from "../../i18n/language";
import { Button } from "../../ui/Button";
import { Field, TextArea } from "../../ui/Field";
import list from "../../ui/List.module.css";
import { failureText } from "../../ui/States";
import { Moment } from "../../ui/Times";
import { toast } from "../../ui/Toast";
import styles from "./Alerts.module.css";

/** Who looks after it; while nobody does, the form to say so. */
export function Acknowledge({ alert, onChanged }: { alert: Alert; onChanged: () => void }) {
  const t = useWords();
  const d = t.alerts.detail;
  const session = useSession();
  if (alert.acknowledgedBy !== undefined) {
    return (
      <div className={styles.acknowledged}>
        <p>
          {d.by(alert.acknowledgedBy)}
          {alert.acknowledgedAt !== undefined && (
            <>
              {" · "}
              <Moment at={alert.acknowledgedAt} />
            </>
          )}
        </p>
        {alert.acknowledgedNote !== undefined && <blockquote>{alert.acknowledgedNote}</blockquote>}
      </div>
    );
  }
  if (alert.state !== "FIRING") {
    return <p className={list.faint}>{alert.state === "PENDING" ? d.pendingNote : d.nobody}</p>;
  }
  return may(session, "alerts.write", alert.tenant) ? (
    <AcknowledgeForm alert={alert} onChanged={onChanged} />
  ) : (
    <p className={list.faint}>
      {d.nobody} {d.lacks}
    </p>
  );
}

function AcknowledgeForm({ alert, onChanged }: { alert: Alert; onChanged: () => void }) {
  const t = useWords();
  const d = t.alerts.detail;
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function acknowledge(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      const body = note.trim() === "" ? {} : { note: note.trim() };
      await call("post", "/api/v1/alerts/{alert}/acknowledge", { path: { alert: alert.name }, body });
      invalidate(new Set(["alerts", "events"]));
      toast(d.done);
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
    <form className={styles.form} onSubmit={(event) => void acknowledge(event)}>
      <p className={list.faint}>{d.acknowledgeNext}</p>
      <Field label={d.note} hint={d.noteHint}>
        {(ids) => (
          <TextArea
            {...ids}
            name="note"
            rows={2}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      {failure && (
        <p className={styles.error} role="alert">
          {failureText(t, failure)}
        </p>
      )}
      <div>
        <Button type="submit" look="primary" disabled={busy}>
          {d.acknowledge}
        </Button>
      </div>
    </form>
  );
}
