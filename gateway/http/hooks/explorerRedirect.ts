import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path of the explorer, for browsers that open the address of the route. */
    readonly explorerPath?: string | undefined;
  }
}

/** Redirects browsers that open the address of the graph to the explorer. GraphQL requests have a query string or a body. */
export function redirectToExplorer(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, url, headers, routeOptions }, reply, done) => {
    const { explorerPath } = routeOptions.config;
    const isRead = method === 'GET' || method === 'HEAD';
    if (
      explorerPath !== undefined &&
      isRead &&
      url === routeOptions.url &&
      headers.accept?.includes('text/html')
    )
      reply.header('cache-control', 'no-store').redirect(explorerPath, 303);
    else done();
  });
}
