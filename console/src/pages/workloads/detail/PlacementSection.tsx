import { type Placement, type Workload, isActive } from "../../../api/types";
import { to } from "../../../app/router";
import { useWords } from "../../../i18n/language";
import { exact, percent } from "../../../i18n/numbers";
import { cardName } from "../../../model/card-name";
import { Fact, Facts } from "../../../ui/Facts";
import { Link } from "../../../ui/Link";
import { Section } from "../../../ui/Section";
import { type Column, Table } from "../../../ui/Table";
import { Hint } from "../../../ui/Tooltip";
import styles from "./PlacementSection.module.css";

type Share = Placement["shares"][number];

/** Which cards it holds, how much of each, and how well it is held apart from its neighbours. */
export function PlacementSection({ workload }: { workload: Workload }) {
  const t = useWords();
  const { placement } = workload.status;
  if (!placement) {
    return null;
  }
  const p = t.detail.placement;
  return (
    <Section title={p.title}>
      <Facts>
        <Fact name={p.node}>{placement.node}</Fact>
        {placement.shares.length > 0 && (
          <Fact name={p.isolation}>
            <Hint tip={t.words.isolationMeans[placement.isolation]}>{t.words.isolation[placement.isolation]}</Hint>
          </Fact>
        )}
        {placement.port !== undefined && (
          <Fact name={p.port}>
            <code>{placement.port}</code>
          </Fact>
        )}
      </Facts>
      {placement.shares.length === 0 ? (
        <p className={styles.note}>{p.none}</p>
      ) : (
        <div className={styles.shares}>
          <Shares placement={placement} />
        </div>
      )}
      {placement.shares.length > 0 && isActive(workload.status.phase) && (
        <p className={styles.note}>{placement.borrowed ? p.borrowed : p.within}</p>
      )}
      {placement.simulated && placement.shares.length > 0 && <p className={styles.note}>{p.simulated}</p>}
    </Section>
  );
}

function Shares({ placement }: { placement: Placement }) {
  const t = useWords();
  const p = t.detail.placement;
  const columns: Column<Share>[] = [
    {
      id: "card",
      title: p.card,
      heads: true,
      cell: (share) => (
        <Link to={to.card(placement.node, share.card)} className={styles.card}>
          {cardName(placement.node, share.card)}
        </Link>
      ),
    },
    {
      id: "memory",
      title: p.memory,
      align: "right",
      cell: (share) => `${exact(share.memoryMib)} MiB`,
    },
    {
      id: "compute",
      title: p.compute,
      align: "right",
      cell: (share) => share.migProfile ?? (share.whole ? p.whole : percent(share.computePermille)),
    },
    {
      id: "bandwidth",
      title: p.bandwidth,
      align: "right",
      cell: (share) => percent(share.bandwidthPermille),
    },
  ];
  return <Table label={p.title} columns={columns} rows={placement.shares} rowKey={(share) => String(share.card)} />;
}
