import type { FastifyInstance } from 'fastify';
import { ERROR_PAGE } from '../../core/errorUrl.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if all responses link to the documentation. */
    readonly hasDocsLinks?: boolean;
  }
  interface FastifyReply {
    /** True for an error that is no JSON: pages for people have links of their own. */
    hasOwnLinks: boolean;
  }
}

/** The address of the documentation. */
export const DOCS_PATH = '/docs';
/** The address of the SDL of all versions, each as `<version>.graphql`. */
export const VERSIONS_PATH = `${DOCS_PATH}/schema`;

/** The documentation and the schema for programs (RFC 8631). */
const SERVICE_LINKS = `<${DOCS_PATH}>; rel="service-doc", </schema.graphql>; rel="service-desc"`;

/** Returns the `Link` header of errors: the description of their codes, which is always served, and the documentation. */
export const errorLinks = (hasDocs: boolean): string =>
  [`<${ERROR_PAGE}>; rel="help"`, ...(hasDocs ? [SERVICE_LINKS] : [])].join(', ');

/**
 * Adds a `Link` header (RFC 8288) with the documentation to errors in JSON, to `OPTIONS` of the graph and to routes with
 * `hasDocsLinks`. Results of operations have none: a client that has one knows the API.
 * @param hasDocs whether the documentation is served
 */
export function addDocsLinks(app: FastifyInstance, hasDocs: boolean): void {
  const links = errorLinks(hasDocs);
  app.decorateReply('hasOwnLinks', false);
  app.addHook('onSend', ({ method, routeOptions }, reply, _payload, done) => {
    const { kind, hasDocsLinks } = routeOptions.config;
    if (reply.statusCode >= 400) {
      if (!reply.hasOwnLinks) reply.header('link', links);
    } else if (hasDocs && (hasDocsLinks || (kind === 'graphql' && method === 'OPTIONS'))) {
      reply.header('link', SERVICE_LINKS);
    }
    done();
  });
}
