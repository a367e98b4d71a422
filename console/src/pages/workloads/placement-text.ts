import type { Placement, Workload, WorkloadSpec } from "../../api/types";
import type { Words } from "../../i18n/dictionary";
import { amount, memory, percent } from "../../i18n/numbers";
import { cardName } from "../../model/card-name";

/** Where it runs: "server-1/0-2"; what it asks for while it runs nowhere. */
export function placeText(t: Words, workload: Workload): string {
  const { placement } = workload.status;
  if (!placement) {
    return askText(t, workload.spec);
  }
  return placement.shares.length === 0 ? `${placement.node} · ${t.workloads.onCpus}` : cardsOf(placement);
}

/** The cards that it holds: "server-1/0-2". */
export function cardsOf({ node, shares }: Placement): string {
  return cardName(node, ...shares.map((share) => share.card));
}

/** What it asks for: "3 cards, whole", "2 cards × 20 GiB, 50 %", "CPUs only". */
export function askText(t: Words, spec: WorkloadSpec): string {
  const count = spec.cards ?? 1;
  if (count === 0) {
    return t.workloads.onCpus;
  }
  const cards = amount(t.words.units, "CARDS", count * 1000);
  const share = shareText(t, spec);
  return share === undefined ? t.workloads.wholeCards(cards) : t.workloads.shares(cards, share);
}

function shareText(t: Words, { share }: WorkloadSpec): string | undefined {
  if (!share) {
    return undefined;
  }
  if (share.migProfile !== undefined) {
    return share.migProfile;
  }
  const parts = [
    share.memoryMib === undefined ? undefined : memory(share.memoryMib),
    share.computePermille === undefined ? undefined : percent(share.computePermille),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(t.words.comma);
}

/** The command as one types it: arguments with spaces or quotes in them are quoted. */
export function commandText(command: readonly string[]): string {
  return command.map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`)).join(" ");
}
