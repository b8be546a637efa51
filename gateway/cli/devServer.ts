/**
 * Development server of the app, for `trivium dev`: `devServer.ts <port> <port of the gateway>`. It renders pages from
 * sources as the gateway renders them from the build. It is a separate process, so that an error in Vite does not stop the
 * gateway.
 */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, type ViteDevServer } from 'vite';
import type { Pages } from '../../schema/pages.ts';
import { errorUrl } from '../core/errorUrl.ts';

const BASE = 'styles/base.css';

const [port, gatewayPort] = process.argv.slice(2).map(Number);
const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;
const origin = `http://127.0.0.1:${port}`;
const server = await createServer({
  configFile: 'web/vite.config.ts',
  appType: 'custom',
  // Without this, Vite also scans the explorer, which is in the same folder.
  optimizeDeps: { entries: ['entry.client.tsx'] },
  // Full paths: a prefix would also match source folders.
  server: {
    port,
    // The printed URL must stay right.
    strictPort: true,
    proxy: {
      '^/(graphql|schema\\.graphql)(\\?|$)': { target: gatewayUrl, ws: true },
      '^/(docs|explorer)(/|$)': gatewayUrl,
    },
  },
});

server.middlewares.use(async (request, response) => {
  try {
    const { createPages } = (await server.ssrLoadModule('/entry.server.tsx')) as {
      createPages(options: { assets: unknown; report(error: unknown): void }): Pages;
    };
    const pages = createPages({
      assets: { development: await devAssets(server) },
      report: (error) => console.error(error),
    });
    const page = await pages.respond(
      new Request(new URL(request.originalUrl ?? '/', origin), {
        method: request.method ?? 'GET',
        headers: { 'user-agent': request.headers['user-agent'] ?? '' },
      }),
      {
        origin,
        preview: undefined,
        errorUrl,
        async send({ url, ...init }) {
          const response = await fetch(new URL(url, gatewayUrl), init);
          const contentType = response.headers.get('content-type') ?? '';
          return { status: response.status, contentType, text: await response.text() };
        },
      },
    );
    response.writeHead(page.status, page.headers);
    response.end(page.text);
  } catch (error) {
    server.ssrFixStacktrace(error as Error);
    console.error(error);
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
  }
});
await server.listen();

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
async function devAssets(server: ViteDevServer): Promise<DevAssets> {
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
