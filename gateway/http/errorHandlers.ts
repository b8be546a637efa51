import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { Sites } from '../config/sites.ts';
import { quoted } from '../core/describeValue.ts';
import { errorBody, type Figures, type HttpErrorCode } from '../core/errorBody.ts';
import { HttpError } from '../core/httpError.ts';
import { pathOf } from '../core/requestTarget.ts';
import { writeErrorToSocket } from '../core/socketError.ts';
import { recordErrors } from '../graphql/operations/telemetry.ts';
import { KEY_IN_URL_MESSAGE } from '../services/auth/keysInUrls.ts';
import { containsKey } from '../services/auth/token.ts';
import type { RateLimiter } from '../services/rateLimit/rateLimiter.ts';
import { exchangeOf } from './admission/exchange.ts';
import { GRAPHQL_ENDPOINT, MCP_ENDPOINT, STREAM_ENDPOINT } from './graphql/endpoints.ts';
import { writeError } from './graphql/writeResponse.ts';
import { drainBody, MAX_BODY_BYTES } from './hooks/rejectionCharge.ts';
import { DOCS_PATH, errorLinks, NO_SNIFF_HEADER, varyBy } from './hooks/responseHeaders.ts';

/** Longer client input is cut before a message repeats it. */
const MAX_ECHOED_URL_CHARACTERS = 100;

type ErrorText = readonly [code: HttpErrorCode, message: string, figures?: Figures];

/** Node's limit of the headers of a request. */
const MAX_HEADER_BYTES = 16 * 1024;
/** The time in which a request must arrive. */
export const MAX_REQUEST_SECONDS = 10;

/** Errors of Fastify's body parser, by status. They do not repeat the body, which can contain secrets. */
const BODY_ERRORS: Readonly<Record<number, (headers: IncomingHttpHeaders) => ErrorText>> = {
  400: () => ['BAD_REQUEST', 'expected a JSON body, got one that cannot be parsed; send valid JSON in UTF-8'],
  413: ({ 'content-length': length }) => [
    'UNSUPPORTED_BODY',
    `expected a body of at most 100 kB, got ${length === undefined ? 'a larger one' : `${length} bytes`}; send less, or the id of a persisted document`,
    { limit: MAX_BODY_BYTES, ...(length !== undefined && { actual: Number(length) }) },
  ],
  415: ({ 'content-type': type }) => [
    'UNSUPPORTED_BODY',
    `expected Content-Type application/json, got ${quoted(type)}; send JSON with that type`,
    { allowed: ['application/json'] },
  ],
};

/** Fastify's code of a QUERY request without a media type. */
const NO_CONTENT_TYPE = 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE';

type ParseError = readonly [status: number, ...ErrorText];

/** Errors of Node's HTTP parser, by error code. */
const PARSE_ERRORS: Readonly<Record<string, ParseError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'TOO_SLOW',
    'expected the headers within 5 s and the whole request within 10 s, got a slower one; send it again',
    { timeout: MAX_REQUEST_SECONDS },
  ],
  HPE_HEADER_OVERFLOW: [
    431,
    'HEADERS_TOO_LARGE',
    'expected a URL and headers of at most 16 KiB together, got larger ones; shorten the headers, or send the operation by POST or QUERY',
    { limit: MAX_HEADER_BYTES },
  ],
};
const NOT_HTTP = [400, 'BAD_REQUEST', 'expected an HTTP/1.1 request, got something else'] as const;

const MALFORMED_URL = 'expected a URL with valid percent-encoding of UTF-8, got a malformed one';

const addVary = varyBy('accept');

/**
 * Responds to unknown addresses, to other methods of the graph, and to errors outside GraphQL with an error in the GraphQL
 * format. Errors of the gateway itself (5xx) are logged; their message could contain anything, so clients do not see it.
 */
export function handleNotFound(
  app: FastifyInstance,
  rateLimiter: Pick<RateLimiter, 'charge'>,
  sites: Sites,
): void {
  const endpoints = [GRAPHQL_ENDPOINT, STREAM_ENDPOINT, ...(sites.mcp ? [MCP_ENDPOINT] : [])];
  const addresses = `GraphQL is at ${GRAPHQL_ENDPOINT.path}${sites.docs ? `, its documentation at ${DOCS_PATH}` : ''}`;
  app.setNotFoundHandler((request, reply) => {
    const exchange = exchangeOf(request.raw);
    if (exchange) exchange.kind = 'none';
    reply.header('cache-control', 'no-store');
    addVary(reply);
    const { method, url } = request;
    const path = pathOf(url);
    const endpoint = endpoints.find((each) => each.path === path);
    if (endpoint) return rejectMethod(request, reply, [...endpoint.methods, 'OPTIONS']);
    const message = `expected an address of this server, got ${method} ${truncate(url)}; ${addresses}`;
    return reply.code(404).send(errorBody('NOT_FOUND', message));
  });
  app.setErrorHandler(async (error: FastifyError | GraphQLError, request, reply) => {
    // An error without a code is one of the gateway.
    if (error instanceof GraphQLError && error.extensions.code !== undefined)
      return reply.send(writeError(reply, error));
    const { code: errorCode, statusCode: ownStatus } = error as FastifyError;
    const statusCode = errorCode === NO_CONTENT_TYPE ? 415 : (ownStatus ?? 500);
    reply.code(statusCode).header('cache-control', 'no-store');
    if (statusCode === 413) await drainBody(request, reply, rateLimiter);
    if (statusCode >= 500) {
      const { method, routeOptions } = request;
      request.log.error({ err: error, method, route: routeOptions.url }, 'internal error in a request');
      return reply.send(errorBody('INTERNAL_SERVER_ERROR', 'internal error; the cause is in the log'));
    }
    const [code, message, figures]: ErrorText = BODY_ERRORS[statusCode]?.(request.headers) ?? [
      'BAD_REQUEST',
      truncate(error.message),
    ];
    return reply.send(errorBody(code, message, figures));
  });
}

/**
 * Returns the handler of connections whose input is not a valid HTTP request, too slow or too large.
 * @param onRejected receives the error code; such input has no other trace in log or metrics
 */
export const handleParseErrors =
  (onRejected: (code: HttpErrorCode) => void) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const [status, code, message, figures]: ParseError = PARSE_ERRORS[error.code ?? ''] ?? NOT_HTTP;
    if (writeErrorToSocket(socket, new HttpError(status, code, message, [], figures))) onRejected(code);
  };

/**
 * Returns the handler of URLs that the router cannot decode; no hook runs for them. The response does not repeat the URL:
 * it may contain an API key.
 * @param hasDocs whether the documentation is served
 */
export const rejectMalformedUrl =
  (hasDocs: boolean) =>
  ({ statusCode = 400 }: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const [code, message]: ErrorText = containsKey(request.url)
      ? ['KEY_IN_URL', KEY_IN_URL_MESSAGE]
      : ['BAD_REQUEST', MALFORMED_URL];
    const body = errorBody(code, message);
    recordErrors(body.errors);
    reply.code(statusCode).headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
    reply.headers({ ...NO_SNIFF_HEADER, link: errorLinks(hasDocs) });
    reply.send(body);
  };

/** RFC 9110, 15.5.6. */
const rejectMethod = ({ method }: FastifyRequest, reply: FastifyReply, allowed: readonly string[]) =>
  reply
    .code(405)
    .header('allow', allowed.join(', '))
    .send(
      errorBody('METHOD_NOT_ALLOWED', `expected ${allowed.join(', ')}, got ${method}`, {
        allowed,
      }),
    );

const truncate = (text: string): string => text.slice(0, MAX_ECHOED_URL_CHARACTERS);
