import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const GRAPH = 'http://127.0.0.1:4000';

/** The explorer: built to web/dist/explorer and served under /explorer/ by the gateway. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/explorer/',
  // The app's development server keeps its own beside it.
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite/explorer', import.meta.url)),
  plugins: [react()],
  // Bundled ahead, the workers' addresses would be lost.
  optimizeDeps: { exclude: ['graphiql/setup-workers/vite', '@graphiql/react/setup-workers/vite'] },
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
