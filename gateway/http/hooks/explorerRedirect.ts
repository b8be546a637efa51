import type { FastifyInstance } from 'fastify';

/** Redirects browsers that open the address of the graph to the explorer. GraphQL requests have a query string or a body. */
export function redirectToExplorer(app: FastifyInstance, graphqlPath: string, explorerPath: string): void {
  app.addHook('onRequest', ({ method, url, headers }, reply, done) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && url === graphqlPath && headers.accept?.includes('text/html'))
      reply.header('cache-control', 'no-store').redirect(explorerPath, 303);
    else done();
  });
}
