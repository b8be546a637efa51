import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Acl, type ApiKeys, type KeyPermissions, requireAcl, requireIndex } from './apiKeys.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** ACL that the route requires; a route without ACL is public. */
    acl?: Acl;
  }
  interface FastifyRequest {
    permissions: KeyPermissions | null;
  }
}

/**
 * Authenticates every route that names an `acl`. Credentials come in headers or, as browsers send them to
 * avoid a preflight, in the query.
 */
export function registerAuth(app: FastifyInstance, keys: ApiKeys): void {
  app.decorateRequest('permissions', null);
  app.addHook('preValidation', async (request) => {
    const { acl } = request.routeOptions.config;
    if (!acl) return;
    const permissions = keys.permissions(
      credential(request, 'x-algolia-application-id'),
      credential(request, 'x-algolia-api-key'),
      { ip: request.ip, referer: request.headers.referer },
    );
    requireAcl(permissions, acl);
    const { indexName } = (request.params ?? {}) as { indexName?: string };
    if (indexName !== undefined && indexName !== '*') requireIndex(permissions, indexName);
    request.permissions = permissions;
  });
}

function credential(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name] ?? (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the permissions of the request's key. */
export function permissionsOf(request: FastifyRequest): KeyPermissions {
  if (!request.permissions)
    throw new Error(`${request.routeOptions.url} reads permissions, expected its config to name an acl`);
  return request.permissions;
}
