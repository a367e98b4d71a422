import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes licences.txt beside the console: the licence of every package of which something was bundled.
 * @returns {import("vite").Plugin}
 */
export function licences() {
  /** @type {Set<string>} */
  const packages = new Set();
  return {
    name: "licences",
    apply: "build",
    load(id) {
      const folder = packageOf(id);
      if (folder) {
        packages.add(folder);
      }
    },
    generateBundle() {
      // A font is not loaded as a module but through a stylesheet.
      packages.add(join("node_modules", "@fontsource-variable", "inter"));
      const texts = [...packages].sort().flatMap((folder) => textOf(folder) ?? []);
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.join("\n\n---\n\n") });
    },
  };
}

/** @param {string} id */
function packageOf(id) {
  const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id);
  return match?.[1] === undefined ? undefined : join("node_modules", match[1]);
}

/** @param {string} folder */
function textOf(folder) {
  if (!existsSync(folder)) {
    return undefined;
  }
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const { name, version, license } = /** @type {{ name: string, version: string, license?: string }} */ (
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  );
  const text = file === undefined ? String(license) : readFileSync(join(folder, file), "utf8").trim();
  return `${name} ${version}\n\n${text}`;
}
