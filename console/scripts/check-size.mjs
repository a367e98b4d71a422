import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * The console's first visit over the wire: script, style, font and the larger of the two languages, each as gzip sends it.
 * Other pages come when asked.
 */
const LIMIT_KIB = 240;
const LANGUAGE = /^(en|zh)-/;

const folder = join("dist", "assets");
const page = readFileSync(join("dist", "index.html"), "utf8");
const sizes = readdirSync(folder).map((name) => ({
  name,
  first: page.includes(name) || name.endsWith(".woff2"),
  kib: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1024,
}));
const languages = sizes.filter(({ name }) => LANGUAGE.test(name)).sort((a, b) => b.kib - a.kib);
if (languages.length !== 2) {
  throw new Error(
    `the languages' files (${languages.map(({ name }) => name).join(", ")}) must be one for en and one for zh`,
  );
}
if (languages[0]) {
  languages[0].first = true;
}
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
