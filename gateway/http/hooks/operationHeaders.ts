import type { onSendHookHandler } from 'fastify';
import {
  COST_DEBUG_HEADER,
  DEPRECATIONS_REQUEST_HEADER,
} from '../../graphql/operations/extensions/requestedExtensions.ts';
import { PRINCIPAL_HEADERS } from '../../services/auth/authenticate.ts';
import { RESPONSE_HEADERS, varyBy } from './responseHeaders.ts';

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
