import type { CSSProperties } from "react";
import type { Card } from "../../api/types";
import { to, useWithQuery } from "../../app/router";
import type { Words } from "../../i18n/dictionary";
import { useWords } from "../../i18n/language";
import { memory } from "../../i18n/numbers";
import { type Band, bandsOf } from "../../model/card-map";
import { tenantColour } from "../../model/tenant-colours";
import { Hidden } from "../../ui/Hidden";
import { Link } from "../../ui/Link";
import { Tooltip } from "../../ui/Tooltip";
import { cx } from "../../ui/cx";
import styles from "./CardCell.module.css";
import { Holders, share } from "./Holders";

interface Props {
  card: Card;
  colours: ReadonlyMap<string, number>;
  tenant: string | undefined;
}

/** A band that is at least this part of the cell has room for its tenant's name, and for the workload's below it. */
const ROOM_FOR_NAME = 0.195;
const ROOM_FOR_TWO = 0.4;

/** One card: bands by device memory, from the bottom; what is free is left open. */
export function CardCell({ card, colours, tenant }: Props) {
  const t = useWords();
  const linkTo = useWithQuery();
  return (
    <Tooltip tip={<Holders card={card} />}>
      <Link
        to={linkTo({}, to.card(card.node, card.index))}
        className={cx(styles.cell, card.simulated && styles.simulated, !card.healthy && styles.unhealthy)}
      >
        <span className={styles.head}>
          <span>
            <Hidden>{`${card.node}, ${t.overview.card.title} `}</Hidden>
            {card.index}
            <Hidden>: </Hidden>
          </span>
          <span className={styles.free}>{headline(t, card)}</span>
          <span className={styles.brief}>{headline(t, card, true)}</span>
        </span>
        <span className={styles.well}>
          {bandsOf(card).map((band, index) => (
            <BandShape
              key={index}
              band={band}
              colours={colours}
              faded={tenant !== undefined && band.holder.tenant !== tenant}
            />
          ))}
        </span>
      </Link>
    </Tooltip>
  );
}

function BandShape({ band, colours, faded }: { band: Band; colours: ReadonlyMap<string, number>; faded: boolean }) {
  const t = useWords();
  const { holder, from, to: upper } = band;
  const style: CSSProperties & Record<"--tenant", string> = {
    "--tenant": tenantColour(colours, holder.tenant),
    bottom: `${from * 100}%`,
    height: `${(upper - from) * 100}%`,
  };
  const name = holder.tenant ?? t.overview.cards.others;
  return (
    <span
      className={cx(
        styles.band,
        holder.borrowed && styles.borrowed,
        holder.tenant === undefined && styles.others,
        faded && styles.faded,
      )}
      style={style}
    >
      <Hidden>, </Hidden>
      {upper - from >= ROOM_FOR_NAME ? <span className={styles.name}>{name}</span> : <Hidden>{name}</Hidden>}
      <Hidden> </Hidden>
      {upper - from >= ROOM_FOR_TWO && <span className={styles.workload}>{holder.workload}</span>}
      <Hidden>{` ${share(t, holder)}${holder.borrowed ? ` (${t.overview.cards.borrowed})` : ""}`}</Hidden>
    </span>
  );
}

function headline(t: Words, card: Card, brief = false): string {
  if (!card.healthy) {
    return t.overview.cards.unhealthy;
  }
  if (card.holders.length === 0) {
    return t.overview.cards.allFree;
  }
  if (card.freeMemoryMib <= 0) {
    return t.overview.cards.full;
  }
  return brief ? memory(card.freeMemoryMib) : t.overview.cards.freeOn(memory(card.freeMemoryMib));
}
