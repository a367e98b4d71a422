import { useState } from "react";
import { invalidate } from "../../api/cache";
import { call } from "../../api/client";
import { isFailure } from "../../api/failure";
import { may, useSession } from "../../api/session";
import type { IssuedInvitation, User } from "../../api/types";
import { useQueryParameter } from "../../app/router";
import { useWords } from "../../i18n/language";
import { useTenants } from "../../tenants/use-tenants";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Drawer } from "../../ui/Drawer";
import { Fact, Facts } from "../../ui/Facts";
import { Section, Sections } from "../../ui/Section";
import { Empty, SkeletonRows, failureText } from "../../ui/States";
import { Ago } from "../../ui/Times";
import { toast } from "../../ui/Toast";
import { DisableDialog } from "./DisableDialog";
import { IssuedLink } from "./IssuedLink";
import styles from "./People.module.css";
import { RoleList } from "./RoleList";
import { RolesEditor } from "./RolesEditor";
import { PLATFORM } from "./invite-form";

interface Props {
  name: string;
  /** Undefined while it is being read, null where there is nobody of that name. */
  user: User | null | undefined;
  onClose: () => void;
}

/** One person: who it is, the roles, and what an operator may do about access. */
export function PersonDrawer({ name, user, onClose }: Props) {
  const t = useWords();
  const [issued, setIssued] = useState<IssuedInvitation>();
  if (issued) {
    return (
      <Drawer title={t.people.link.reset(name)} onClose={onClose}>
        <Sections>
          <IssuedLink issued={issued} onClose={() => setIssued(undefined)} />
        </Sections>
      </Drawer>
    );
  }
  return (
    <Drawer title={name} aside={user && <StateBadge user={user} />} onClose={onClose}>
      <Sections>
        {user === undefined && (
          <Section>
            <SkeletonRows rows={6} />
          </Section>
        )}
        {user === null && <Empty title={t.people.person.missing} next={t.people.person.missingNext} />}
        {user && <Person user={user} onIssued={setIssued} />}
      </Sections>
    </Drawer>
  );
}

export function StateBadge({ user }: { user: User }) {
  const t = useWords();
  return user.disabled ? (
    <Badge tone="red">{t.people.state.disabled}</Badge>
  ) : (
    <Badge tone="accent">{t.people.state.active}</Badge>
  );
}

function Person({ user, onIssued }: { user: User; onIssued: (issued: IssuedInvitation) => void }) {
  const t = useWords();
  const p = t.people.person;
  const c = t.people.columns;
  const session = useSession();
  const { names } = useTenants();
  const [chosen] = useQueryParameter("tenant");
  const operates = session.permissions.platform.includes("principals.write");
  // Beside one tenant only the roles in it are known: those elsewhere must not be replaced with them.
  const everywhere = operates && chosen === undefined;
  const writable = (chosen === undefined ? names : [chosen]).filter((each) => may(session, "members.write", each));
  const places = everywhere ? [PLATFORM, ...writable] : writable;
  const known = user.bindings.every((each) => places.includes(each.tenant ?? PLATFORM));
  return (
    <>
      <Section>
        <Facts>
          {user.displayName !== undefined && <Fact name={t.people.account.fullName}>{user.displayName}</Fact>}
          {user.email !== undefined && <Fact name={c.email}>{user.email}</Fact>}
          <Fact name={c.kind}>{t.people.kind[user.kind]}</Fact>
          <Fact name={c.signedIn}>{user.signedInAt === undefined ? t.people.never : <Ago at={user.signedInAt} />}</Fact>
          <Fact name={p.since}>
            <Ago at={user.createdAt} />
          </Fact>
        </Facts>
      </Section>
      <Section title={p.roles}>
        {known && places.length > 0 ? (
          <RolesEditor key={JSON.stringify(user.bindings)} user={user} places={places} everywhere={everywhere} />
        ) : (
          <RoleList bindings={user.bindings} />
        )}
      </Section>
      <Section title={p.access}>
        {operates ? <AccessActs user={user} onIssued={onIssued} /> : <p className={styles.note}>{p.operatorsOnly}</p>}
      </Section>
    </>
  );
}

function AccessActs({ user, onIssued }: { user: User; onIssued: (issued: IssuedInvitation) => void }) {
  const t = useWords();
  const p = t.people.person;
  const [disabling, setDisabling] = useState(false);

  async function tell(work: () => Promise<void>) {
    try {
      await work();
      invalidate(new Set(["people", "events"]));
    } catch (error) {
      if (!isFailure(error)) {
        throw error;
      }
      toast(failureText(t, error));
    }
  }

  const path = { principal: user.name };
  const reset = () =>
    tell(async () => onIssued(await call("post", "/api/v1/users/{principal}/reset-password", { path })));
  const enable = () =>
    tell(async () => {
      await call("post", "/api/v1/users/{principal}/enable", { path });
      toast(p.enabled(user.name));
    });
  return (
    <>
      {!user.disabled && <p className={styles.note}>{p.resetNote}</p>}
      <div className={styles.acts}>
        {user.disabled ? (
          <Button onClick={() => void enable()}>{p.enable}</Button>
        ) : (
          <>
            <Button onClick={() => void reset()}>{p.reset}</Button>
            <Button look="danger" onClick={() => setDisabling(true)}>
              {p.disable}
            </Button>
          </>
        )}
      </div>
      {disabling && <DisableDialog user={user} onClose={() => setDisabling(false)} />}
    </>
  );
}
