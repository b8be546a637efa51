import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

type OutputBundle = Rolldown.OutputBundle;

/** The name of the service worker in the folder of the app. Its folder is the part of the site that it controls. */
export const SERVICE_WORKER_FILE = 'service-worker.js';

const WEB = fileURLToPath(new URL('..', import.meta.url));
/** The identifier in `offline/serviceWorker.ts` that stands for the files. */
const PLACEHOLDER = '__OFFLINE_SHELL__';
/** Hydrates every page. It imports all pages dynamically, which are not part of the shell. */
const ENTRY = 'entry.client.tsx';
/** The modules whose code is part of the shell, with what they import: the client, the layout, and the pages that work offline. */
const ROOTS = [
  'data/client.ts',
  'layout/layoutChunk.ts',
  'features/home/HomePage.tsx',
  'features/articles/ArticlePage.tsx',
  'features/library/LibraryPage.tsx',
];
/** Modules that are large and of no use offline. */
const EXCLUDED = new Set(
  ['../features/player/Player.tsx', '../../schema/formulas/renderMath.ts'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  ),
);

/**
 * Vite plugin: writes the files of the offline shell into the service worker. Every deployment that changes one of them
 * changes the service worker, which makes browsers update it.
 */
export function offlineShell(): Plugin {
  return {
    name: 'offline-shell',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle[SERVICE_WORKER_FILE];
      // The server build has none.
      if (worker?.type !== 'chunk') return;
      if (worker.imports.length > 0 || !worker.code.includes(PLACEHOLDER))
        throw new Error(
          `expected a service worker with ${PLACEHOLDER} and without imports, got imports of ${worker.imports.join(', ') || 'nothing'}; move what it shares with the app to a file of its own`,
        );
      const files = shellFiles(bundle).map((file) => `/${file}`);
      const version = createHash('sha256').update(files.join(' ')).digest('base64url').slice(0, 12);
      worker.code = worker.code.replaceAll(PLACEHOLDER, JSON.stringify({ version, files }));
    },
  };
}

/** Returns the files of the shell in alphabetical order: code, style sheet and fonts. */
function shellFiles(bundle: OutputBundle): string[] {
  const files = new Set<string>();
  const visit = (file: string, withDynamicImports: boolean): void => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || files.has(file) || isExcluded(chunk)) return;
    files.add(file);
    for (const imported of chunk.imports) visit(imported, withDynamicImports);
    if (withDynamicImports) for (const imported of chunk.dynamicImports) visit(imported, true);
  };
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunkOf = (module: string): string => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === `${WEB}${module}`);
    if (!chunk)
      throw new Error(`expected a chunk for web/${module}, found none; update web/build/offlineShell.ts`);
    return chunk.fileName;
  };
  visit(chunkOf(ENTRY), false);
  for (const root of ROOTS) visit(chunkOf(root), true);
  for (const { fileName } of Object.values(bundle)) if (/\.(css|woff2)$/.test(fileName)) files.add(fileName);
  return [...files].sort();
}

const isExcluded = ({ facadeModuleId }: Rolldown.OutputChunk): boolean =>
  facadeModuleId !== null && EXCLUDED.has(facadeModuleId);
