import type { CardModel, Dimension, WorkloadSpec } from "../../../api/types";

/** What a specification asks for in each dimension that can be known before it is placed. */
export function askedOf(spec: WorkloadSpec, model: CardModel | undefined): Partial<Record<Dimension, number>> {
  const cards = spec.cards ?? 1;
  const host = {
    CONCURRENCY: 1,
    CPU: spec.cpuMilli ?? 1000,
    HOST_MEMORY: spec.hostMemoryMib ?? 1024,
  };
  const ofCard = cards === 0 ? { memoryMib: 0, permille: 0 } : askedOfCard(spec, model);
  if (!ofCard) {
    return host;
  }
  const { memoryMib, permille } = ofCard;
  const memoryPart = model === undefined || model.memoryMib === 0 ? 0 : Math.ceil((memoryMib * 1000) / model.memoryMib);
  return {
    CARDS: cards * Math.max(memoryPart, permille),
    MEMORY: cards * memoryMib,
    COMPUTE: cards * permille,
    ...host,
  };
}

function askedOfCard(
  { share }: WorkloadSpec,
  model: CardModel | undefined,
): { memoryMib: number; permille: number } | undefined {
  if (!share) {
    return model && { memoryMib: model.memoryMib, permille: 1000 };
  }
  if (share.migProfile !== undefined) {
    const profile = model?.migProfiles.find((each) => each.name === share.migProfile);
    const slices = profile?.computeSlices;
    if (!profile || !model || slices === undefined) {
      return undefined;
    }
    return { memoryMib: profile.memoryMib, permille: Math.floor((slices * 1000) / model.computeSlices) };
  }
  return { memoryMib: share.memoryMib ?? 0, permille: share.computePermille ?? 0 };
}
