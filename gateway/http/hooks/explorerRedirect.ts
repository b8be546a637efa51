import type { FastifyInstance } from 'fastify';

/**
 * Leads who opens the graph's address in a browser to the explorer. A request that asks the graph for something has a
 * query in its address, or a body.
 */
export function redirectToExplorer(app: FastifyInstance, graph: string, explorer: string): void {
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    const isReading = method === 'GET' || method === 'HEAD';
    if (!isReading || url !== graph || !headers.accept?.includes('text/html')) return undefined;
    return reply.header('cache-control', 'no-store').redirect(explorer, 303);
  });
}
