import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** The console's first visit over the wire: script, style and font, each as gzip sends it. */
const LIMIT_KIB = 250;

const folder = join("dist", "assets");
const sizes = readdirSync(folder).map((name) => ({
  name,
  kib: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1024,
}));
const total = sizes.reduce((sum, { kib }) => sum + kib, 0);
for (const { name, kib } of sizes) {
  console.log(`${kib.toFixed(1).padStart(7)} KiB  ${name}`);
}
console.log(`${total.toFixed(1).padStart(7)} KiB  in all, of at most ${LIMIT_KIB}`);
if (total > LIMIT_KIB) {
  process.exitCode = 1;
}
