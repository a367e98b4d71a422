import { useMemo } from "react";
import type { LineTrace } from "../../api/types";
import { useWords } from "../../i18n/language";
import { decimal } from "../../i18n/money";
import { Badge } from "../../ui/Badge";
import { ExportButton } from "../../ui/ExportButton";
import list from "../../ui/List.module.css";
import { Section } from "../../ui/Section";
import { type Column, Table } from "../../ui/Table";
import { Duration, Moment } from "../../ui/Times";
import styles from "./LineDrawer.module.css";
import { factsRange } from "./line-text";

type Comparison = LineTrace["secondLayer"][number];

/** What measured the same time independently of the facts, and how far it agrees. */
export function SecondLayer({ layer, name }: { layer: readonly Comparison[]; name: string }) {
  const t = useWords();
  const w = t.billing.trace;
  const columns = useColumns();
  if (layer.length === 0) {
    return (
      <Section title={w.secondLayer}>
        <p className={list.faint}>{w.nothingMeasured}</p>
      </Section>
    );
  }
  return (
    <Section title={w.secondLayer} flush>
      <p className={styles.means}>{w.secondLayerMeans}</p>
      <Table
        label={w.secondLayer}
        columns={columns}
        rows={layer}
        rowKey={(each) => `${each.source} ${each.measure ?? ""} ${each.from ?? ""}`}
      />
      <div className={styles.export}>
        <ExportButton name={name} columns={columns} rows={layer} />
      </div>
    </Section>
  );
}

function useColumns(): readonly Column<Comparison>[] {
  const t = useWords();
  return useMemo(() => {
    const w = t.billing.trace;
    return [
      {
        id: "source",
        title: w.source,
        heads: true,
        text: (row) => row.source,
        cell: (row) => (
          <span className={styles.measurement}>
            <span className={styles.source}>{row.source}</span>
            <span className={list.faint}>
              {row.from === undefined ? (
                w.noWindow
              ) : (
                <>
                  <Moment at={row.from} />
                  {row.to !== undefined && (
                    <>
                      {" · "}
                      <Duration from={row.from} to={row.to} />
                    </>
                  )}
                </>
              )}
            </span>
            {row.note !== undefined && <span className={styles.note}>{w.layerNote[row.note]}</span>}
          </span>
        ),
      },
      { id: "from", title: w.from, text: (row) => row.from, hidden: "always", cell: () => null },
      { id: "to", title: w.window, text: (row) => row.to, hidden: "always", cell: () => null },
      {
        id: "measured",
        title: w.measured,
        align: "right",
        text: (row) => (row.from === undefined ? undefined : row.measured),
        cell: (row) =>
          row.from === undefined ? (
            <span className={list.faint}>{t.words.unknown}</span>
          ) : (
            <span className={styles.measurement}>
              {decimal(row.measured)}
              {row.measure !== undefined && <span className={list.faint}>{w.measure[row.measure]}</span>}
            </span>
          ),
      },
      {
        id: "facts",
        title: w.factsSay,
        align: "right",
        text: (row) => (row.factsLow === row.factsHigh ? row.factsLow : `${row.factsLow} - ${row.factsHigh}`),
        cell: (row) => factsRange(t, row),
      },
      {
        id: "difference",
        title: w.difference,
        align: "right",
        beside: true,
        text: (row) => row.difference,
        cell: (row) => <Agreement row={row} />,
      },
    ];
  }, [t]);
}

function Agreement({ row }: { row: Comparison }) {
  const w = useWords().billing.trace;
  if (row.from === undefined) {
    return <Badge tone="amber">{w.unmeasured}</Badge>;
  }
  if (row.agrees) {
    return <Badge tone="accent">{w.agrees}</Badge>;
  }
  return (
    <span className={styles.measurement}>
      <Badge tone="red">{w.disagrees}</Badge>
      <span>
        {row.difference.startsWith("-") ? "" : "+"}
        {decimal(row.difference)}
      </span>
    </span>
  );
}
