import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { ViteDevServer } from 'vite';

const BASE = 'styles/base.css';

/** What a page needs of a development server: the same names as a built page's files have in `web/server/render/assets.ts`. */
interface DevelopmentAssets {
  readonly entry: string;
  /** Runs before the entry: the connection that brings changes. */
  readonly prelude: string;
  readonly styles: readonly string[];
  readonly modules: readonly string[];
  readonly first: readonly string[];
  /** The sheets known so far, so that a page is not bare until its scripts run. Vite's client takes them over by their ids. */
  readonly sheets: readonly { readonly id: string; readonly text: string }[];
}

/** The sources of the app as a page asks for them. */
export async function developmentAssets(server: ViteDevServer): Promise<DevelopmentAssets> {
  const modules = [...server.environments.ssr.moduleGraph.idToModuleMap.values()];
  const known = modules.flatMap(({ id, url }) => (id && /\.css$/.test(url) ? [{ id, url }] : []));
  // The first fixes the order of the layers; only the browser's entry imports it.
  const first = { id: join(server.config.root, BASE), url: `/${BASE}` };
  const sheets = await Promise.all(
    [first, ...known].map(async ({ id, url }) => {
      const sheet = await server.environments.client.transformRequest(`${url}?direct`);
      return { id, text: sheet?.code ?? '' };
    }),
  );
  return {
    entry: '/entry.client.tsx',
    prelude: `import '/@vite/client';${react.preambleCode.replace('__BASE__', '/')}`,
    styles: [],
    modules: [],
    first: [],
    sheets,
  };
}
