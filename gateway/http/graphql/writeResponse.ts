import type { GraphQLResponse } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormattedExecutionResult, GraphQLError } from 'graphql';
import { rejectedResponse } from '../../graphql/operations/prepared/formatErrors.ts';
import { stringify } from '../../graphql/operations/run/responseData.ts';
import {
  completeEvent,
  nextEvent,
  ONLY_OPERATION,
} from '../../graphql/subscriptions/eventStream/eventWriter.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import { EVENT_STREAM_TYPE, GRAPHQL_RESPONSE_TYPE, type ResponseType, responseTypeOf } from './mediaTypes.ts';
import { statusOf } from './status.ts';

/** Proxies that compress event streams hold their events back. */
export const EVENT_STREAM_CACHE_CONTROL = 'no-store, no-transform';

/**
 * Sets status and headers of a response. Returns its body.
 * @param type undefined if the client accepts no type of a GraphQL response
 */
export function writeResponse(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  response: GraphQLResponse,
  type: ResponseType | undefined,
): string {
  const result = resultOf(response);
  const { accept } = headers;
  const status = statusOf({ status: response.http.status, ...result }, type === GRAPHQL_RESPONSE_TYPE);
  for (const [name, value] of response.http.headers) reply.header(name, value);
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
): string {
  if (response.http.status !== undefined) return writeResponse(request, reply, response, undefined);
  recordStream();
  reply.type(EVENT_STREAM_TYPE).header('cache-control', EVENT_STREAM_CACHE_CONTROL);
  const text = stringify(resultOf(response)).trimEnd();
  return [...nextEvent(ONLY_OPERATION, text), completeEvent(ONLY_OPERATION)].join('');
}

/** Records that the response to the current request is an event stream. */
export function recordStream(): void {
  const context = currentRequest();
  if (context) context.isStream = true;
}

/** Returns the result of an operation. There is no incremental delivery. */
export function resultOf({ body }: GraphQLResponse): FormattedExecutionResult {
  if (body.kind === 'single') return body.singleResult;
  throw new Error(`expected a response in one part, got ${body.kind}`);
}

/** Sets the status and the headers of an error outside of a GraphQL response. Returns its body. */
export function writeError(reply: FastifyReply, error: GraphQLError): FormattedExecutionResult {
  const { http, body } = rejectedResponse([error]);
  reply
    .code(http.status ?? 400)
    .headers({ ...Object.fromEntries(http.headers), 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8');
  return body.singleResult;
}
