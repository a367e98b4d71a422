import { defineConfig } from "vitest/config";

/** The specs drive a real browser; one file at a time, because they share one server and two cores. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.spec.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", ["json", { outputFile: "target/vitest-browser.json" }]],
  },
});
