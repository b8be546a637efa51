import Negotiator from 'negotiator';
import type { StatusRules } from '../../config/config.ts';

export const GRAPHQL_RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
/** The media type of subscriptions over HTTP (graphql-sse). */
export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8';

/** A media type of GraphQL responses. */
export type ResponseType = typeof GRAPHQL_RESPONSE_TYPE | typeof JSON_TYPE;
export type AcceptedType = ResponseType | typeof EVENT_STREAM_TYPE;

/** Types in the order of preference of the server. */
const TYPES: Readonly<Record<StatusRules, readonly AcceptedType[]>> = {
  '2026': [GRAPHQL_RESPONSE_TYPE, JSON_TYPE, EVENT_STREAM_TYPE],
  legacy: [JSON_TYPE, GRAPHQL_RESPONSE_TYPE, EVENT_STREAM_TYPE],
};

/** Returns the media type that a client prefers; undefined if it accepts none. */
export const negotiateType = (accept: string | undefined, rules: StatusRules): AcceptedType | undefined =>
  accept === undefined || accept === '*/*'
    ? TYPES[rules][0]
    : new Negotiator({ headers: { accept } }).mediaType(TYPES[rules]);

/** Returns whether a client accepts `application/json` and does not know `application/graphql-response+json`. */
export const isJsonOnly = (accept = ''): boolean =>
  /application\/json/i.test(accept) && !/graphql-response\+json/i.test(accept);

/**
 * Returns the media type of a response. Under the rules of 2026, a client that accepts only `application/json` gets errors
 * as `application/graphql-response+json`, by which it can tell them from those of a proxy.
 * @param type the type that the client prefers; undefined if it accepts none
 */
export function responseTypeOf(
  type: ResponseType | undefined,
  { status, accept, rules }: { status: number; accept: string | undefined; rules: StatusRules },
): ResponseType {
  if (!type) return JSON_TYPE;
  return rules === '2026' && status >= 300 && isJsonOnly(accept) ? GRAPHQL_RESPONSE_TYPE : type;
}
