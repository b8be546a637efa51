import type { FastifyInstance, FastifyReply } from 'fastify';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { errorBody, type HttpErrorCode } from '../../core/errorBody.ts';
import { HttpError } from '../../core/httpError.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import {
  acceptedEncoding,
  type Encoding,
  encodeBody,
} from '../../graphql/operations/responseCache/encodedBodies.ts';
import { printSdl } from '../../graphql/schema/printSdl.ts';
import { PRINCIPAL_HEADERS } from '../../services/auth/authenticate.ts';
import { varyBy } from '../hooks/responseHeaders.ts';

/** Time for which shared caches may serve the public schema. */
const MAX_AGE_SECONDS = 60;

const addVary = varyBy(...PRINCIPAL_HEADERS);

/**
 * Serves the schema that the caller's scopes open at `/schema.graphql` to clients that may query the graph: it needs an API
 * key where anonymous access is off, or where anonymous clients may only run trusted documents.
 */
export function serveSdl(
  app: FastifyInstance,
  {
    visibleSchemas,
    authenticate,
    persistedQueries,
  }: Pick<GraphServices, 'visibleSchemas' | 'authenticate' | 'persistedQueries'>,
): void {
  const printed = new Map<GraphQLSchema, ReturnType<typeof encodeOnce>>();
  const print = (schema: GraphQLSchema) => {
    const sdl = printed.get(schema) ?? encodeOnce(Buffer.from(printSdl(schema)));
    printed.set(schema, sdl);
    return sdl;
  };
  app.get(
    '/schema.graphql',
    { compress: false, config: { kind: 'schema' } },
    async ({ headers, ip }, reply) => {
      addVary(reply);
      try {
        const { caller, audience } = await authenticate({ headers, address: ip });
        const isAnonymous = caller.kind === 'anonymous';
        if (isAnonymous && persistedQueries.requiresTrustedDocuments) throw apiKeyRequired();
        const sdl = print(visibleSchemas(audience.scopes));
        const encoding = acceptedEncoding(headers, sdl.bytes);
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        return reply
          .header('cache-control', isAnonymous ? `public, max-age=${MAX_AGE_SECONDS}` : 'private, no-store')
          .type('application/graphql; charset=utf-8')
          .send(await sdl.encode(encoding));
      } catch (error) {
        if (error instanceof GraphQLError) return sendError(reply, error);
        throw error;
      }
    },
  );
}

/** Encodes a body once per encoding. */
function encodeOnce(body: Buffer): { readonly bytes: number; encode(encoding: Encoding): Promise<Buffer> } {
  const encoded = new Map<Encoding, Promise<Buffer>>();
  return {
    bytes: body.length,
    encode(encoding) {
      const result = encoded.get(encoding) ?? encodeBody(body, encoding);
      encoded.set(encoding, result);
      return result;
    },
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
    .send(
      errorBody(
        extensions.code as HttpErrorCode,
        message,
        typeof extensions.retryAfter === 'number' ? { retryAfter: extensions.retryAfter } : {},
      ),
    );
}
