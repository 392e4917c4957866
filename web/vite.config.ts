import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// While the page is being worked on, `npm run dev` serves it and asks a running `muster serve` for everything else. The
// server takes what a page sends only if it comes from the host that it is sent to, so the host is passed on as it is.
const server = process.env['MUSTER_URL'] ?? 'http://127.0.0.1:4727';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env['MUSTER_WEB_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page forbids inline script, and data: addresses are inline too.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    projects: [
      {
        extends: true,
        resolve: { conditions: ['browser'] },
        test: { name: 'unit', environment: 'happy-dom', include: ['src/**/*.test.ts'] },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'speed',
          environment: 'node',
          include: ['tests/speed/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'screenshots',
          environment: 'node',
          include: ['tests/screenshots/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
