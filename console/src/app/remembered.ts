/** A choice of this person on this machine, kept by the browser; where it can't be kept it lasts until the page closes. */
export interface Remembered<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function remembered<T extends string>(
  key: string,
  parse: (text: string | null) => T | undefined,
  otherwise: () => T,
  apply: (value: T) => void,
): Remembered<T> {
  let value = parse(stored(key)) ?? otherwise();
  const listeners = new Set<() => void>();
  apply(value);
  return {
    get: () => value,
    set: (next) => {
      value = next;
      try {
        localStorage.setItem(key, next);
      } catch {
        // A browser that keeps nothing still shows the choice.
      }
      apply(next);
      listeners.forEach((listener) => listener());
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
