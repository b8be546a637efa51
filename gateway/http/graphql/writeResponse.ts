import { type GraphQLResponse, HeaderMap } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormattedExecutionResult, GraphQLError } from 'graphql';
import { formatError } from '../../core/errors.ts';
import { HttpError } from '../../core/httpError.ts';
import { completeEvent, nextEvent, ONLY_OPERATION } from '../../graphql/subscriptions/eventStream/events.ts';
import { EVENT_STREAM_TYPE, GRAPHQL_RESPONSE_TYPE, type ResponseType, responseTypeOf } from './mediaTypes.ts';
import { statusOf } from './status.ts';

/** Proxies that compress event streams hold their events back. */
export const EVENT_STREAM_CACHE_CONTROL = 'no-store, no-transform';

interface WriteOptions {
  /** Undefined if the client accepts no type of a GraphQL response. */
  readonly type: ResponseType | undefined;
  stringify(result: FormattedExecutionResult): string;
}

/** Sets status and headers of a response. Returns its body. */
export function writeResponse(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  response: GraphQLResponse,
  { type, stringify }: WriteOptions,
): string {
  const result = resultOf(response);
  const { accept } = headers;
  const status = statusOf({ status: response.http.status, ...result }, type === GRAPHQL_RESPONSE_TYPE);
  reply.headers(Object.fromEntries(response.http.headers));
  reply.code(status).type(responseTypeOf(type, { status, accept }));
  return stringify(result);
}

/**
 * Writes the result of an operation as the events of a stream that ends with it (graphql-sse). A response with a status of
 * its own, such as 429, is no event stream: clients and proxies react to the status.
 */
export function writeEvents(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  response: GraphQLResponse,
  { stringify }: Omit<WriteOptions, 'type'>,
): string {
  if (response.http.status !== undefined)
    return writeResponse(request, reply, response, { type: undefined, stringify });
  reply.type(EVENT_STREAM_TYPE).header('cache-control', EVENT_STREAM_CACHE_CONTROL);
  const text = stringify(resultOf(response)).trimEnd();
  return [...nextEvent(ONLY_OPERATION, text), completeEvent(ONLY_OPERATION)].join('');
}

/** Returns the result of an operation. There is no incremental delivery. */
export function resultOf({ body }: GraphQLResponse): FormattedExecutionResult {
  if (body.kind === 'single') return body.singleResult;
  throw new Error(`expected a response in one part, got ${body.kind}`);
}

/** HTTP statuses of rejections by a limit. */
const LIMIT_STATUSES: Readonly<Record<string, number>> = { RATE_LIMITED: 429, OVERLOADED: 503 };

/** Returns the response to a request that is rejected before its operation is executed. */
export function rejection(errors: readonly GraphQLError[]): GraphQLResponse {
  const [error] = errors as [GraphQLError];
  const { code, retryAfter } = error.extensions;
  const isHttpError = error instanceof HttpError;
  const status = isHttpError ? error.status : LIMIT_STATUSES[String(code)];
  const headers = new HeaderMap(isHttpError ? error.headers : []);
  if (status !== undefined && retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  return {
    http: { status, headers },
    body: {
      kind: 'single',
      singleResult: { errors: errors.map((each) => formatError(each.toJSON(), each)) },
    },
  };
}

/** Sends the errors of a request that is no GraphQL request, with their status and headers. */
export function sendRejection(reply: FastifyReply, errors: readonly GraphQLError[]): FastifyReply {
  const response = rejection(errors);
  return reply
    .code(response.http.status ?? 400)
    .headers({ ...Object.fromEntries(response.http.headers), 'cache-control': 'no-store' })
    .send(resultOf(response));
}
