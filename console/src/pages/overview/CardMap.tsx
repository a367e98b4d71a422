import type { Card, Node } from "../../api/types";
import { useWords } from "../../i18n/language";
import { amount } from "../../i18n/numbers";
import { type Row, beyondMib, rowsOf } from "../../model/card-map";
import { useTenants } from "../../tenants/use-tenants";
import { TenantTag } from "../../tenants/TenantTag";
import { Badge } from "../../ui/Badge";
import { Code } from "../../ui/Code";
import { Panel } from "../../ui/Panel";
import { Empty, Skeleton } from "../../ui/States";
import { CardCell } from "./CardCell";
import styles from "./CardMap.module.css";

interface Props {
  cards: readonly Card[] | undefined;
  nodes: readonly Node[];
  /** Only this tenant's colour shows; the others step back. */
  tenant: string | undefined;
}

/** Every card of the pool as a cell, nodes as rows, coloured by who holds what. */
export function CardMap({ cards, nodes, tenant }: Props) {
  const t = useWords();
  const { names, colours } = useTenants();
  if (cards?.length === 0) {
    return (
      <Panel title={t.overview.cards.title}>
        <Empty title={t.overview.cards.emptyTitle} next={t.overview.cards.emptyNext}>
          <Code text={t.overview.cards.emptyCommand} />
        </Empty>
      </Panel>
    );
  }
  const rows = rowsOf(cards ?? [], nodes);
  return (
    <Panel
      title={t.overview.cards.title}
      note={cards && t.overview.cards.count(amount(t.words.units, "CARDS", cards.length * 1000), rows.length)}
      actions={<Legend cards={cards ?? []} names={names} />}
    >
      {cards === undefined ? (
        <div className={styles.cells}>
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} height={132} />
          ))}
        </div>
      ) : (
        rows.map((row) => <NodeRow key={row.node} row={row} colours={colours} tenant={tenant} />)
      )}
    </Panel>
  );
}

function NodeRow({
  row,
  colours,
  tenant,
}: {
  row: Row;
  colours: ReadonlyMap<string, number>;
  tenant: string | undefined;
}) {
  const t = useWords();
  const models = [...new Set(row.cards.map((card) => card.model))].join(", ");
  return (
    <div className={styles.row}>
      <h3 className={styles.node}>
        <span className={styles.name}>
          {row.node}
          {row.simulated && <Badge tone="dotted">{t.words.simulated}</Badge>}
        </span>
        <span className={styles.place}>
          {models}
          {row.place !== undefined && ` · ${row.place}`}
        </span>
      </h3>
      <ul className={styles.cells}>
        {row.cards.map((card) => (
          <li key={card.index}>
            <CardCell card={card} colours={colours} tenant={tenant} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Legend({ cards, names }: { cards: readonly Card[]; names: readonly string[] }) {
  const t = useWords();
  const holding = new Set(cards.flatMap((card) => card.holders.map((holder) => holder.tenant)));
  const others = cards.some((card) => card.holders.some((holder) => holder.others));
  return (
    <ul className={styles.legend} aria-label={t.overview.cards.legend}>
      {names
        .filter((name) => holding.has(name))
        .map((name) => (
          <li key={name}>
            <TenantTag name={name} />
          </li>
        ))}
      {others && (
        <li>
          <span className={styles.key} data-key="others" />
          {t.overview.cards.others}
        </li>
      )}
      <li>
        <span className={styles.key} data-key="guaranteed" />
        {t.overview.cards.guaranteed}
      </li>
      <li>
        <span className={styles.key} data-key="borrowed" />
        {t.overview.cards.borrowed}
      </li>
      {cards.some((card) => beyondMib(card) > 0) && (
        <li>
          <span className={styles.key} data-key="beyond" />
          {t.overview.cards.beyond}
        </li>
      )}
      <li>
        <span className={styles.key} data-key="free" />
        {t.overview.cards.free}
      </li>
    </ul>
  );
}
