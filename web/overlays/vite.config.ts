import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { BROWSERS } from '../build/browsers.ts';
import { overlayStyles } from '../build/overlayStyles.ts';

/** The overlays of the reader: built to web/dist/overlays; the gateway serves them to pages in the session of an editor. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/reader/overlays/',
  plugins: [overlayStyles()],
  publicDir: false,
  build: {
    outDir: '../dist/overlays',
    emptyOutDir: true,
    target: BROWSERS,
    modulePreload: false,
    // Read by gateway/http/routes/builtWeb.ts.
    manifest: 'manifest.json',
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { input: 'web/overlays/main.ts' },
  },
});
