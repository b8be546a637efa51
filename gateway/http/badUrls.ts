import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { REFUSED_IN_URL } from '../keys/keysInUrls.ts';
import { holdsKey } from '../keys/token.ts';
import { type RefusalCode, refusalOf } from './refusal.ts';

const UNREADABLE =
  'expected an address in which % stands before two hexadecimal digits of UTF-8, got one that cannot be read';

/**
 * Answers an address that the router cannot read, before any hook has seen the request: in the shape of other errors, and
 * without the address, which may hold a key.
 * @param observe hears with what code, as nothing else does
 */
export const answerBadUrl =
  (observe: (code: RefusalCode) => void) =>
  ({ statusCode = 400 }: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const [code, message] = holdsKey(request.url)
      ? (['KEY_IN_URL', REFUSED_IN_URL] as const)
      : (['BAD_REQUEST', UNREADABLE] as const);
    observe(code);
    reply.code(statusCode).headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
    reply.send(refusalOf(code, message));
  };
