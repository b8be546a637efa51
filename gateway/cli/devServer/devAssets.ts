import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { ViteDevServer } from 'vite';

const BASE = 'styles/base.css';

/** The files of a page in development; the same fields as `PageAssets` of `web/server/render/assets.ts`. */
interface DevAssets {
  readonly entry: string;
  /** Connects to the dev server; runs before the entry. */
  readonly devPreamble: string;
  readonly styles: readonly string[];
  readonly lateStyles: readonly string[];
  readonly modules: readonly string[];
  readonly entryImports: readonly string[];
  /** The style sheets loaded so far, so that a page has styles before its scripts run. Vite's client updates them by id. */
  readonly devStyles: readonly { readonly id: string; readonly text: string }[];
}

/** Returns the source files of the app as URLs of the dev server. */
export async function devAssets(server: ViteDevServer): Promise<DevAssets> {
  const modules = [...server.environments.ssr.moduleGraph.idToModuleMap.values()];
  const loaded = modules.flatMap(({ id, url }) => (id && /\.css$/.test(url) ? [{ id, url }] : []));
  // The base sheet comes first: it fixes the order of the layers, and only the browser entry imports it.
  const base = { id: join(server.config.root, BASE), url: `/${BASE}` };
  const devStyles = await Promise.all(
    [base, ...loaded].map(async ({ id, url }) => {
      const result = await server.environments.client.transformRequest(`${url}?direct`);
      return { id, text: result?.code ?? '' };
    }),
  );
  return {
    entry: '/entry.client.tsx',
    devPreamble: `import '/@vite/client';${react.preambleCode.replace('__BASE__', '/')}`,
    styles: [],
    lateStyles: [],
    modules: [],
    entryImports: [],
    devStyles,
  };
}
