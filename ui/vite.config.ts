import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { proxy: { "/api": "http://127.0.0.1:8080", "/docs": "http://127.0.0.1:8080" } },
  build: {
    outDir: "../src/edison/processes/static",
    emptyOutDir: true,
    // Fonts stay files of their own: the content policy and the browser cache both prefer that.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What several pages use comes in two files: eighty small ones on six connections took longer than all the rest of a first visit.
        codeSplitting: {
          groups: [
            { name: "frame", test: /[\\/](src[\\/](shared|api)|node_modules)[\\/]/, minShareCount: 2 },
            { name: "rooms", test: /[\\/]src[\\/]features[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["./src/test-setup.ts"],
    // The types of all Python code are checked at the same time, on the same two cores.
    testTimeout: 60_000,
    restoreMocks: true,
    // A world of its own for each file took ten times as long as all tests; what they share, each leaves as it was.
    isolate: false,
  },
});
