import type { GraphQLResponse } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormattedExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { rejectedResponse } from '../../graphql/operations/prepared/formatErrors.ts';
import { stringify } from '../../graphql/operations/run/responseData.ts';
import {
  completeEvent,
  nextEvent,
  ONLY_OPERATION,
} from '../../graphql/subscriptions/eventStream/eventWriter.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import { EVENT_STREAM_TYPE, GRAPHQL_RESPONSE_TYPE, type ResponseType, responseTypeOf } from './mediaTypes.ts';

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

/** Returns a result of its own: a cached result is shared with other requests, and is partly a text. */
export const ownResultOf = (response: GraphQLResponse): FormattedExecutionResult =>
  JSON.parse(stringify(resultOf(response)));

/** Sets the status and the headers of an error outside of a GraphQL response. Returns its body. */
export function writeError(reply: FastifyReply, error: GraphQLError): FormattedExecutionResult {
  const { http, body } = rejectedResponse([error]);
  reply
    .code(http.status ?? 400)
    .headers({ ...Object.fromEntries(http.headers), 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8');
  return body.singleResult;
}

/** The part of a response that decides its status. */
interface StatusInput {
  /** The status that the operation or its rejection decides, such as 429. */
  readonly status: number | undefined;
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
}

/** `data` with `errors`. */
const PARTIAL_SUCCESS = 294;
/** The request is understood and its operation cannot be executed. */
const UNPROCESSABLE = 422;

/** The status of a response without `data`, by the code of its error; others have 422. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  GRAPHQL_PARSE_FAILED: 400,
  INTERNAL_SERVER_ERROR: 500,
};

/**
 * Returns the status of a response (GraphQL over HTTP, September 2026, "Status Codes").
 * @param getsGraphqlResponse true if the media type of the response is `application/graphql-response+json`
 */
function statusOf({ status, data, errors = [] }: StatusInput, getsGraphqlResponse: boolean): number {
  const code = String(errors[0]?.extensions?.code);
  if (data === undefined) return status ?? STATUS_BY_CODE[code] ?? UNPROCESSABLE;
  // A status of the operation must not hide its data.
  if (data === null && status !== undefined) return status;
  return errors.length > 0 && getsGraphqlResponse ? PARTIAL_SUCCESS : 200;
}
