import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** The console's first visit over the wire: script, style and font, each as gzip sends it. Other pages come when asked. */
const LIMIT_KIB = 250;

const folder = join("dist", "assets");
const page = readFileSync(join("dist", "index.html"), "utf8");
const sizes = readdirSync(folder).map((name) => ({
  name,
  first: page.includes(name) || name.endsWith(".woff2"),
  kib: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1024,
}));
for (const { name, first, kib } of sizes.sort((a, b) => b.kib - a.kib)) {
  console.log(`${kib.toFixed(1).padStart(7)} KiB  ${name}${first ? "" : ", when it is looked at"}`);
}
const sum = (/** @type {typeof sizes} */ of) => of.reduce((all, { kib }) => all + kib, 0);
const total = sum(sizes.filter(({ first }) => first));
console.log(`${sum(sizes).toFixed(1).padStart(7)} KiB  in all`);
console.log(`${total.toFixed(1).padStart(7)} KiB  at the first visit, of at most ${LIMIT_KIB}`);
if (total > LIMIT_KIB) {
  process.exitCode = 1;
}
