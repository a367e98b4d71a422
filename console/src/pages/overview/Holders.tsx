import type { Card, Holder } from "../../api/types";
import type { Words } from "../../i18n/dictionary";
import { useWords } from "../../i18n/language";
import { memory, percent } from "../../i18n/numbers";
import { beyondMib } from "../../model/card-map";
import { cardName } from "../../model/card-name";
import { TenantTag } from "../../tenants/TenantTag";
import styles from "./Holders.module.css";

/** Who holds a card, in a tooltip. */
export function Holders({ card }: { card: Card }) {
  const t = useWords();
  const beyond = beyondMib(card);
  return (
    <div className={styles.holders}>
      <div className={styles.title}>
        {cardName(card.node, card.index)} · {card.model}
      </div>
      {card.holders.length === 0 && <div>{t.overview.card.holdersNone}</div>}
      {card.holders.map((holder, index) => (
        <div key={index} className={styles.holder}>
          {holder.tenant === undefined ? <span>{holderName(t, holder)}</span> : <TenantTag name={holder.tenant} />}
          <span className={styles.what}>{holder.workload}</span>
          <span className={styles.amount}>
            {share(t, holder)}
            {holder.borrowed && ` · ${t.overview.cards.borrowed}`}
          </span>
        </div>
      ))}
      {beyond > 0 && <div className={styles.what}>{t.overview.card.beyond(memory(beyond))}</div>}
    </div>
  );
}

export function holderName(t: Words, holder: Holder): string {
  if (holder.others || holder.tenant === undefined) {
    return t.overview.cards.others;
  }
  return holder.workload === undefined ? holder.tenant : `${holder.tenant}/${holder.workload}`;
}

/** "20 GiB, 50 %", "whole card" or the name of the slice. */
export function share(t: Words, holder: Holder): string {
  if (holder.whole) {
    return t.overview.card.whole;
  }
  return holder.migProfile ?? `${memory(holder.memoryMib)}${t.words.comma}${percent(holder.computePermille)}`;
}
