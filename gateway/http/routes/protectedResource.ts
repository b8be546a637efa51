import type { FastifyInstance } from 'fastify';
import type { Sites } from '../../config/sites.ts';
import { GRAPHQL_ENDPOINT, MCP_ENDPOINT, STREAM_ENDPOINT } from '../graphql/endpoints.ts';

const METADATA_PATH = '/.well-known/oauth-protected-resource';
const MAX_AGE_SECONDS = 3600;

interface ProtectedResourceOptions {
  /** The OIDC provider. */
  readonly issuer: string;
  /** Returns the public origin. */
  origin(): string;
  readonly sites: Pick<Sites, 'docs' | 'mcp'>;
}

/**
 * Serves the metadata of protected resources (RFC 9728), by which clients find the provider of their tokens, and names its
 * address in the challenges of 401 responses. It lists no scopes: a client would ask the provider for all of them.
 */
export function serveProtectedResource(
  app: FastifyInstance,
  { issuer, origin, sites }: ProtectedResourceOptions,
): void {
  // The whole origin, and each endpoint.
  const paths = ['', GRAPHQL_ENDPOINT.path, STREAM_ENDPOINT.path, ...(sites.mcp ? [MCP_ENDPOINT.path] : [])];
  for (const path of paths)
    app.get(`${METADATA_PATH}${path}`, { config: { kind: 'schema' } }, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`).send({
        resource: `${origin()}${path}`,
        authorization_servers: [issuer],
        bearer_methods_supported: ['header'],
        ...(sites.docs && { resource_documentation: `${origin()}/docs/access` }),
      }),
    );
  app.addHook('onSend', ({ routeOptions }, reply, _payload, done) => {
    const challenge = reply.statusCode === 401 ? reply.getHeader('www-authenticate') : undefined;
    const { url = '' } = routeOptions;
    if (challenge !== undefined && paths.includes(url)) {
      const metadata = `${origin()}${METADATA_PATH}${url}`;
      reply.header('www-authenticate', `${String(challenge)}, resource_metadata="${metadata}"`);
    }
    done();
  });
}
