import type { FastifyInstance } from 'fastify';

/**
 * Serves `/` where there is no app: redirects to the explorer, or without one lists the addresses of the API.
 * @param explorerPath undefined if the explorer is not built
 */
export function serveRoot(app: FastifyInstance, explorerPath: string | undefined): void {
  app.get('/', (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (explorerPath) return reply.redirect(explorerPath, 303);
    return reply.type('text/plain; charset=utf-8').send(ADDRESSES);
  });
}

const ADDRESSES = `GraphQL API

/graphql         the API
/schema.graphql  its schema
/docs            its documentation
/health/ready    readiness
`;
