/** Text with ordinary spaces where the page has such as keep a number and its unit together. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll("\u00a0", " ")) as T;
}
