/** A value that a change touched, by its dotted path. Absent on one side: it was added or taken away. */
export interface Change {
  path: string;
  before: string | undefined;
  after: string | undefined;
}

/** What differs between two states, in the order of the later one. */
export function diffOf(before: unknown, after: unknown): Change[] {
  const left = flat(before);
  const right = flat(after);
  return [...new Set([...right.keys(), ...left.keys()])].flatMap((path) => {
    const change = { path, before: left.get(path), after: right.get(path) };
    return change.before === change.after ? [] : [change];
  });
}

/** Every value of a state by its path; a list of plain values is one value. */
function flat(value: unknown, path = "", into = new Map<string, string>()): Map<string, string> {
  if (value === undefined) {
    return into;
  }
  if (typeof value !== "object" || value === null) {
    into.set(path, typeof value === "string" ? value : JSON.stringify(value));
    return into;
  }
  if (Array.isArray(value) && value.every((each) => typeof each !== "object" || each === null)) {
    into.set(path, value.join(", "));
    return into;
  }
  for (const [name, each] of Object.entries(value)) {
    flat(each, path === "" ? name : `${path}.${name}`, into);
  }
  return into;
}
