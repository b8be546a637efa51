import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Acl, type Keyring, type Rights, requireAcl, requireIndex } from './keys.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key must be allowed for this route; a route without is open to all. */
    acl?: Acl;
  }
  interface FastifyRequest {
    rights: Rights | null;
  }
}

/**
 * Guards every route that names an `acl`. Credentials come in headers, or in the query as browsers send them to be
 * spared a preflight.
 */
export function guard(app: FastifyInstance, keys: Keyring): void {
  app.decorateRequest('rights', null);
  app.addHook('preValidation', async (request) => {
    const { acl } = request.routeOptions.config;
    if (!acl) return;
    const rights = keys.rights(
      credential(request, 'x-algolia-application-id'),
      credential(request, 'x-algolia-api-key'),
    );
    requireAcl(rights, acl);
    const { indexName } = (request.params ?? {}) as { indexName?: string };
    if (indexName !== undefined && indexName !== '*') requireIndex(rights, indexName);
    request.rights = rights;
  });
}

function credential(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name] ?? (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** What the request's key allows. */
export function rightsOf(request: FastifyRequest): Rights {
  if (!request.rights)
    throw new Error(`${request.routeOptions.url} reads rights, expected it to name an acl`);
  return request.rights;
}
