import { useEffect, useState } from "react";
import { call } from "../../api/client";
import { type Failure, ProblemError, isFailure } from "../../api/failure";
import { signOut, useSignIn } from "../../api/session";
import type { OfferedInvitation, Session } from "../../api/types";
import { navigate, to } from "../../app/router";
import { useWords } from "../../i18n/language";
import { Button, ButtonLink } from "../../ui/Button";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { Gate } from "../sign-in/Gate";
import { SignInForm } from "../sign-in/SignInForm";
import styles from "../sign-in/SignInPage.module.css";
import { AcceptForm } from "./AcceptForm";
import { JoinForm } from "./JoinForm";

/** The secret stands after the #; once read it is taken out of the address, and so out of the browser's history. */
let secret = "";

function takeSecret(): string {
  const given = window.location.hash.slice(1);
  if (given !== "") {
    secret = given;
    window.history.replaceState(null, "", window.location.pathname);
  }
  return secret;
}

/** Takes an invitation, or a link for a new password. */
export function AcceptPage() {
  const t = useWords();
  const a = t.people.accept;
  const signIn = useSignIn();
  const [given] = useState(takeSecret);
  const [offered, setOffered] = useState<OfferedInvitation>();
  const [failure, setFailure] = useState<Failure>();
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let here = true;
    call("post", "/api/v1/invitations/read", { body: { secret: given === "" ? "wfi_none" : given } })
      .then((answer) => here && setOffered(answer))
      .catch((error: unknown) => {
        if (here && isFailure(error)) {
          setFailure(error);
        }
      });
    return () => {
      here = false;
    };
  }, [given, asked]);

  if (failure) {
    const worthless = failure instanceof ProblemError && failure.status < 500;
    return (
      <Gate title={a.title}>
        {worthless ? (
          <Empty title={a.worthless} next={a.worthlessNext}>
            <ButtonLink to={to.overview}>{a.home}</ButtonLink>
          </Empty>
        ) : (
          <Failed
            failure={failure}
            onRetry={() => {
              setFailure(undefined);
              setAsked(asked + 1);
            }}
          />
        )}
      </Gate>
    );
  }
  if (!offered || signIn.state === "asking") {
    return (
      <Gate title={a.title}>
        <SkeletonRows rows={4} />
      </Gate>
    );
  }
  const session = signIn.state === "somebody" ? signIn.session : undefined;
  return <Offer offered={offered} secret={given} session={session} />;
}

function Offer({
  offered,
  secret: given,
  session,
}: {
  offered: OfferedInvitation;
  secret: string;
  session: Session | undefined;
}) {
  const t = useWords();
  const a = t.people.accept;
  const [has, setHas] = useState(offered.exists);
  const done = () => {
    secret = "";
    navigate(to.overview, { replace: true });
  };
  if (offered.purpose === "RESET") {
    return (
      <Gate title={a.resetTitle}>
        <p className={styles.text}>{a.resetFor(offered.name ?? "")}</p>
        <AcceptForm offered={offered} secret={given} onDone={done} />
      </Gate>
    );
  }
  const role = offered.role === undefined ? "" : t.words.role[offered.role];
  return (
    <Gate title={a.title}>
      <p className={styles.text}>{a.invited(offered.invitedBy, role, offered.tenant ?? a.platform)}</p>
      {session ? (
        <>
          <JoinForm secret={given} name={session.principal} onDone={done} />
          <Button look="quiet" onClick={() => void signOut()}>
            {a.other}
          </Button>
        </>
      ) : has ? (
        <>
          {offered.exists && <p className={styles.notice}>{a.exists(offered.name ?? offered.email ?? "")}</p>}
          <SignInForm known={offered.exists ? (offered.name ?? offered.email ?? "") : ""} />
        </>
      ) : (
        <>
          <AcceptForm offered={offered} secret={given} onDone={done} />
          <Button look="quiet" onClick={() => setHas(true)}>
            {a.have}
          </Button>
        </>
      )}
    </Gate>
  );
}
