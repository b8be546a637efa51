import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { KEY_IN_URL_MESSAGE } from '../services/auth/keysInUrls.ts';
import { containsKey } from '../services/auth/token.ts';
import { type HttpErrorCode, errorBody } from '../core/errorBody.ts';

const UNREADABLE =
  'expected an address in which % stands before two hexadecimal digits of UTF-8, got one that cannot be read';

/**
 * Answers an address that the router cannot read, before any hook has seen the request: in the shape of other errors, and
 * without the address, which may hold a key.
 * @param observe hears with what code, as nothing else does
 */
export const rejectMalformedUrl =
  (observe: (code: HttpErrorCode) => void) =>
  ({ statusCode = 400 }: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const [code, message] = containsKey(request.url)
      ? (['KEY_IN_URL', KEY_IN_URL_MESSAGE] as const)
      : (['BAD_REQUEST', UNREADABLE] as const);
    observe(code);
    reply.code(statusCode).headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
    reply.send(errorBody(code, message));
  };
