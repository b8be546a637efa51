import type { FastifyInstance } from 'fastify';
import type { Sites } from '../../config/sites.ts';

interface RootOptions {
  /** Undefined if the explorer is not built, or not served. */
  readonly explorerPath: string | undefined;
  readonly sites: Pick<Sites, 'docs' | 'mcp'>;
}

/** Serves `/` where there are no pages: redirects to the explorer, or without one lists the addresses of the API. */
export function serveRoot(app: FastifyInstance, { explorerPath, sites }: RootOptions): void {
  const addresses = listAddresses(sites);
  app.get('/', (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (explorerPath) return reply.redirect(explorerPath, 303);
    return reply.type('text/plain; charset=utf-8').send(addresses);
  });
}

const listAddresses = ({ docs, mcp }: RootOptions['sites']): string =>
  [
    'GraphQL API',
    '',
    '/graphql         the API',
    ...(docs ? ['/schema.graphql  its schema', '/docs            its documentation'] : []),
    ...(mcp ? ['/mcp             its operations for assistants'] : []),
    '/docs/errors     its error codes',
    '/health/ready    readiness',
    '',
  ].join('\n');
