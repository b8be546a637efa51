import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path for browsers that open the address of the route. */
    readonly browserPath?: string;
  }
}

/** Redirects browsers that open the address of the graph. GraphQL requests have a query string or a body. */
export function redirectBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, url, headers, routeOptions }, reply, done) => {
    const { browserPath } = routeOptions.config;
    const isRead = method === 'GET' || method === 'HEAD';
    if (
      browserPath !== undefined &&
      isRead &&
      url === routeOptions.url &&
      headers.accept?.includes('text/html')
    )
      reply.header('cache-control', 'no-store').redirect(browserPath, 303);
    else done();
  });
}
