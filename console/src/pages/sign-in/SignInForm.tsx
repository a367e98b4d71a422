import { type ReactNode, type SubmitEvent, useState, useSyncExternalStore } from "react";
import { ProblemError } from "../../api/failure";
import { CookieRefused, signIn } from "../../api/session";
import { remembered } from "../../app/remembered";
import { useWords } from "../../i18n/language";
import { Button } from "../../ui/Button";
import { Field, TextInput } from "../../ui/Field";
import { Worded } from "../../ui/Worded";
import styles from "./SignInPage.module.css";

type Way = "password" | "token";
type Mistake =
  "empty" | "emptyName" | "emptyPassword" | "wrong" | "wrongPassword" | "wait" | "noCookie" | "unreachable";

/** Whoever signs in with a token does so the next time too. */
const way = remembered<Way>(
  "wellfield.sign-in",
  (text) => (text === "token" || text === "password" ? text : undefined),
  () => "password",
  () => undefined,
);

function mistakeOf(failure: unknown, by: Way): Mistake {
  if (failure instanceof CookieRefused) {
    return "noCookie";
  }
  if (!(failure instanceof ProblemError) || failure.status >= 500) {
    return "unreachable";
  }
  return failure.status === 429 ? "wait" : by === "token" ? "wrong" : "wrongPassword";
}

/** Name and password, or a token in their place. */
export function SignInForm({ known = "" }: { known?: string }) {
  const t = useWords();
  const by = useSyncExternalStore(way.subscribe, way.get);
  const [token, setToken] = useState("");
  const [name, setName] = useState(known);
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Mistake>();
  const told = error === undefined ? undefined : t.signIn[error];

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const missing = by === "token" ? token.trim() === "" && "empty" : missingOf(name, password);
    if (missing) {
      setError(missing);
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await signIn(by === "token" ? { token: token.trim() } : { name: name.trim(), password });
    } catch (failure) {
      setError(mistakeOf(failure, by));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {by === "token" ? (
        <Field label={t.signIn.token} hint={<Worded text={t.signIn.hint} />} error={told}>
          {(ids) => (
            <Concealed>
              {(type) => (
                <TextInput
                  {...ids}
                  mono
                  type={type}
                  name="token"
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  autoFocus
                  placeholder="wft_…"
                  value={token}
                  onChange={(event) => setToken(event.target.value)}
                />
              )}
            </Concealed>
          )}
        </Field>
      ) : (
        <>
          <Field label={t.signIn.name} error={error === "emptyName" ? told : undefined}>
            {(ids) => (
              <TextInput
                {...ids}
                name="username"
                autoComplete="username"
                autoCapitalize="off"
                spellCheck={false}
                autoFocus={known === ""}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field
            label={t.signIn.password}
            hint={t.signIn.passwordHint}
            error={error === "emptyName" ? undefined : told}
          >
            {(ids) => (
              <Concealed>
                {(type) => (
                  <TextInput
                    {...ids}
                    type={type}
                    name="password"
                    autoComplete="current-password"
                    autoFocus={known !== ""}
                    value={password}
                    onChange={(event) => setPassword(event.target.value)}
                  />
                )}
              </Concealed>
            )}
          </Field>
        </>
      )}
      <Button look="primary" type="submit" disabled={busy}>
        {busy ? t.signIn.signingIn : t.signIn.submit}
      </Button>
      <Button
        look="quiet"
        data-way={by === "token" ? "password" : "token"}
        onClick={() => {
          setError(undefined);
          way.set(by === "token" ? "password" : "token");
        }}
      >
        {by === "token" ? t.signIn.withPassword : t.signIn.withToken}
      </Button>
    </form>
  );
}

function missingOf(name: string, password: string): Mistake | undefined {
  return name.trim() === "" ? "emptyName" : password === "" ? "emptyPassword" : undefined;
}

/** Text that is seen only where one wants to. */
function Concealed({ children }: { children: (type: "text" | "password") => ReactNode }) {
  const t = useWords();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.token}>
      {children(shown ? "text" : "password")}
      <Button onClick={() => setShown(!shown)}>{shown ? t.signIn.hide : t.signIn.show}</Button>
    </div>
  );
}
