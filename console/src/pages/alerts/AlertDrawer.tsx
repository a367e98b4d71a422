import { useGrowing } from "../../api/cache";
import { ProblemError } from "../../api/failure";
import { alert as alertResource } from "../../api/resources";
import { may, useSession } from "../../api/session";
import type { Alert } from "../../api/types";
import { to } from "../../app/router";
import { alertText } from "../../i18n/alert-text";
import { useWords } from "../../i18n/language";
import { TenantTag } from "../../tenants/TenantTag";
import { ButtonLink } from "../../ui/Button";
import { Drawer } from "../../ui/Drawer";
import { Fact, Facts } from "../../ui/Facts";
import list from "../../ui/List.module.css";
import { Section, Sections } from "../../ui/Section";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { Moment } from "../../ui/Times";
import { Acknowledge } from "./Acknowledge";
import { SeverityBadge, SimulatedMark, StateBadge } from "./AlertBadges";
import styles from "./Alerts.module.css";
import { SignalCurve } from "./SignalCurve";

/** One alert: what is wrong, since when, what to look at next, and who looks after it. */
export function AlertDrawer({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useWords();
  const { data, failure, reload } = useGrowing(alertResource(name));
  const missing = failure instanceof ProblemError && failure.status === 404;
  return (
    <Drawer
      title={data ? t.alerts.rule[data.rule] : name}
      aside={
        data && (
          <span className={list.badges}>
            {data.tenant !== undefined && <TenantTag name={data.tenant} />}
            <StateBadge alert={data} />
            <SeverityBadge alert={data} />
            <SimulatedMark alert={data} />
          </span>
        )
      }
      onClose={onClose}
    >
      {data ? (
        <Detail alert={data} onChanged={reload} />
      ) : missing ? (
        <Empty title={t.alerts.detail.missing} next={t.alerts.detail.missingNext} />
      ) : failure ? (
        <Failed failure={failure} onRetry={reload} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Drawer>
  );
}

function Detail({ alert, onChanged }: { alert: Alert; onChanged: () => void }) {
  const t = useWords();
  const d = t.alerts.detail;
  return (
    <Sections>
      <Section title={alert.state === "RESOLVED" ? d.wasWrong : d.what}>
        <p className={styles.wrong}>{alertText(t, alert)}</p>
      </Section>
      <Section title={d.next}>
        <p>{nextOf(t, alert)}</p>
        <Links alert={alert} />
      </Section>
      <SignalCurve alert={alert} />
      <Section title={alert.acknowledgedBy === undefined ? d.acknowledgeTitle : d.acknowledged}>
        <Acknowledge alert={alert} onChanged={onChanged} />
      </Section>
      <Section title={d.facts}>
        <Facts>
          <Fact name={d.since}>
            <Moment at={alert.since} />
          </Fact>
          {alert.firedAt !== undefined && (
            <Fact name={d.firedAt}>
              <Moment at={alert.firedAt} />
            </Fact>
          )}
          {alert.resolvedAt !== undefined && (
            <Fact name={d.resolvedAt}>
              <Moment at={alert.resolvedAt} />
            </Fact>
          )}
          <Fact name={d.rule}>{t.alerts.ruleMeans[alert.rule]}</Fact>
        </Facts>
      </Section>
    </Sections>
  );
}

function nextOf(t: ReturnType<typeof useWords>, { state, signal }: Alert): string {
  const d = t.alerts.detail;
  if (state === "RESOLVED") {
    return d.overNext;
  }
  if (signal.kind === "QUOTA") {
    return d.quotaNext(signal.tenant ?? "");
  }
  return signal.life === "GONE" ? d.goneNext : signal.life === "READY" ? d.readyNext : d.silentNext;
}

/** To the quota, the engine and the workload that it is about, as far as one may see them. */
function Links({ alert: { name, tenant = "", signal } }: { alert: Alert }) {
  const t = useWords();
  const d = t.alerts.detail;
  const session = useSession();
  const query = (path: string, parameters: Record<string, string>) =>
    `${path}?${new URLSearchParams(parameters).toString()}`;
  const { workload, pool = "", model } = signal;
  const seesWork = may(session, "workloads.read", tenant);
  return (
    <div className={styles.links}>
      {signal.kind === "QUOTA" && seesWork && (
        <ButtonLink to={query(to.workloads, { tenant, phase: "STARTING,RUNNING,STOPPING" })}>{d.running}</ButtonLink>
      )}
      {signal.kind === "QUOTA" && may(session, "quotas.read", tenant) && (
        <ButtonLink to={may(session, "quotas.write", tenant) ? to.quota(tenant, pool) : query(to.tenants, { tenant })}>
          {d.quota}
        </ButtonLink>
      )}
      {workload !== undefined && seesWork && (
        <>
          <ButtonLink to={query(to.workload(tenant, workload), { tab: "log" })}>{d.log}</ButtonLink>
          <ButtonLink to={to.workload(tenant, workload)}>{d.workload}</ButtonLink>
        </>
      )}
      {model !== undefined && may(session, "models.read") && (
        <ButtonLink to={query(to.engines, { model })}>{d.engines}</ButtonLink>
      )}
      {may(session, "events.read") && (
        <ButtonLink look="quiet" to={query(to.events, { of: `alert/${name}` })}>
          {d.events}
        </ButtonLink>
      )}
    </div>
  );
}
