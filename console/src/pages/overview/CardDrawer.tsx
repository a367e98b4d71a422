import type { Card, Holder } from "../../api/types";
import { to } from "../../app/router";
import { useWords } from "../../i18n/language";
import { exact, memory, percent } from "../../i18n/numbers";
import { beyondMib } from "../../model/card-map";
import { cardName } from "../../model/card-name";
import { TenantTag } from "../../tenants/TenantTag";
import { Badge } from "../../ui/Badge";
import { Drawer } from "../../ui/Drawer";
import { Fact, Facts } from "../../ui/Facts";
import { Link } from "../../ui/Link";
import { Section, Sections } from "../../ui/Section";
import { Empty, SkeletonRows } from "../../ui/States";
import { type Column, Table } from "../../ui/Table";
import { Unknown } from "../../ui/Unknown";
import styles from "./CardDrawer.module.css";
import { holderName } from "./Holders";

interface Props {
  at: { node: string; index: number };
  card: Card | undefined;
  loading: boolean;
  onClose: () => void;
}

/** One card: what it is, how much of it is free, and who holds the rest. */
export function CardDrawer({ at, card, loading, onClose }: Props) {
  const t = useWords();
  return (
    <Drawer
      title={cardName(at.node, at.index)}
      aside={
        card && (
          <>
            <Badge tone={card.healthy ? "accent" : "red"}>
              {card.healthy ? t.overview.card.healthy : t.overview.card.unhealthy}
            </Badge>
            {card.simulated && <Badge tone="dotted">{t.words.simulated}</Badge>}
          </>
        )
      }
      onClose={onClose}
    >
      {card ? (
        <CardDetail card={card} />
      ) : loading ? (
        <SkeletonRows rows={6} />
      ) : (
        <Empty title={t.overview.card.missing} next={t.overview.card.missingNext} />
      )}
    </Drawer>
  );
}

function CardDetail({ card }: { card: Card }) {
  const t = useWords();
  const beyond = beyondMib(card);
  const columns: Column<Holder>[] = [
    {
      id: "workload",
      title: t.workloads.columns.workload,
      heads: true,
      cell: (holder) =>
        holder.tenant !== undefined && holder.workload !== undefined ? (
          <Link to={to.workload(holder.tenant, holder.workload)}>
            <strong>{holder.workload}</strong>
          </Link>
        ) : (
          holderName(t, holder)
        ),
    },
    {
      id: "tenant",
      title: t.workloads.columns.tenant,
      cell: (holder) => (holder.tenant === undefined ? <Unknown /> : <TenantTag name={holder.tenant} />),
    },
    {
      id: "memory",
      title: t.overview.card.memory,
      align: "right",
      cell: (holder) => `${exact(holder.memoryMib)} MiB`,
    },
    {
      id: "compute",
      title: t.overview.card.compute,
      align: "right",
      cell: (holder) => percent(holder.computePermille),
    },
    {
      id: "isolation",
      title: t.workloads.columns.isolation,
      cell: (holder) => (
        <span className={styles.isolation}>
          {holder.isolation ? t.words.isolation[holder.isolation] : <Unknown />}
          {holder.borrowed && <Badge>{t.overview.cards.borrowed}</Badge>}
        </span>
      ),
    },
  ];
  return (
    <Sections>
      <Section>
        <Facts>
          <Fact name={t.overview.card.model}>{card.model}</Fact>
          <Fact name={t.overview.card.pool}>{card.pool}</Fact>
          <Fact name={t.overview.card.memory}>
            {t.overview.card.freeOf(exact(card.freeMemoryMib), `${exact(card.memoryMib)} MiB`)}
          </Fact>
          <Fact name={t.overview.card.compute}>
            {t.overview.card.freeOf(exact(card.freeComputePermille / 10), percent(1000))}
          </Fact>
          <Fact name={t.overview.card.place}>
            {[card.region, card.zone].filter((part) => part !== undefined).join(" / ") || t.words.unknown}
          </Fact>
          {card.numaNode !== undefined && <Fact name={t.overview.card.numa}>{card.numaNode}</Fact>}
          {card.nvlinkPeers !== undefined && (
            <Fact name={t.overview.card.nvlink}>
              {card.nvlinkPeers.length === 0 ? t.overview.card.nvlinkNone : cardName(card.node, ...card.nvlinkPeers)}
            </Fact>
          )}
          {card.uuid !== undefined && (
            <Fact name={t.overview.card.uuid}>
              <code>{card.uuid}</code>
            </Fact>
          )}
        </Facts>
        {beyond > 0 && <p className={styles.beyond}>{t.overview.card.beyond(memory(beyond))}</p>}
      </Section>
      <Section title={t.overview.card.holders} flush>
        {card.holders.length === 0 ? (
          <Empty title={t.overview.cards.free} next={t.overview.card.holdersNone} />
        ) : (
          <Table
            label={t.overview.card.holders}
            columns={columns}
            rows={card.holders}
            rowKey={(holder) => `${holder.tenant ?? "*"}/${holder.workload ?? "*"}`}
          />
        )}
      </Section>
    </Sections>
  );
}
