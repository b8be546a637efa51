import type { FastifyInstance, FastifyReply } from 'fastify';
import { GraphQLError, printSchema } from 'graphql';
import { errorBody, type HttpErrorCode } from '../../core/errorBody.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { HttpError } from '../../services/auth/authErrors.ts';

/** Time for which shared caches may serve the public schema. */
const MAX_AGE_SECONDS = 60;

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
  const sdl = printSchema(schema);
  app.get('/schema.graphql', async ({ headers, ip }, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    try {
      const { caller } = await authenticate({ headers, address: ip });
      const isAnonymous = caller.kind === 'anonymous';
      if (isAnonymous && persistedQueries.requiresTrustedDocuments) throw apiKeyRequired();
      return reply
        .header('cache-control', isAnonymous ? `public, max-age=${MAX_AGE_SECONDS}` : 'private, no-store')
        .type('application/graphql; charset=utf-8')
        .send(sdl);
    } catch (error) {
      if (error instanceof GraphQLError) return sendError(reply, error);
      throw error;
    }
  });
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
    .send(errorBody(extensions.code as HttpErrorCode, message));
}
