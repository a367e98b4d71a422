import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `node scripts/if-changed.mjs build|check`: installs the packages and runs that npm script, unless nothing that it
 * reads has changed since it last passed. Maven calls it; by hand the npm scripts do.
 */
const CONTRACT = "../server/src/main/resources/openapi.yaml";
const SOURCES = ["src", "public", "scripts", "index.html", "package.json", "package-lock.json", ".npmrc"];
const CONFIGS = ["tsconfig.json", "tsconfig.app.json", "tsconfig.tools.json", "vite.config.ts"];
const CHECKED = ["test", "eslint.config.js", ".prettierrc.json", "vitest.browser.config.ts"];
const GENERATED = join("src", "api", "schema.ts");
const INSTALLED = join("node_modules", ".installed-from");

const task = process.argv[2];
if (task !== "build" && task !== "check") {
  console.error(`task (${task ?? "none"}) must be build or check`);
  process.exit(2);
}
const inputs = hashOf([CONTRACT, ...SOURCES, ...CONFIGS, ...(task === "check" ? CHECKED : [])]);
const stamp = join("target", `${task}-inputs`);
const done = read(stamp) === inputs && (task === "check" || existsSync(join("dist", "index.html")));
if (done) {
  console.log(`console: nothing changed since the last ${task}`);
} else {
  install();
  run("npm", ["run", task, "--silent"]);
  if (task === "build") {
    // Maven copies but never deletes: files of the last build, which have other names, would stay in the jar.
    rmSync(join("target", "classes", "console"), { recursive: true, force: true });
  }
  mkdirSync("target", { recursive: true });
  writeFileSync(stamp, inputs);
}

function install() {
  const lock = hashOf(["package-lock.json", ".npmrc"]);
  if (read(INSTALLED) !== lock) {
    run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    writeFileSync(INSTALLED, lock);
  }
}

/**
 * @param {string} command
 * @param {string[]} parameters
 */
function run(command, parameters) {
  const { status, error } = spawnSync(command, parameters, { stdio: "inherit" });
  if (error) {
    console.error(`${command} could not be started (${error.message}): the console is built with Node 20 and its npm`);
  }
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** @param {string[]} paths files and folders, with all that is in them */
function hashOf(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesIn).sort()) {
    hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (path === GENERATED || !existsSync(path)) {
    return [];
  }
  return statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(join(path, name))) : [path];
}
