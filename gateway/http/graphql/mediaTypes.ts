import Negotiator from 'negotiator';
import type { StatusRules } from './status.ts';

export const GRAPHQL_RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';

/** A media type of GraphQL responses. */
export type ResponseType = typeof GRAPHQL_RESPONSE_TYPE | typeof JSON_TYPE;

/** Types in the order of preference of the server. */
const TYPES: Readonly<Record<StatusRules, readonly ResponseType[]>> = {
  legacy: [JSON_TYPE, GRAPHQL_RESPONSE_TYPE],
};

/** Returns the media type of the response that a client prefers; undefined if it accepts none. */
export const negotiateType = (accept: string | undefined, rules: StatusRules): ResponseType | undefined =>
  new Negotiator({ headers: { accept } }).mediaType(TYPES[rules]);

/** Returns whether a client accepts `application/json` and does not know `application/graphql-response+json`. */
export const acceptsJsonOnly = (accept = ''): boolean =>
  /application\/json/i.test(accept) && !/graphql-response\+json/i.test(accept);
