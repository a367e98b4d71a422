/** A card as everybody writes it, "server-1/3"; several of one node together, "server-1/0-2,5". */
export function cardName(node: string, ...indexes: readonly number[]): string {
  return `${node}/${ranges(indexes)}`;
}

function ranges(indexes: readonly number[]): string {
  const sorted = [...new Set(indexes)].sort((a, b) => a - b);
  const runs: [first: number, last: number][] = [];
  for (const index of sorted) {
    const run = runs.at(-1);
    if (run?.[1] === index - 1) {
      run[1] = index;
    } else {
      runs.push([index, index]);
    }
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(",");
}
