import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The explorer: built to web/dist/explorer; the gateway serves it under /explorer/. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/explorer/',
  plugins: [react()],
  build: {
    outDir: '../dist/explorer',
    emptyOutDir: true,
    target: 'es2023',
    // The editor is one large chunk, which browsers cache.
    chunkSizeWarningLimit: 5000,
  },
  worker: { format: 'es' },
});
