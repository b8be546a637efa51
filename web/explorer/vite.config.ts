import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const GRAPH = 'http://127.0.0.1:4000';

/** The explorer: built to web/dist/explorer and served under /explorer/ by the gateway. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/explorer/',
  plugins: [react()],
  build: {
    outDir: '../dist/explorer',
    emptyOutDir: true,
    target: 'es2023',
    // The editor is one large chunk by nature; it is fetched once and kept.
    chunkSizeWarningLimit: 5000,
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy: { '/graphql': GRAPH, '/schema.graphql': GRAPH } },
});
