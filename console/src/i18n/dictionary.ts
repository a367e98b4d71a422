import type { en } from "./en";

/** A dictionary's shape: the English one's, with any text in place of its texts. */
type Shape<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => infer R
    ? (...parameters: P) => R
    : { readonly [K in keyof T]: Shape<T[K]> };

export type Words = Shape<typeof en>;
