import type { Card, Holder, Node } from "../api/types";

/** What one holder has of a card, as a band of the card's cell: parts of its height, from the bottom. */
export interface Band {
  holder: Holder;
  /** 0 is the bottom, 1 the top. */
  from: number;
  to: number;
}

export interface Row {
  node: string;
  place: string | undefined;
  simulated: boolean;
  cards: Card[];
}

/** Slimmer than this a band could not be seen or hit; a sliver takes the missing height from what is free. */
const SLIMMEST = 0.04;

/**
 * The bands of a card, split by device memory, the largest at the bottom; a tenant's bands lie together. A holder of
 * no memory (compute alone) still gets the slimmest band. Bands never leave the cell.
 */
export function bandsOf(card: Card): Band[] {
  const holders = [...card.holders].sort(
    (a, b) => Number(a.others ?? false) - Number(b.others ?? false) || byTenantSize(card, a, b),
  );
  const wanted = holders.map((holder) =>
    Math.max(SLIMMEST, card.memoryMib > 0 ? holder.memoryMib / card.memoryMib : 1),
  );
  const sum = wanted.reduce((total, part) => total + part, 0);
  const scale = sum > 1 ? 1 / sum : 1;
  let from = 0;
  return holders.map((holder, index) => {
    const to = from + (wanted[index] ?? 0) * scale;
    const band = { holder, from, to };
    from = to;
    return band;
  });
}

/**
 * Device memory of a card that is held whole beyond what its holder may use: its tenant's quota allows less of one card
 * than the card has. Nobody else gets it. MiB; 0 of any other card.
 */
export function beyondMib(card: Card): number {
  const held = card.holders.reduce((sum, holder) => sum + holder.memoryMib, 0);
  return card.holders.length > 0 && card.freeMemoryMib <= 0 ? Math.max(0, card.memoryMib - held) : 0;
}

function byTenantSize(card: Card, a: Holder, b: Holder): number {
  const size = (tenant: string | undefined) =>
    card.holders.filter((holder) => holder.tenant === tenant).reduce((total, holder) => total + holder.memoryMib, 0);
  return (
    size(b.tenant) - size(a.tenant) ||
    (a.tenant ?? "").localeCompare(b.tenant ?? "") ||
    b.memoryMib - a.memoryMib ||
    (a.workload ?? "").localeCompare(b.workload ?? "")
  );
}

/** Nodes as rows, by name; each row's cards by index. */
export function rowsOf(cards: readonly Card[], nodes: readonly Node[]): Row[] {
  const rows = new Map<string, Row>();
  for (const card of cards) {
    const row = rows.get(card.node) ?? rowFor(card, nodes);
    row.cards.push(card);
    rows.set(card.node, row);
  }
  const collator = new Intl.Collator("en", { numeric: true });
  const sorted = [...rows.values()].sort((a, b) => collator.compare(a.node, b.node));
  sorted.forEach((row) => row.cards.sort((a, b) => a.index - b.index));
  return sorted;
}

function rowFor(card: Card, nodes: readonly Node[]): Row {
  const node = nodes.find((candidate) => candidate.metadata.name === card.node);
  const region = card.region ?? node?.spec.region;
  const zone = card.zone ?? node?.spec.zone;
  return {
    node: card.node,
    place: region === undefined || zone === undefined ? region : `${region} / ${zone}`,
    simulated: card.simulated,
    cards: [],
  };
}
