import { useSession } from "../../api/session";
import { useWords } from "../../i18n/language";
import { RoleList } from "../people/RoleList";
import { Fact, Facts } from "../../ui/Facts";
import { Page } from "../../ui/Page";
import { Panel } from "../../ui/Panel";
import styles from "./Account.module.css";
import { PasswordForm } from "./PasswordForm";

/** Who one is here, and one's password. */
export function AccountPage() {
  const t = useWords();
  const a = t.people.account;
  const session = useSession();
  return (
    <Page title={a.title}>
      <Panel title={a.who}>
        <Facts>
          <Fact name={a.name}>{session.principal}</Fact>
          {session.displayName !== undefined && <Fact name={a.fullName}>{session.displayName}</Fact>}
          {session.email !== undefined && <Fact name={a.email}>{session.email}</Fact>}
          <Fact name={a.roles}>
            <RoleList bindings={session.bindings} />
          </Fact>
          {session.kind !== undefined && <Fact name={a.signsIn}>{t.people.kind[session.kind]}</Fact>}
        </Facts>
      </Panel>
      <Panel
        title={session.hasPassword === true ? a.change : a.first}
        note={session.hasPassword === true ? a.note : a.firstNote}
      >
        <div className={styles.narrow}>
          <PasswordForm key={String(session.hasPassword)} />
        </div>
      </Panel>
    </Page>
  );
}
