import type { IssuedInvitation } from "../../api/types";
import { useWords } from "../../i18n/language";
import { Button } from "../../ui/Button";
import { Code } from "../../ui/Code";
import { Section } from "../../ui/Section";
import { Moment } from "../../ui/Times";
import keys from "../usage/Keys.module.css";
import styles from "./People.module.css";

/** A link that is shown once, to copy and hand over. */
export function IssuedLink({ issued, onClose }: { issued: IssuedInvitation; onClose: () => void }) {
  const t = useWords();
  const l = t.people.link;
  return (
    <>
      <Section>
        <div className={keys.secret} role="status">
          <p>{l.once}</p>
          <Code text={window.location.origin + issued.path} label={l.copy} />
        </div>
      </Section>
      <Section>
        <p className={styles.note}>
          {t.people.invitations.columns.expires} <Moment at={issued.invitation.expiresAt} />
        </p>
        <div className={keys.actions}>
          <Button look="primary" onClick={onClose}>
            {l.done}
          </Button>
        </div>
      </Section>
    </>
  );
}

export function whoOf({ name, email }: { name?: string; email?: string }): string {
  return name ?? email ?? "";
}
