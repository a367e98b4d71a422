import { useWords } from "../../i18n/language";
import { Gate } from "./Gate";
import { SignInForm } from "./SignInForm";
import styles from "./SignInPage.module.css";

/** The gate. It stands at every URL while nobody is signed in, so that one comes back to where one was. */
export function SignInPage({ ended, unreachable }: { ended: boolean; unreachable: boolean }) {
  const t = useWords();
  return (
    <Gate title={t.signIn.title}>
      {ended && <p className={styles.notice}>{t.signIn.ended}</p>}
      {unreachable && <p className={styles.notice}>{t.signIn.unreachable}</p>}
      <SignInForm />
    </Gate>
  );
}
