import { type SubmitEvent, useState } from "react";
import { ProblemError } from "../../api/failure";
import { CookieRefused, signIn } from "../../api/session";
import { LanguageButton, ThemeMenu } from "../../app/TopBar";
import { useWords } from "../../i18n/language";
import { Button } from "../../ui/Button";
import { Field, TextInput } from "../../ui/Field";
import { Mark } from "../../ui/Mark";
import { Worded } from "../../ui/Worded";
import styles from "./SignInPage.module.css";

type Mistake = "empty" | "wrong" | "noCookie" | "unreachable";

function mistakeOf(failure: unknown): Mistake {
  if (failure instanceof CookieRefused) {
    return "noCookie";
  }
  return failure instanceof ProblemError && failure.status < 500 ? "wrong" : "unreachable";
}

/** The gate. It stands at every URL while nobody is signed in, so that one comes back to where one was. */
export function SignInPage({ ended, unreachable }: { ended: boolean; unreachable: boolean }) {
  const t = useWords();
  const [token, setToken] = useState("");
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Mistake>();

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const entered = token.trim();
    if (entered === "") {
      setError("empty");
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await signIn(entered);
    } catch (failure) {
      setError(mistakeOf(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.page}>
      <div className={styles.corner}>
        <LanguageButton />
        <ThemeMenu />
      </div>
      <main className={styles.box}>
        <Mark size={32} />
        <h1>{t.signIn.title}</h1>
        {ended && <p className={styles.notice}>{t.signIn.ended}</p>}
        {unreachable && <p className={styles.notice}>{t.signIn.unreachable}</p>}
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <Field
            label={t.signIn.token}
            hint={<Worded text={t.signIn.hint} />}
            error={error === undefined ? undefined : t.signIn[error]}
          >
            {(ids) => (
              <div className={styles.token}>
                <TextInput
                  {...ids}
                  mono
                  type={shown ? "text" : "password"}
                  name="token"
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  autoFocus
                  placeholder="wft_…"
                  value={token}
                  onChange={(event) => setToken(event.target.value)}
                />
                <Button onClick={() => setShown(!shown)}>{shown ? t.signIn.hide : t.signIn.show}</Button>
              </div>
            )}
          </Field>
          <Button look="primary" type="submit" disabled={busy}>
            {busy ? t.signIn.signingIn : t.signIn.submit}
          </Button>
        </form>
      </main>
    </div>
  );
}
