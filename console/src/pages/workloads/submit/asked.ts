import type { CardModel, Dimension, Quota, WorkloadSpec } from "../../../api/types";

/** Memory slices of every card that can be partitioned by MIG. */
const MEMORY_SLICES = 8;
const PERMILLE = 1000;

/** What one card of an ask counts as: MiB, and thousandths of the card. */
interface OfCard {
  memoryMib: number;
  computePermille: number;
  bandwidthPermille: number;
  cardPermille: number;
}

/** What a specification asks for in each dimension that can be known before it is placed, as the server reckons it. */
export function askedOf(
  spec: WorkloadSpec,
  model: CardModel | undefined,
  quota: Quota["spec"] | undefined,
): Partial<Record<Dimension, number>> {
  const cards = spec.cards ?? 1;
  const host = {
    CONCURRENCY: 1,
    CPU: spec.cpuMilli ?? 1000,
    HOST_MEMORY: spec.hostMemoryMib ?? 1024,
  };
  const ofCard = model && cards > 0 ? askedOfCard(spec, model, quota?.memoryPerCardMib) : undefined;
  if (!ofCard || !model) {
    return host;
  }
  return {
    CARDS: cards * ofCard.cardPermille,
    MEMORY: cards * ofCard.memoryMib,
    COMPUTE: cards * ofCard.computePermille,
    BANDWIDTH: cards * Math.floor((model.bandwidthMbps * ofCard.bandwidthPermille) / PERMILLE),
    ...host,
  };
}

/** Undefined while it is not known: a share of nothing, or a slice that the model does not have. */
function askedOfCard(
  { share }: WorkloadSpec,
  model: CardModel,
  memoryPerCardMib: number | undefined,
): OfCard | undefined {
  if (!share) {
    // A whole card is the tenant's alone, but no more of its memory than the quota allows of one card.
    const memoryMib = Math.min(memoryPerCardMib ?? model.memoryMib, model.memoryMib);
    return { memoryMib, computePermille: PERMILLE, bandwidthPermille: PERMILLE, cardPermille: PERMILLE };
  }
  if (share.migProfile !== undefined) {
    const profile = model.migProfiles.find((each) => each.name === share.migProfile);
    return profile && askedOfSlice(profile, model);
  }
  if (share.memoryMib === undefined && share.computePermille === undefined) {
    return undefined;
  }
  const memoryMib =
    share.memoryMib ?? Math.max(1, Math.floor((model.memoryMib * (share.computePermille ?? 0)) / PERMILLE));
  const byMemory = (memoryMib * PERMILLE) / model.memoryMib;
  const computePermille = share.computePermille ?? Math.min(PERMILLE, Math.max(1, Math.ceil(byMemory)));
  return {
    memoryMib,
    computePermille,
    bandwidthPermille: share.bandwidthPermille ?? computePermille,
    cardPermille: Math.max(Math.floor(byMemory), computePermille),
  };
}

function askedOfSlice(profile: CardModel["migProfiles"][number], model: CardModel): OfCard | undefined {
  if (profile.computeSlices === undefined) {
    return undefined;
  }
  // A slice's memory is a little less than its eighths of the card.
  const memorySlices = Math.round((profile.memoryMib * MEMORY_SLICES) / model.memoryMib);
  const bandwidthPermille = Math.floor((memorySlices * PERMILLE) / MEMORY_SLICES);
  const computePermille = Math.floor((profile.computeSlices * PERMILLE) / model.computeSlices);
  return {
    memoryMib: profile.memoryMib,
    computePermille,
    bandwidthPermille,
    cardPermille: Math.max(computePermille, bandwidthPermille),
  };
}
