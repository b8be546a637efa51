/**
 * The development server of the app: `node gateway/cli/pages.ts <port> <port of the gateway>`. A process of its own,
 * for what goes wrong in a bundler must not end the rest.
 */
import { createServer } from 'vite';

const [port, gateway] = process.argv.slice(2).map(Number);
const graph = `http://127.0.0.1:${gateway}`;
const server = await createServer({
  configFile: 'web/vite.config.ts',
  // The app's folder holds the explorer's page as well, which is no page of the app.
  optimizeDeps: { entries: ['index.html'] },
  server: { port, proxy: { '/graphql': graph, '/schema.graphql': graph, '/explorer': graph } },
});
await server.listen();
