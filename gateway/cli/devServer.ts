/**
 * The development server of the app: `node gateway/cli/devServer.ts <port> <port of the gateway>`. A process of its own,
 * for what goes wrong in a bundler must not end the rest. Pages are made here as a gateway makes them, from sources.
 */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createServer } from 'vite';
import type { Pages } from '../http/routes/pages.ts';
import { developmentAssets } from './devAssets.ts';

const [port, gateway] = process.argv.slice(2).map(Number);
const graph = `http://127.0.0.1:${gateway}`;
const origin = `http://127.0.0.1:${port}`;
const server = await createServer({
  configFile: 'web/vite.config.ts',
  appType: 'custom',
  // The app's folder holds the explorer's page as well, which is no page of the app.
  optimizeDeps: { entries: ['entry.client.tsx'] },
  // Whole paths: web/apollo is a folder of sources.
  server: {
    port,
    proxy: { '^/(graphql|schema\\.graphql)(\\?|$)': { target: graph, ws: true }, '^/explorer(/|$)': graph },
  },
});

server.middlewares.use(async (request, response) => {
  try {
    const { createPages } = (await server.ssrLoadModule('/entry.server.tsx')) as {
      createPages(options: { assets: unknown; report(error: unknown): void }): Pages;
    };
    const pages = createPages({
      assets: { development: await developmentAssets(server) },
      report: (error) => console.error(error),
    });
    const answer = await pages.respond(
      new Request(new URL(request.originalUrl ?? '/', origin), {
        method: request.method ?? 'GET',
        headers: { 'user-agent': request.headers['user-agent'] ?? '' },
      }),
      { nonce: '', origin, fetch: (address, init) => fetch(new URL(String(address), graph), init) },
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body as ReadableStream).pipe(response);
    else response.end();
  } catch (error) {
    server.ssrFixStacktrace(error as Error);
    console.error(error);
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
  }
});
await server.listen();
