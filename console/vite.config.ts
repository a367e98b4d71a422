import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    outDir: "dist",
    target: "es2022",
    // One file of script: the whole console is smaller than most pages' pictures, and one request is quickest.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    // `npm run dev` shows the sources against a running Wellfield (or test/fake-server.ts).
    proxy: { "/api": process.env["WELLFIELD_URL"] ?? "http://127.0.0.1:8470" },
  },
  test: {
    include: ["test/unit/**/*.test.ts"],
    environment: "node",
  },
});
