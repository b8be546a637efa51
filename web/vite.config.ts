import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { BROWSERS } from './build/browsers.ts';
import { offlineShell, SERVICE_WORKER_FILE } from './build/offlineShell.ts';
import { overlayStyles } from './build/overlayStyles.ts';
import { persistedDocuments } from './build/persistedDocuments.ts';
import { scopedClassName } from './build/scopedClassName.ts';
import { styleSheets } from './build/styleSheets.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** Modules that this many entries share go into the shared chunk. With a lower number, pages load too much unused code. */
const SHARED_BY_ENTRIES = 11;

/** Replaces Vite's loader of dynamic imports, which preloads dependencies. The build preloads none (`modulePreload`). */
const dynamicImportPlugin: Plugin = {
  name: 'dynamic-import',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/**
 * The web app: built to web/dist/app for browsers, and with `--ssr` to web/dist/server for rendering. In development,
 * `gateway/cli/devServer.ts` serves it from its sources.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: ROOT,
  css: { modules: { generateScopedName: scopedClassName(ROOT, { isShort: command === 'build' }) } },
  plugins: [
    react(),
    persistedDocuments(),
    overlayStyles(),
    styleSheets(ROOT),
    dynamicImportPlugin,
    offlineShell(),
  ],
  // RxJS, which Apollo uses, has a smaller build for current browsers.
  ...(!isSsrBuild && { resolve: { conditions: [...defaultClientConditions, 'es2015'] } }),
  // One file with all dependencies in their production builds, even if NODE_ENV of the server differs.
  ...(isSsrBuild && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    publicDir: false,
  }),
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/app',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    cssMinify: true,
    // The bootstrap script preloads the chunks of a page. Preloads of lazy chunks would each block a slow phone for 5 ms.
    modulePreload: false,
    target: isSsrBuild ? 'node24' : BROWSERS,
    cssTarget: BROWSERS,
    assetsInlineLimit: 0,
    // One style sheet for all pages is smaller than the split sheets that the first page needs.
    cssCodeSplit: false,
    // The player is large, and loads when a film is played.
    chunkSizeWarningLimit: 700,
    rolldownOptions: isSsrBuild
      ? {
          input: { server: 'web/entry.server.tsx' },
          // Node keeps the source of a module in memory, with two bytes for each character unless all are ASCII.
          output: { charset: 'ascii', comments: false },
        }
      : {
          input: ['web/entry.client.tsx', 'web/offline/serviceWorker.ts'],
          output: {
            // The address of a service worker must not change.
            entryFileNames: ({ name }) =>
              name === 'serviceWorker' ? SERVICE_WORKER_FILE : 'assets/[name]-[hash].js',
            // Deferred code is grouped by its `…Chunk.ts` modules: a group here would add a file for each dynamic import.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
                { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 2 },
                { name: 'shared', minShareCount: SHARED_BY_ENTRIES, priority: 1 },
              ],
            },
          },
        },
  },
  // Each interactive figure is a chunk of the worker.
  worker: { format: 'es' },
  server: { host: '127.0.0.1' },
}));
