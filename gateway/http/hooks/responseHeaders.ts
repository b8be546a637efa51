import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyReply, onSendHookHandler } from 'fastify';
import { ERROR_PAGE } from '../../core/errorUrl.ts';
import {
  COST_DEBUG_HEADER,
  DEPRECATIONS_REQUEST_HEADER,
} from '../../graphql/operations/extensions/requestedExtensions.ts';
import { RATE_LIMIT_HEADERS } from '../../graphql/operations/rateLimit/rateLimitResponse.ts';
import { DEPRECATED_HEADER } from '../../graphql/operations/usage/usageTracking.ts';
import { PRINCIPAL_HEADERS } from '../../services/auth/authenticate.ts';

/** Browsers must not guess another content type than the stated one. */
export const NO_SNIFF_HEADER = { 'x-content-type-options': 'nosniff' } as const;

/**
 * Responses that are not compressed have the `Vary` too: otherwise a shared cache would send them to clients that accept
 * compressed ones.
 */
export const RESPONSE_HEADERS = { ...NO_SNIFF_HEADER, vary: 'accept-encoding' } as const;

/** Adds the headers that every response has: `X-Content-Type-Options: nosniff`, and `Vary: Accept-Encoding`. */
export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(RESPONSE_HEADERS);
    done();
  });
}

/** Returns a function that adds request headers to the `Vary` of a response. */
export function varyBy(...names: readonly string[]): (reply: FastifyReply) => void {
  // By the present value, of which there are few.
  const values = new Map<string, string>();
  const added = (present: string): string => {
    const known = present.split(/\s*,\s*/).filter((name) => name !== '');
    const missing = names.filter((name) => !known.some((other) => other.toLowerCase() === name));
    return [...known, ...missing].join(', ');
  };
  return (reply) => {
    const present = String(reply.getHeader('vary') ?? '');
    const value = values.get(present) ?? added(present);
    values.set(present, value);
    reply.header('vary', value);
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if all responses link to the documentation. */
    readonly hasDocsLinks?: boolean;
    /** Differences from the default, such as the methods; false if web pages have no use for the route. */
    readonly cors?: FastifyCorsOptions | false;
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

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
/** The methods of pages, files and the schema. */
const DEFAULT_METHODS = ['GET', 'HEAD'];

/** The headers of a response that depend on the cache. */
export const CACHE_HEADERS = ['cache-control', 'cache-tag', 'cache-status', 'etag'] as const;
export type CacheHeader = (typeof CACHE_HEADERS)[number];

/** The headers of docs/http.md that browsers hide from pages of other origins. */
const EXPOSED_HEADERS = [
  'etag',
  'cache-status',
  'link',
  'retry-after',
  'server-timing',
  'x-request-id',
  DEPRECATED_HEADER,
  ...RATE_LIMIT_HEADERS,
];

/** The headers by which pages of other origins can read responses. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
} as const;

/**
 * Allows pages of every origin to send requests. The header is the same for all origins, so that a CDN stores a response
 * once; there are no cookies. API keys can be bound to origins: `authenticate` checks that.
 */
export async function allowCors(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCors, {
    origin: CORS_HEADERS['access-control-allow-origin'],
    methods: DEFAULT_METHODS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    // Clients other than browsers send OPTIONS without the headers of a preflight.
    strictPreflight: false,
    exposedHeaders: CORS_HEADERS['access-control-expose-headers'],
  });
}

/** The request headers that responses to operations depend on. */
const VARY = ['accept', ...PRINCIPAL_HEADERS, COST_DEBUG_HEADER, DEPRECATIONS_REQUEST_HEADER];
/** The media type of the body of a QUERY request (RFC 10008). */
const ACCEPT_QUERY = { 'accept-query': 'application/json' } as const;

/** The headers of every response to an operation, in addition to its own. */
export const OPERATION_HEADERS = {
  ...ACCEPT_QUERY,
  vary: [RESPONSE_HEADERS.vary, ...VARY].join(', '),
} as const;

const addVary = varyBy(...VARY);

/** Adds `Vary`, `Accept-Query` and a default `Cache-Control` to the responses of a route with operations. */
export const addOperationHeaders: onSendHookHandler = (_request, reply, _payload, done) => {
  addVary(reply);
  reply.headers(ACCEPT_QUERY);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
  done();
};
