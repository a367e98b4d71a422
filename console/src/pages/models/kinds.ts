import type { Model } from "../../api/types";

export type Kind = NonNullable<Model["spec"]["kinds"]>[number];

/** What the contract takes where a model says nothing. */
const DEFAULT_KINDS: readonly Kind[] = ["CHAT", "COMPLETIONS"];

/** What a model can be asked for. */
export function kindsOf(spec: Model["spec"]): readonly Kind[] {
  return spec.kinds ?? DEFAULT_KINDS;
}
