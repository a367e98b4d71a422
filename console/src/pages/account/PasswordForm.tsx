import { type SubmitEvent, useState } from "react";
import { call } from "../../api/client";
import { type Failure, ProblemError, isFailure } from "../../api/failure";
import { refresh, useSession } from "../../api/session";
import { useWords } from "../../i18n/language";
import { Button } from "../../ui/Button";
import { Field, TextInput } from "../../ui/Field";
import { failureText } from "../../ui/States";
import { toast } from "../../ui/Toast";
import styles from "./Account.module.css";
import { NewPasswordFields } from "./NewPasswordFields";
import { isAbout, passwordErrors } from "./new-password";

/** Changes one's own password, from the old one where there is one. */
export function PasswordForm() {
  const t = useWords();
  const session = useSession();
  const a = t.people.account;
  const asksOld = session.hasPassword === true;
  const [old, setOld] = useState("");
  const [next, setNext] = useState({ password: "", again: "" });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const errors = tried ? passwordErrors(t, next.password, next.again) : {};
  const oldWrong = (tried && asksOld && old === "") || (failure !== undefined && isAbout(failure, "/oldPassword"));
  const refused = failure !== undefined && isAbout(failure, "/newPassword");

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setTried(true);
    setFailure(undefined);
    if (Object.keys(passwordErrors(t, next.password, next.again)).length > 0 || (asksOld && old === "")) {
      return;
    }
    setBusy(true);
    try {
      await call("post", "/api/v1/password", {
        body: { newPassword: next.password, ...(asksOld && { oldPassword: old }) },
      });
      toast(a.done);
      setOld("");
      setNext({ password: "", again: "" });
      setTried(false);
      await refresh();
    } catch (error) {
      if (!isFailure(error)) {
        throw error;
      }
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {failure && !oldWrong && !refused && (
        <p className={styles.error} role="alert">
          {failure instanceof ProblemError && failure.status === 429 ? t.signIn.wait : failureText(t, failure)}
        </p>
      )}
      {/* For password managers: whose password it is. */}
      <input className={styles.hidden} name="username" autoComplete="username" value={session.principal} readOnly />
      {asksOld && (
        <Field label={a.old} error={oldWrong ? a.oldWrong : undefined}>
          {(ids) => (
            <TextInput
              {...ids}
              type="password"
              name="old-password"
              autoComplete="current-password"
              value={old}
              onChange={(event) => setOld(event.target.value)}
            />
          )}
        </Field>
      )}
      <NewPasswordFields
        {...next}
        errors={refused ? { next: t.people.password.refused } : errors}
        onChange={(password, again) => setNext({ password, again })}
      />
      <Button look="primary" type="submit" disabled={busy}>
        {asksOld ? a.submit : a.submitFirst}
      </Button>
    </form>
  );
}
