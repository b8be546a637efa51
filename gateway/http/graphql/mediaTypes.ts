import Negotiator from 'negotiator';

export const GRAPHQL_RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
/** The media type of subscriptions over HTTP (graphql-sse). */
export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8';

/** A media type of GraphQL responses. */
export type ResponseType = typeof GRAPHQL_RESPONSE_TYPE | typeof JSON_TYPE;
export type AcceptedType = ResponseType | typeof EVENT_STREAM_TYPE;

/** Types in the order of preference of the server. */
const TYPES: readonly AcceptedType[] = [GRAPHQL_RESPONSE_TYPE, JSON_TYPE, EVENT_STREAM_TYPE];

/** Returns the media type that a client prefers; undefined if it accepts none. */
export const negotiateType = (accept: string | undefined): AcceptedType | undefined =>
  accept === undefined || accept === '*/*'
    ? GRAPHQL_RESPONSE_TYPE
    : new Negotiator({ headers: { accept } }).mediaType(TYPES);

/** Returns whether a client accepts `application/json` and does not know `application/graphql-response+json`. */
const isJsonOnly = (accept = ''): boolean =>
  /application\/json/i.test(accept) && !/graphql-response\+json/i.test(accept);

/**
 * Returns the media type of a response. A client that accepts only `application/json` gets errors as
 * `application/graphql-response+json`, by which it can tell them from the errors of a proxy.
 * @param type the type that the client prefers; undefined if it accepts none
 */
export function responseTypeOf(
  type: ResponseType | undefined,
  { status, accept }: { status: number; accept: string | undefined },
): ResponseType {
  if (!type) return JSON_TYPE;
  return status >= 300 && isJsonOnly(accept) ? GRAPHQL_RESPONSE_TYPE : type;
}
