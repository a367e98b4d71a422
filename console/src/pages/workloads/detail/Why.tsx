import { Check, CornerDownRight, RotateCcw } from "lucide-react";
import { useResource } from "../../../api/cache";
import { explanation } from "../../../api/resources";
import { may, useSession } from "../../../api/session";
import type { Workload } from "../../../api/types";
import { to } from "../../../app/router";
import { explain } from "../../../i18n/explain";
import { useWords } from "../../../i18n/language";
import { ButtonLink } from "../../../ui/Button";
import { Failed, SkeletonRows } from "../../../ui/States";
import { Section } from "../../../ui/Section";
import { Ago } from "../../../ui/Times";
import { reasonText } from "./ending";
import styles from "./Why.module.css";

/** Why it waits, was refused, or runs where it runs: in sentences, from the codes and numbers of the last cycle. */
export function Why({ workload }: { workload: Workload }) {
  const t = useWords();
  const tenant = workload.metadata.tenant ?? "";
  const { data, failure, reload } = useResource(explanation(tenant, workload.metadata.name));
  const refused = workload.status.phase === "REFUSED";
  // Whatever the last reading said of waiting, nothing starts what is refused.
  const told = data && explain(t, refused ? { ...data, verdict: "REFUSED" } : data, tenant);
  const waits = data?.verdict === "QUEUED" || refused;
  return (
    <Section
      title={data?.verdict === "PLACED" ? t.detail.why.here : t.detail.why.title}
      note={data && <Ago at={data.at} words={t.detail.why.checked} />}
    >
      {told ? (
        <div className={styles.why} data-verdict={refused ? "REFUSED" : data.verdict}>
          <p className={styles.headline}>{told.headline}</p>
          {told.failed.map((sentence, index) => (
            <p key={index}>{sentence}</p>
          ))}
          {refused && <p>{t.detail.why.stays}</p>}
          {told.remedies.length > 0 && (
            <>
              <h4 className={styles.heading}>{refused ? t.detail.why.remediesRefused : t.detail.why.remedies}</h4>
              <ul className={styles.list}>
                {told.remedies.map((sentence, index) => (
                  <li key={index}>
                    <CornerDownRight size={14} aria-hidden />
                    {sentence}
                  </li>
                ))}
              </ul>
            </>
          )}
          {refused && <Again tenant={tenant} name={workload.metadata.name} />}
          {told.passed.length > 0 && <Passed sentences={told.passed} folded={waits} />}
        </div>
      ) : failure ? (
        <>
          {refused && <p className={styles.headline}>{reasonText(t, workload)}</p>}
          <Failed failure={failure} onRetry={reload} />
        </>
      ) : (
        <SkeletonRows rows={2} height={14} />
      )}
    </Section>
  );
}

/** The form that submits the same once more, for whoever may. */
function Again({ tenant, name }: { tenant: string; name: string }) {
  const t = useWords();
  const session = useSession();
  return (
    may(session, "workloads.submit", tenant) && (
      <div>
        <ButtonLink icon={<RotateCcw size={14} />} to={to.submitLike(tenant, name)}>
          {t.detail.again}
        </ButtonLink>
      </div>
    )
  );
}

function Passed({ sentences, folded }: { sentences: readonly string[]; folded: boolean }) {
  const t = useWords();
  const list = (
    <ul className={styles.list}>
      {sentences.map((sentence, index) => (
        <li key={index} className={styles.passed}>
          <Check size={14} aria-hidden />
          {sentence}
        </li>
      ))}
    </ul>
  );
  return folded ? (
    <details className={styles.details}>
      <summary>{t.detail.why.passed(sentences.length)}</summary>
      {list}
    </details>
  ) : (
    list
  );
}
