import { defineConfig } from "vitest/config";
import { licences } from "./scripts/licences.mjs";

export default defineConfig({
  plugins: [licences()],
  build: {
    outDir: "dist",
    target: "es2022",
    modulePreload: { polyfill: false },
    // Nothing inside the style sheet: fonts and pictures come from their own addresses, so "font-src 'self'" is enough.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      // What changes seldom stays in the browser's cache when the console changes.
      output: { manualChunks: (id) => (id.includes("node_modules") ? "libraries" : undefined) },
      onwarn(warning, warn) {
        // "use client" speaks to frameworks that render on a server.
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") {
          warn(warning);
        }
      },
    },
  },
  server: {
    // `npm run dev` shows the sources against a running Wellfield (or test/fake-server.ts).
    proxy: { "/api": process.env.WELLFIELD_URL ?? "http://127.0.0.1:8470" },
  },
  test: {
    include: ["test/unit/**/*.test.ts"],
    environment: "node",
    reporters: ["default", ["json", { outputFile: "target/vitest-unit.json" }]],
  },
});
