import type { Alert } from "../../api/types";
import { useWords } from "../../i18n/language";
import { Badge, type Tone } from "../../ui/Badge";

/** Red needs a hand now, amber will; what somebody looks after or what is over needs none. */
export function toneOf({ state, severity, acknowledgedBy }: Alert): Tone {
  if (state === "RESOLVED") {
    return "neutral";
  }
  if (state === "PENDING" || acknowledgedBy !== undefined) {
    return "amber";
  }
  return severity === "CRITICAL" ? "red" : "amber";
}

export function StateBadge({ alert }: { alert: Alert }) {
  const t = useWords();
  return (
    <span title={t.alerts.stateMeans[alert.state]}>
      <Badge tone={toneOf(alert)}>{t.alerts.state[alert.state]}</Badge>
    </span>
  );
}

export function SeverityBadge({ alert }: { alert: Alert }) {
  const t = useWords();
  return <Badge tone={toneOf(alert)}>{t.alerts.severity[alert.severity]}</Badge>;
}

export function SimulatedMark({ alert }: { alert: Alert }) {
  const t = useWords();
  return alert.signal.simulated ? <Badge tone="dotted">{t.words.simulated}</Badge> : null;
}
