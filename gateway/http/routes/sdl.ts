import type { FastifyInstance, FastifyReply } from 'fastify';
import { GraphQLError } from 'graphql';
import { errorBody, type HttpErrorCode } from '../../core/errorBody.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import {
  acceptedEncoding,
  type Encoding,
  encodeBody,
} from '../../graphql/operations/responseCache/encodedBodies.ts';
import { printSdl } from '../../graphql/schema/printSdl.ts';
import { HttpError } from '../../services/auth/authErrors.ts';
import { addVary } from '../hooks/responseHeaders.ts';

/** Time for which shared caches may serve the public schema. */
const MAX_AGE_SECONDS = 60;
/** Request headers that the response depends on. */
const VARY_HEADERS = ['Authorization', 'X-Api-Key', 'X-Perspective'];

/**
 * Serves the schema at `/schema.graphql` to clients that may query the graph: it needs an API key where anonymous access
 * is off, or where anonymous clients may only run trusted documents.
 */
export function serveSdl(
  app: FastifyInstance,
  {
    schema,
    authenticate,
    persistedQueries,
  }: Pick<GraphServices, 'schema' | 'authenticate' | 'persistedQueries'>,
): void {
  const sdl = Buffer.from(printSdl(schema));
  const encodedSdl = encodeOnce(sdl);
  app.get('/schema.graphql', { compress: false }, async ({ headers, ip }, reply) => {
    addVary(reply, ...VARY_HEADERS);
    try {
      const { caller } = await authenticate({ headers, address: ip });
      const isAnonymous = caller.kind === 'anonymous';
      if (isAnonymous && persistedQueries.requiresTrustedDocuments) throw apiKeyRequired();
      const encoding = acceptedEncoding(headers, sdl.length);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply
        .header('cache-control', isAnonymous ? `public, max-age=${MAX_AGE_SECONDS}` : 'private, no-store')
        .type('application/graphql; charset=utf-8')
        .send(await encodedSdl(encoding));
    } catch (error) {
      if (error instanceof GraphQLError) return sendError(reply, error);
      throw error;
    }
  });
}

/** Returns a function that encodes a body once per encoding. */
function encodeOnce(body: Buffer): (encoding: Encoding) => Promise<Buffer> {
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const result = encoded.get(encoding) ?? encodeBody(body, encoding);
    encoded.set(encoding, result);
    return result;
  };
}

const apiKeyRequired = (): HttpError =>
  new HttpError(
    403,
    'DOCUMENT_NOT_TRUSTED',
    'expected an API key, because anonymous clients of this deployment may only run trusted documents, got none',
  );

/** Sends an authentication error with the status and headers in its `extensions.http`, as `/graphql` does. */
function sendError(reply: FastifyReply, { message, extensions }: GraphQLError): FastifyReply {
  const { status = 400, headers = [] } = (extensions.http ?? {}) as {
    status?: number;
    headers?: Iterable<readonly [string, string]>;
  };
  return reply
    .code(status)
    .headers({ ...Object.fromEntries(headers), 'cache-control': 'private, no-store' })
    .send(errorBody(extensions.code as HttpErrorCode, message, extensions.retryAfter as number | undefined));
}
