/**
 * Development server of the app, for `trivium dev`: `devServer.ts <port> <port of the gateway>`. It renders pages from
 * sources as the gateway renders them from the build. It is a separate process, so that an error in Vite does not stop the
 * gateway.
 */
import { createServer } from 'vite';
import { errorUrl } from '../../core/errorUrl.ts';
import type { Pages } from '../../http/pages/pages.ts';
import { devAssets } from './devAssets.ts';

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
        errorUrl,
        async send({ url, ...init }) {
          const response = await fetch(new URL(url, gatewayUrl), init);
          const contentType = response.headers.get('content-type') ?? '';
          return { status: response.status, contentType, text: await response.text() };
        },
      },
    );
    response.writeHead(page.status, page.headers);
    if (page.stream) response.write(page.stream.beginning);
    response.end(page.stream ? await page.stream.end : (await page.body).text);
  } catch (error) {
    server.ssrFixStacktrace(error as Error);
    console.error(error);
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
  }
});
await server.listen();
