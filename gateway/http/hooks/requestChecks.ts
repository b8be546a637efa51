import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { TrustProxy } from '../../core/clientAddress.ts';
import { errorBody } from '../../core/errorBody.ts';
import { hasKeyInUrl, KEY_IN_URL_MESSAGE } from '../../services/auth/keysInUrls.ts';
import { containsKey } from '../../services/auth/token.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if requests need a host. Others need none, because HTTP/1.0, as in some health checks, has none. */
    readonly requiresHost?: boolean;
    /** True if query parameters with the name of a key are rejected regardless of their value. */
    readonly rejectsKeyParameters?: boolean;
    /** The path for browsers that open the address of the route. */
    readonly browserPath?: string;
  }
}

const SEVERAL_HOSTS = errorBody('BAD_REQUEST', 'expected one Host header, got several');

/**
 * Rejects requests with several `Host` headers, or with an invalid one (RFC 9112, 3.2). Of several headers Node uses the
 * first; a proxy in front may have used another one.
 */
export function checkHost(app: FastifyInstance, trustProxy: TrustProxy): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isOptional = () => request.host === '' && !request.routeOptions.config.requiresHost;
    if (hasSeveralHosts(request.raw)) reply.code(400).send(SEVERAL_HOSTS);
    else if (!hasValidUrl(request.raw, trustProxy) && !isOptional())
      reply.code(400).header('cache-control', 'no-store').send(invalidHost(request.headers.host));
    else done();
  });
}

/** Does not repeat the header: a shared cache could send the response to other clients. */
const invalidHost = (host: string | undefined) =>
  errorBody(
    'BAD_REQUEST',
    `expected a Host header with a host name and a port, got ${host ? 'an invalid one' : 'none'}`,
  );

const HOST = 'host';

/** Returns whether a request has more than one `Host` header; `headers` contains only the first. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name === HOST || (name.length === HOST.length && name.toLowerCase() === HOST)) hosts += 1;
  }
  return hosts > 1;
}

/** A name of at most 253 characters (RFC 1035) or an IP address, with a port. */
const HOST_FORMAT = /^[\w.:[\]-]{1,259}$/;

/** Returns whether a target has no host: it begins with one slash. */
const isPath = (url: string): boolean => url[0] === '/' && url[1] !== '/' && url[1] !== '\\';

/** Returns whether protocol, host and target of a request form a URL. The headers of a trusted proxy name the first two. */
export function hasValidUrl({ url = '', headers, socket }: IncomingMessage, trustProxy: TrustProxy): boolean {
  const forwarded = (name: 'host' | 'proto'): string | undefined => {
    const values = headers[`x-forwarded-${name}`];
    return values && trustProxy(socket.remoteAddress ?? '', 0) ? lastOf(String(values)) : undefined;
  };
  const host = forwarded('host') ?? headers.host ?? '';
  const protocol = forwarded('proto') ?? 'http';
  if (!HOST_FORMAT.test(host) || !HOST_FORMAT.test(headers.host ?? host)) return false;
  const origin = `${protocol}://${host}/`;
  // A path is valid under every host; another target can name a host of its own.
  return isPath(url) ? URL.canParse(origin) : URL.canParse(url, origin);
}

/** Returns the last value of a header: each proxy appends one. */
const lastOf = (values: string): string => values.slice(values.lastIndexOf(',') + 1).trim();

/**
 * Rejects compressed bodies (a small one can expand into a large one) and bodies in another charset than UTF-8 (GraphQL
 * over HTTP, "Media Types") with 415.
 */
export function checkBodyEncoding(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const encoding = request.headers['content-encoding'];
    const charset = /charset\s*=\s*"?([^\s";,]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (encoding !== undefined && encoding !== 'identity')
      reply
        .code(415)
        .header('accept-encoding', 'identity')
        .send(unsupportedBody('a body without Content-Encoding', encoding, 'identity'));
    else if (charset !== undefined && !/^utf-?8$/i.test(charset))
      reply.code(415).send(unsupportedBody('a body in UTF-8', charset, 'utf-8'));
    else done();
  });
}

const unsupportedBody = (expected: string, got: string, allowed: string) =>
  errorBody('UNSUPPORTED_BODY', `expected ${expected}, got ${JSON.stringify(got.slice(0, 40))}`, {
    allowed: [allowed],
  });

/** Rejects URLs that contain an API key: logs, browser histories and other sites would store it. */
export function rejectKeysInUrls(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    const hasKey = routeOptions.config.rejectsKeyParameters ? hasKeyInUrl(url) : containsKey(url);
    if (hasKey) reply.code(400).send(errorBody('KEY_IN_URL', KEY_IN_URL_MESSAGE));
    else done();
  });
}

/**
 * Gives the parser of a body a stream that ends. With `optimizeEmptyRequests`, Node reports no end of a body that a request does
 * not have, but for which it may name a media type.
 */
export function endEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw, method }, _reply, payload, done) => {
    done(null, raw.readableEnded && method !== 'GET' ? Readable.from([]) : payload);
  });
}

/** Redirects browsers that open the address of the graph. GraphQL requests have a query string or a body. */
export function redirectBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, url, headers, routeOptions }, reply, done) => {
    const { browserPath } = routeOptions.config;
    const isRead = method === 'GET' || method === 'HEAD';
    if (
      browserPath !== undefined &&
      isRead &&
      url === routeOptions.url &&
      headers.accept?.includes('text/html')
    )
      reply.header('cache-control', 'no-store').redirect(browserPath, 303);
    else done();
  });
}
