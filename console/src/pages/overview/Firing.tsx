import { useGrowing } from "../../api/cache";
import { alerts } from "../../api/resources";
import { may, useSession } from "../../api/session";
import { to, useWithQuery } from "../../app/router";
import { alertText } from "../../i18n/alert-text";
import { useWords } from "../../i18n/language";
import { ButtonLink } from "../../ui/Button";
import { Link } from "../../ui/Link";
import { Panel } from "../../ui/Panel";
import { Ago } from "../../ui/Times";
import { SeverityBadge, SimulatedMark } from "../alerts/AlertBadges";
import styles from "./Firing.module.css";

/** The overview names as many; the others are a click away. */
const MOST = 3;

/** What is wrong now; nothing at all while nothing is. */
export function Firing({ tenant }: { tenant: string | undefined }) {
  const t = useWords();
  const session = useSession();
  const linkTo = useWithQuery();
  const { data } = useGrowing(may(session, "alerts.read") ? alerts(tenant, ["FIRING"]) : null);
  if (!data || data.length === 0) {
    return null;
  }
  const rest = data.length - MOST;
  const at = (path: string) => linkTo({ pool: undefined, dimension: undefined }, path);
  return (
    <Panel
      title={t.alerts.banner.title(data.length)}
      note={rest > 0 ? t.alerts.banner.more(rest) : undefined}
      flush
      actions={
        <ButtonLink look="quiet" to={at(to.alerts)}>
          {t.alerts.banner.all}
        </ButtonLink>
      }
    >
      <ul className={styles.list}>
        {data.slice(0, MOST).map((alert) => (
          <li key={alert.id}>
            <Link to={at(to.alert(alert.name))} className={styles.item}>
              <span className={styles.badges}>
                <SeverityBadge alert={alert} />
                <SimulatedMark alert={alert} />
              </span>
              <span>{alertText(t, alert)}</span>
              <span className={styles.since}>
                <Ago at={alert.since} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
