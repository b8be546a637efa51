import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { BROWSERS } from '../build/browsers.ts';

/** The explorer: built to web/dist/explorer; the gateway serves it under /explorer/. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/explorer/',
  plugins: [react()],
  build: {
    outDir: '../dist/explorer',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: BROWSERS,
    // Read by tests/programs/budgets/explorerSizes.ts.
    manifest: true,
  },
});
