import type { CSSProperties } from "react";
import type { Card, Holder } from "../../api/types";
import { to, useWithQuery } from "../../app/router";
import type { Words } from "../../i18n/dictionary";
import { useWords } from "../../i18n/language";
import { memory } from "../../i18n/numbers";
import { cardName } from "../../model/card-name";
import { type Band, bandsOf, beyondMib } from "../../model/card-map";
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

/** One card: bands by device memory, from the bottom; what is free is left open. A thin band on top is named above it. */
export function CardCell({ card, colours, tenant }: Props) {
  const t = useWords();
  const linkTo = useWithQuery();
  const bands = bandsOf(card);
  const top = bands.at(-1);
  const fades = (band: Band) => tenant !== undefined && band.holder.tenant !== tenant;
  return (
    <Tooltip tip={<Holders card={card} />}>
      <Link
        to={linkTo({}, to.card(card.node, card.index))}
        className={cx(styles.cell, card.simulated && styles.simulated, !card.healthy && styles.unhealthy)}
      >
        <span className={styles.head}>
          <span>
            <Hidden>{`${cardName(card.node, card.index)}: `}</Hidden>
            <span aria-hidden>{card.index}</span>
          </span>
          <span className={styles.free}>{headline(t, card)}</span>
          <span className={styles.brief}>{headline(t, card, true)}</span>
        </span>
        <span className={styles.well}>
          {bands.map((band, index) => (
            <BandShape key={index} band={band} colours={colours} faded={fades(band)} />
          ))}
          {top && beyondMib(card) > 0 && (
            <span
              className={cx(styles.beyond, fades(top) && styles.faded)}
              style={placed(colours, top.holder, top.to, 1)}
            />
          )}
          {top && beyondMib(card) === 0 && top.to - top.from < ROOM_FOR_NAME && 1 - top.to >= ROOM_FOR_NAME && (
            <span className={styles.above} style={{ bottom: `${top.to * 100}%` }} aria-hidden>
              {holderTenant(t, top.holder)}
            </span>
          )}
        </span>
      </Link>
    </Tooltip>
  );
}

function BandShape({ band, colours, faded }: { band: Band; colours: ReadonlyMap<string, number>; faded: boolean }) {
  const t = useWords();
  const { holder, from, to: upper } = band;
  const name = holderTenant(t, holder);
  return (
    <span
      className={cx(
        styles.band,
        holder.borrowed && styles.borrowed,
        holder.tenant === undefined && styles.others,
        faded && styles.faded,
      )}
      style={placed(colours, holder, from, upper)}
    >
      <Hidden>, </Hidden>
      {upper - from >= ROOM_FOR_NAME ? <span className={styles.name}>{name}</span> : <Hidden>{name}</Hidden>}
      <Hidden> </Hidden>
      {upper - from >= ROOM_FOR_TWO && <span className={styles.workload}>{holder.workload}</span>}
      <Hidden>{` ${share(t, holder)}${holder.borrowed ? ` (${t.overview.cards.borrowed})` : ""}`}</Hidden>
    </span>
  );
}

function holderTenant(t: Words, holder: Holder): string {
  return holder.tenant ?? t.overview.cards.others;
}

/** A part of the cell in its holder's colour. */
function placed(
  colours: ReadonlyMap<string, number>,
  holder: Holder,
  from: number,
  upper: number,
): CSSProperties & Record<"--tenant", string> {
  return {
    "--tenant": tenantColour(colours, holder.tenant),
    bottom: `${from * 100}%`,
    height: `${(upper - from) * 100}%`,
  };
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
