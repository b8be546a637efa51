import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { isOfModule, sheetTree } from './build/cssRules.ts';
import { persistedDocuments } from './build/persistedDocuments.ts';
import { classNamer } from './build/scopedClassName.ts';
import { write } from './server/render/criticalCss.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** The first browsers that know `light-dark()`: rewritten for older ones it would no longer follow a dark room on a light page. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];

/** Entries that must share a module for the shared chunk to take it in. With less, pages load too much that they do not use. */
const SHARED_BY_ENTRIES = 10;

/** Modules that stay out of the shared chunk: a page needs one of the two query hooks, and few pages need both. */
const QUERY_HOOKS = /@apollo\/client|apollo\/bind\w*Query/;

/** What Vite calls the sheet of all pages. */
const SHEET = 'style.css';

/**
 * Chunks bring their styles in an order of their own; the order of the layers has to be said before the first of them.
 * The sheet is told as the tree of its rules, of which each page gets what it needs (`server/render/criticalCss.ts`). What all pages
 * need is not in the file: faces that come a second time make a browser lay out the whole page again.
 */
const oneSheet: Plugin = {
  name: 'one-sheet',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const [statement] =
      /@layer [^;{]+;/.exec(readFileSync(new URL('./styles/base.css', import.meta.url), 'utf8')) ?? [];
    if (!statement)
      throw new Error(
        'expected web/styles/base.css to name the order of its layers, found no such statement',
      );
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.names.includes(SHEET)) continue;
      const tree = sheetTree(`${statement}${file.source}`);
      this.emitFile({ type: 'asset', fileName: '.vite/sheet.json', source: JSON.stringify(tree) });
      file.source = `${statement}${write(tree, isOfModule)}`;
    }
  },
};

/**
 * The reader's app: built to web/dist/app for browsers, and with `--ssr` to web/dist/server for the server that makes
 * its pages. In development `gateway/cli/devServer.ts` serves
 * it from its sources.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: ROOT,
  css: { modules: { generateScopedName: classNamer(ROOT) } },
  plugins: [react(), persistedDocuments(), oneSheet],
  // The observables under Apollo also come in the language of today's browsers, which is shorter.
  ...(!isSsrBuild && { resolve: { conditions: [...defaultClientConditions, 'es2015'] } }),
  // One file that brings all it needs, in the make for production: nothing of it depends on how the server was started.
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
    // A page tells by itself what it begins with (`server/render/bootstrapScript.ts`); the parts that come after it stand on that, and
    // each link that asks for a file ahead keeps a slow telephone busy for 5 ms.
    modulePreload: false,
    target: isSsrBuild ? 'node24' : BROWSERS,
    cssTarget: BROWSERS,
    assetsInlineLimit: 0,
    // One sheet for all pages is smaller than the parts that the first page needs.
    cssCodeSplit: false,
    // The player is large and comes only when somebody wants to watch.
    chunkSizeWarningLimit: 700,
    rolldownOptions: isSsrBuild
      ? { input: { server: 'web/entry.server.tsx' } }
      : {
          input: 'web/entry.client.tsx',
          output: {
            // Deferred code is grouped by its `deferred.ts` modules: a group here would add a file for each dynamic import.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
                { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 2 },
                {
                  name: 'shared',
                  test: (id) => !QUERY_HOOKS.test(id),
                  minShareCount: SHARED_BY_ENTRIES,
                  priority: 1,
                },
              ],
            },
          },
        },
  },
  server: { host: '127.0.0.1' },
}));
