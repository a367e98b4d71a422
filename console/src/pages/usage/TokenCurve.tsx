import { useMemo } from "react";
import { useGrowing } from "../../api/cache";
import { type UsageWindow, tokenBuckets } from "../../api/resources";
import type { TokenBucket } from "../../api/types";
import { useQueryParameter } from "../../app/router";
import { useWords } from "../../i18n/language";
import { dayOf } from "../../i18n/months";
import { exact } from "../../i18n/numbers";
import { type UsageGroup, nameOf, ticks, tokenSeries } from "../../model/curve";
import { Curve } from "../../ui/Curve";
import { ExportButton } from "../../ui/ExportButton";
import { Panel } from "../../ui/Panel";
import { Segmented } from "../../ui/Segmented";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { type Column, Table } from "../../ui/Table";
import styles from "./TokenCurve.module.css";

/** Millions and thousands at a glance. */
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

interface Props {
  /** Null: not yet. */
  window: UsageWindow | null;
  /** What a file of it is called. */
  name: string;
}

/** Tokens of each day, by model or by key, as lines and as a table with the same numbers. */
export function TokenCurve({ window, name }: Props) {
  const t = useWords();
  const w = t.usage.curve;
  const [asked, setGroup] = useQueryParameter("by");
  const [look, setLook] = useQueryParameter("as");
  const group: UsageGroup = asked === "key" ? "KEY" : "MODEL";
  const { data, failure, reload } = useGrowing(window === null ? null : tokenBuckets(window, group));
  const zone = data?.zone ?? "UTC";
  const columns = useColumns(group, zone);
  const drawn = useMemo(() => {
    if (!data) {
      return undefined;
    }
    const series = tokenSeries(data, group);
    return {
      pieces: data.starts.map((start) => dayOf(Date.parse(start), data.zone)),
      ticks: ticks(Math.max(0, ...series.flatMap((each) => each.values))),
      series,
    };
  }, [data, group]);
  return (
    <Panel
      title={w.title}
      note={data && w.days(data.zone)}
      flush
      actions={
        <div className={styles.actions}>
          <Segmented
            label={w.by}
            value={group}
            options={[
              { value: "MODEL", label: w.byModel },
              { value: "KEY", label: w.byKey },
            ]}
            onChange={(next) => setGroup(next === "KEY" ? "key" : undefined)}
          />
          <Segmented
            label={w.look}
            value={look === "table" ? "table" : "curve"}
            options={[
              { value: "curve", label: w.curve },
              { value: "table", label: w.table },
            ]}
            onChange={(next) => setLook(next === "table" ? "table" : undefined)}
          />
          <ExportButton name={name} columns={columns} rows={data?.items} />
        </div>
      }
    >
      {failure && !data ? (
        <Failed failure={failure} onRetry={reload} />
      ) : !data || !drawn ? (
        <SkeletonRows rows={6} />
      ) : data.items.length === 0 ? (
        <Empty title={w.emptyTitle} next={w.emptyNext} />
      ) : look === "table" ? (
        <Table
          label={w.title}
          columns={columns}
          rows={data.items}
          rowKey={(row) => `${row.from} ${nameOf(row, group)}`}
        />
      ) : (
        <Curve
          label={w.title}
          hint={w.hint}
          pieces={drawn.pieces}
          ticks={drawn.ticks}
          lines={drawn.series.map((each) => ({
            key: each.name ?? "",
            name: each.name ?? w.others,
            values: each.values,
            total: exact(each.total),
          }))}
          short={(value) => COMPACT.format(value)}
          exact={exact}
          whole={w.whole}
        />
      )}
    </Panel>
  );
}

function useColumns(group: UsageGroup, zone: string): readonly Column<TokenBucket>[] {
  const t = useWords();
  return useMemo(() => {
    const w = t.usage.tokens;
    const number = (id: string, title: string, of: (row: TokenBucket) => number): Column<TokenBucket> => ({
      id,
      title,
      align: "right",
      text: of,
      cell: (row) => exact(of(row)),
    });
    return [
      {
        id: "day",
        title: t.usage.curve.day,
        heads: true,
        text: (row) => dayOf(Date.parse(row.from), zone),
        cell: (row) => dayOf(Date.parse(row.from), zone),
      },
      {
        id: "of",
        title: group === "MODEL" ? w.model : w.key,
        text: (row) => nameOf(row, group),
        cell: (row) => nameOf(row, group),
      },
      number("requests", w.requests, (row) => row.requests),
      number("failed", t.usage.curve.failed, (row) => row.failedRequests),
      number("aborted", t.usage.curve.aborted, (row) => row.abortedRequests),
      number("prompt", w.prompt, (row) => row.promptTokens),
      { ...number("cached", w.cached, (row) => row.cachedTokens), hidden: "narrow" },
      number("completion", w.completion, (row) => row.completionTokens),
      number("total", w.total, (row) => row.promptTokens + row.completionTokens),
    ];
  }, [t, group, zone]);
}
