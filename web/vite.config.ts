import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const GRAPH = 'http://127.0.0.1:4000';

/** The first browsers that know `light-dark()`: rewritten for older ones it would no longer follow a dark room on a light page. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];

/** The reader's app: built to web/dist/app; in development the graph is reached through this server. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: { outDir: 'dist/app', emptyOutDir: true, target: BROWSERS, assetsInlineLimit: 0 },
  server: { host: '127.0.0.1', proxy: { '/graphql': GRAPH } },
});
