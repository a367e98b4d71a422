import { useMemo, useState } from "react";
import { useGrowing } from "../../api/cache";
import { ProblemError } from "../../api/failure";
import { signalMinutes } from "../../api/resources";
import { serverNow } from "../../api/server-clock";
import type { Alert, SignalMinute } from "../../api/types";
import { measured } from "../../i18n/alert-text";
import { useWords } from "../../i18n/language";
import { moment } from "../../i18n/times";
import { ticks } from "../../model/curve";
import { Curve } from "../../ui/Curve";
import { ExportButton } from "../../ui/ExportButton";
import { Section } from "../../ui/Section";
import { Segmented } from "../../ui/Segmented";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { type Column, Table } from "../../ui/Table";
import styles from "./Alerts.module.css";
import { around, everyMinute, signalName } from "./signal";

/** What the rule looked at, minute by minute around the alert: as a line, or as a table with the same numbers. */
export function SignalCurve({ alert }: { alert: Alert }) {
  const t = useWords();
  const c = t.alerts.curve;
  const [look, setLook] = useState<"curve" | "table">("curve");
  const { data, failure, reload } = useGrowing(signalMinutes(signalName(alert)));
  const columns = useColumns();
  const minutes = useMemo(() => data && around(alert, data, serverNow()), [alert, data]);
  const [measure] = minutes ?? [];
  const forgotten = failure instanceof ProblemError && failure.status === 404;
  return (
    <Section
      title={c.title}
      flush
      note={
        minutes &&
        minutes.length > 0 && (
          <span className={styles.curveActions}>
            <Segmented
              label={c.look}
              value={look}
              options={[
                { value: "curve", label: c.curve },
                { value: "table", label: c.table },
              ]}
              onChange={setLook}
            />
            <ExportButton name={`${signalName(alert)}-minutes`} columns={columns} rows={minutes} />
          </span>
        )
      }
    >
      {failure && !data && !forgotten ? (
        <Failed failure={failure} onRetry={reload} />
      ) : minutes === undefined && !forgotten ? (
        <SkeletonRows rows={4} />
      ) : !measure || minutes === undefined ? (
        <Empty title={c.emptyTitle} next={forgotten ? c.forgottenNext : c.emptyNext} />
      ) : look === "table" ? (
        <Table label={c.title} columns={columns} rows={[...minutes].reverse()} rowKey={(row) => row.minute} />
      ) : (
        <Line alert={alert} minutes={minutes} measure={measure.measure} />
      )}
    </Section>
  );
}

function Line({
  alert,
  minutes,
  measure,
}: {
  alert: Alert;
  minutes: readonly SignalMinute[];
  measure: SignalMinute["measure"];
}) {
  const t = useWords();
  const c = t.alerts.curve;
  const shown = everyMinute(minutes);
  const most = Math.max(...minutes.map((each) => each.highest));
  const text = (value: number) => measured(t, measure, value);
  return (
    <Curve
      low
      label={c.measure[measure]}
      hint={c.hint}
      pieces={shown.map(({ at }) => moment(at).slice(11, 16))}
      ticks={ticks(Math.max(most, alert.threshold * 1.1))}
      lines={[
        {
          key: measure,
          name: c.measure[measure],
          values: shown.map(({ minute }) => minute?.highest),
          total: text(most),
        },
      ]}
      threshold={{ value: alert.threshold, name: c.threshold(text(alert.threshold)) }}
      short={(value) => (measure === "SILENT_SECONDS" ? t.words.units.seconds(value) : text(value))}
      exact={text}
      whole={c.whole}
    />
  );
}

function useColumns(): readonly Column<SignalMinute>[] {
  const t = useWords();
  return useMemo(() => {
    const c = t.alerts.curve;
    const number = (id: "lowest" | "highest" | "mean"): Column<SignalMinute> => ({
      id,
      title: c[id],
      align: "right",
      text: (row) => row[id],
      cell: (row) => measured(t, row.measure, row[id]),
    });
    return [
      {
        id: "minute",
        title: c.minute,
        heads: true,
        text: (row) => row.minute,
        cell: (row) => <time dateTime={row.minute}>{moment(Date.parse(row.minute)).slice(0, 16)}</time>,
      },
      number("lowest"),
      number("mean"),
      number("highest"),
    ];
  }, [t]);
}
