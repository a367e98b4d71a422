import { useMemo } from "react";
import { useGrowing } from "../../api/cache";
import { ProblemError } from "../../api/failure";
import { lineTrace } from "../../api/resources";
import type { ChargeStep, LineTrace } from "../../api/types";
import { to } from "../../app/router";
import { useWords } from "../../i18n/language";
import { decimal } from "../../i18n/money";
import { exact } from "../../i18n/numbers";
import { TenantTag } from "../../tenants/TenantTag";
import { Badge, type Tone } from "../../ui/Badge";
import { Drawer } from "../../ui/Drawer";
import { ExportButton } from "../../ui/ExportButton";
import { Link } from "../../ui/Link";
import list from "../../ui/List.module.css";
import { Section, Sections } from "../../ui/Section";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { type Column, Table } from "../../ui/Table";
import { Duration, Moment } from "../../ui/Times";
import { Unknown } from "../../ui/Unknown";
import styles from "./LineDrawer.module.css";
import { LineNotes } from "./LineNotes";
import { SecondLayer } from "./SecondLayer";
import { formula, lineName, stepText } from "./line-text";
import { verdictText } from "./verdict";

const TONES: Record<LineTrace["verdict"], Tone> = { AGREES: "accent", DISAGREES: "red", UNPROVED: "amber" };

interface Props {
  tenant: string;
  month: string;
  line: string;
  onClose: () => void;
}

/** From a line to its charge, its facts, and what measured them a second time. */
export function LineDrawer({ tenant, month, line, onClose }: Props) {
  const t = useWords();
  const { data, failure, reload } = useGrowing(lineTrace(tenant, month, line));
  const missing = failure instanceof ProblemError && failure.status === 404;
  return (
    <Drawer
      title={data ? lineName(t, data.line) : line}
      aside={
        <>
          <TenantTag name={tenant} />
          <span>{month}</span>
          {data && <Badge tone={TONES[data.verdict]}>{t.billing.trace.verdicts[data.verdict]}</Badge>}
        </>
      }
      onClose={onClose}
    >
      {data ? (
        <Trace trace={data} />
      ) : missing ? (
        <Empty title={t.billing.trace.missing} next={t.billing.trace.missingNext} />
      ) : failure ? (
        <Failed failure={failure} onRetry={reload} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Drawer>
  );
}

function Trace({ trace }: { trace: LineTrace }) {
  const t = useWords();
  const w = t.billing.trace;
  return (
    <Sections>
      <Section title={w.verdict}>
        <p>{verdictText(t, trace)}</p>
      </Section>
      <Section title={w.charge}>
        <div className={styles.charge}>
          <p className={styles.formula}>{formula(t, trace.line)}</p>
          <ol className={styles.steps}>
            {trace.charge.steps.map((step, index) => (
              <li key={index}>
                <StepText step={step} />
                <span className={styles.value}>{step.value}</span>
              </li>
            ))}
          </ol>
          <LineNotes line={trace.line} />
        </div>
      </Section>
      <FactsSection trace={trace} />
      <SecondLayer layer={trace.secondLayer} name={`second-layer-${trace.tenant}-${trace.month}-${trace.line.line}`} />
    </Sections>
  );
}

/** A step in the reader's language; one that a newer server has made, in its English. */
function StepText({ step }: { step: ChargeStep }) {
  const t = useWords();
  const text = stepText(t, step);
  return text === undefined ? <span lang="en">{step.text}</span> : <span>{text}</span>;
}

type UsageFact = LineTrace["facts"]["items"][number];

function FactsSection({ trace }: { trace: LineTrace }) {
  const t = useWords();
  const w = t.billing.trace;
  const { facts } = trace;
  const columns = useFactColumns();
  const count = w.counted(exact(facts.count), facts.count === 1);
  if (facts.count === 0) {
    return (
      <Section title={w.facts}>
        <p className={list.faint}>{w.noFacts}</p>
      </Section>
    );
  }
  return (
    <Section title={w.facts} note={w.factCount(count, `${decimal(facts.quantity)} ${w.factUnit[facts.unit]}`)} flush>
      {facts.truncated && <p className={styles.said}>{w.truncated(exact(facts.items.length), exact(facts.count))}</p>}
      <Table
        label={w.facts}
        columns={columns}
        rows={facts.items}
        rowKey={(fact) => `${fact.source} ${fact.from} ${fact.to}`}
      />
      <div className={styles.export}>
        <ExportButton
          name={`facts-${trace.tenant}-${trace.month}-${trace.line.line}`}
          columns={columns}
          rows={facts.items}
        />
      </div>
    </Section>
  );
}

function useFactColumns(): readonly Column<UsageFact>[] {
  const t = useWords();
  return useMemo(() => {
    const w = t.billing.trace;
    const outcomes: Record<string, string | undefined> = w.outcomes;
    return [
      {
        id: "source",
        title: w.source,
        heads: true,
        text: (fact) => fact.source,
        cell: (fact) => <FactSource source={fact.source} />,
      },
      { id: "from", title: w.from, text: (fact) => fact.from, cell: (fact) => <Moment at={fact.from} /> },
      {
        id: "to",
        title: w.lasted,
        align: "right",
        text: (fact) => fact.to,
        cell: (fact) => <Duration from={fact.from} to={fact.to} />,
      },
      {
        id: "quantity",
        title: w.quantity,
        align: "right",
        text: (fact) => fact.quantity,
        cell: (fact) => <span title={fact.quantity}>{decimal(fact.quantity)}</span>,
      },
      {
        id: "outcome",
        title: w.outcome,
        text: (fact) => [fact.outcome, fact.estimated && "estimated"].filter(Boolean).join("; "),
        cell: (fact) =>
          fact.outcome === undefined && !fact.estimated ? (
            <Unknown />
          ) : (
            <span className={list.badges}>
              {fact.outcome !== undefined && (outcomes[fact.outcome] ?? fact.outcome)}
              {fact.estimated && (
                <span title={t.billing.estimatedMeans}>
                  <Badge tone="amber">{t.billing.estimated}</Badge>
                </span>
              )}
            </span>
          ),
      },
    ];
  }, [t]);
}

/** A workload is a link; a request is named by its id. */
function FactSource({ source }: { source: string }) {
  const [, tenant, workload, rest = ""] = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)( on .*)?$/.exec(source) ?? [];
  if (tenant === undefined || workload === undefined) {
    return <code className={styles.source}>{source.replace(/^request /, "")}</code>;
  }
  return (
    <span className={list.stack}>
      <Link to={to.workload(tenant, workload)} className={list.name}>
        {workload}
      </Link>
      <span className={list.faint}>{rest.replace(" on ", "")}</span>
    </span>
  );
}
