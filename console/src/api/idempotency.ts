/** One try to send something, and the key that the server knows it by. */
export interface Attempt {
  body: string;
  key: string;
}

/** The same key for the same content, so that a second try after a broken answer does not do it twice. */
export function idempotencyKey(before: Attempt | undefined, body: string): Attempt {
  return before?.body === body ? before : { body, key: randomKey() };
}

/** 128 random bits; randomUUID exists by https and on this machine only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
