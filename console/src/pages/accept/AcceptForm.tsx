import { type SubmitEvent, useState } from "react";
import { type Failure, isFailure } from "../../api/failure";
import { CookieRefused, accept } from "../../api/session";
import type { OfferedInvitation } from "../../api/types";
import { useWords } from "../../i18n/language";
import { Button } from "../../ui/Button";
import { Field, TextInput } from "../../ui/Field";
import { failureText } from "../../ui/States";
import { NewPasswordFields } from "../account/NewPasswordFields";
import { isAbout, passwordErrors } from "../account/new-password";
import { NAME } from "../people/invite-form";
import styles from "../sign-in/SignInPage.module.css";

interface Props {
  offered: OfferedInvitation;
  secret: string;
  onDone: () => void;
}

/** A name where none is given, and a password: then one is signed in. */
export function AcceptForm({ offered, secret, onDone }: Props) {
  const t = useWords();
  const a = t.people.accept;
  const [name, setName] = useState(offered.name ?? suggested(offered.email));
  const [next, setNext] = useState({ password: "", again: "" });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [noCookie, setNoCookie] = useState(false);
  const fixed = offered.name !== undefined;
  const errors = tried ? passwordErrors(t, next.password, next.again) : {};
  const refused = failure !== undefined && isAbout(failure, "/password");
  const taken = failure !== undefined && isAbout(failure, "/name");

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setTried(true);
    setFailure(undefined);
    if (!NAME.test(name) || Object.keys(passwordErrors(t, next.password, next.again)).length > 0) {
      return;
    }
    setBusy(true);
    try {
      await accept({ secret, password: next.password, ...(!fixed && { name }) });
      onDone();
    } catch (error) {
      setBusy(false);
      if (error instanceof CookieRefused) {
        setNoCookie(true);
      } else if (isFailure(error)) {
        setFailure(error);
      } else {
        throw error;
      }
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {failure && !refused && !taken && (
        <p className={styles.error} role="alert">
          {failureText(t, failure)}
        </p>
      )}
      {noCookie && (
        <p className={styles.error} role="alert">
          {t.signIn.noCookie}
        </p>
      )}
      <Field label={a.name} error={tried && !NAME.test(name) ? t.people.form.nameWrong : taken ? a.taken : undefined}>
        {(ids) => (
          <TextInput
            {...ids}
            name="username"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            readOnly={fixed}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <NewPasswordFields
        {...next}
        errors={refused ? { next: t.people.password.refused } : errors}
        onChange={(password, again) => setNext({ password, again })}
      />
      <Button look="primary" type="submit" disabled={busy}>
        {busy ? a.sending : a.submit}
      </Button>
    </form>
  );
}

/** What an address begins with, as far as it can be a name. */
function suggested(email: string | undefined): string {
  return (email ?? "")
    .replace(/@.*/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 63);
}
