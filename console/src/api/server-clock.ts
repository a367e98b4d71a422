/**
 * The server's clock, as well as its Date header (whole seconds) tells it. People's machines are often minutes off;
 * "started 3 s ago" must not be.
 */
let offsetMillis = 0;

export function observeServerTime(dateHeader: string | null): void {
  const server = dateHeader === null ? NaN : Date.parse(dateHeader);
  if (Number.isNaN(server)) {
    return;
  }
  const difference = server + 500 - Date.now();
  // Within the header's own coarseness (and a slow answer) the two clocks agree.
  offsetMillis = Math.abs(difference) < 3000 ? 0 : difference;
}

/** Now, in milliseconds since the epoch, by the server's clock. */
export function serverNow(): number {
  return Date.now() + offsetMillis;
}
