import type { CardModel, Dimension, Quota, WorkloadSpec } from "../../../api/types";
import type { Words } from "../../../i18n/dictionary";
import { amount, memory } from "../../../i18n/numbers";
import type { FieldName } from "./form";
import type { FieldErrors } from "./submission";
import { askedOf } from "./asked";
import { linesOf } from "./standing";

/** What the card and the quota can never give, beside the fields that ask for it. The server would refuse it too. */
export function limitErrors(
  t: Words,
  spec: WorkloadSpec,
  tenant: string,
  model: CardModel | undefined,
  quota: Quota | undefined,
): FieldErrors {
  const errors: FieldErrors = {};
  const words = t.submit.errors;
  const asked = askedOf(spec, model, quota?.spec);
  const cards = spec.cards ?? 1;
  const ofCard = cards > 0 && asked.MEMORY !== undefined ? asked.MEMORY / cards : 0;
  const most = quota?.spec.memoryPerCardMib;
  if (model && ofCard > model.memoryMib) {
    errors[fieldOf("MEMORY", spec)] = words.cardMemory(memory(model.memoryMib), model.name);
  } else if (most !== undefined && ofCard > most) {
    errors[fieldOf("MEMORY", spec)] = words.memoryPerCard(memory(most), tenant);
  }
  for (const line of linesOf(quota, asked).filter((each) => each.asked > each.ceiling)) {
    const told = (value: number) => t.words.of[line.dimension](amount(t.words.units, line.dimension, value));
    errors[fieldOf(line.dimension, spec)] ??= words.ceiling(told(line.asked), told(line.ceiling), tenant);
  }
  return errors;
}

/** The field that a dimension's amount comes from: of a whole card, the number of cards. */
function fieldOf(dimension: Dimension, { share }: WorkloadSpec): FieldName {
  switch (dimension) {
    case "CPU":
      return "cpu";
    case "HOST_MEMORY":
      return "hostMemory";
    case "CARDS":
    case "CONCURRENCY":
      return "cards";
    case "MEMORY":
      return share === undefined
        ? "cards"
        : share.migProfile !== undefined
          ? "slice"
          : given(share.memoryMib, "memory");
    case "COMPUTE":
    case "BANDWIDTH":
      return share === undefined
        ? "cards"
        : share.migProfile !== undefined
          ? "slice"
          : given(share.computePermille, "compute");
  }
}

/** What was left empty follows from the other of the two, and is wrong there. */
function given(value: number | undefined, field: "memory" | "compute"): FieldName {
  return value !== undefined ? field : field === "memory" ? "compute" : "memory";
}
