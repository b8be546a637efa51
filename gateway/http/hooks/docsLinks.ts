import type { FastifyInstance, FastifyReply } from 'fastify';
import { ERROR_PAGE } from '../../core/errorUrl.ts';
import { DOCS_PATH } from '../docs/markdown/page.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if all responses link to the documentation. */
    readonly hasDocsLinks?: boolean;
  }
}

/** The documentation and the schema for programs (RFC 8631). */
const SERVICE_LINKS = `<${DOCS_PATH}>; rel="service-doc", </schema.graphql>; rel="service-desc"`;

/** The `Link` header of errors: the description of their codes too. */
export const ERROR_LINKS = `<${ERROR_PAGE}>; rel="help", ${SERVICE_LINKS}`;

/**
 * Adds a `Link` header (RFC 8288) with the documentation to errors in JSON, to `OPTIONS` of the graph and to routes with
 * `hasDocsLinks`. Results of operations have none: a client that has one knows the API.
 */
export function addDocsLinks(app: FastifyInstance): void {
  app.addHook('onSend', ({ method, routeOptions }, reply, _payload, done) => {
    const { kind, hasDocsLinks } = routeOptions.config;
    if (reply.statusCode >= 400) {
      if (isJson(reply)) reply.header('link', ERROR_LINKS);
    } else if (hasDocsLinks || (kind === 'graphql' && method === 'OPTIONS')) {
      reply.header('link', SERVICE_LINKS);
    }
    done();
  });
}

/** Pages for people have links of their own. */
const isJson = (reply: FastifyReply): boolean => /[/+]json\b/.test(String(reply.getHeader('content-type')));
