import type { FastifyInstance, FastifyReply } from 'fastify';
import { GraphQLError, printSchema } from 'graphql';
import { HttpError } from '../../services/auth/authErrors.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { type HttpErrorCode, errorBody } from '../../core/errorBody.ts';

/** Seconds for which stores may repeat the schema to everybody. */
const FRESH = 60;

/**
 * The whole schema at `/schema.graphql`, for whoever may ask the graph for it: where reading takes a key, or documents
 * have to be registered, this takes a key too.
 */
export function serveSdl(
  app: FastifyInstance,
  { schema, authenticate, persistedQueries }: Pick<GraphServices, 'schema' | 'authenticate' | 'persistedQueries'>,
): void {
  const sdl = printSchema(schema);
  app.get('/schema.graphql', async ({ headers, ip }, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    try {
      const { caller } = await authenticate({ headers, address: ip });
      const isAnybody = caller.kind === 'anonymous';
      if (isAnybody && persistedQueries.trustedOnly) throw notForEverybody();
      return reply
        .header('cache-control', isAnybody ? `public, max-age=${FRESH}` : 'private, no-store')
        .type('application/graphql; charset=utf-8')
        .send(sdl);
    } catch (error) {
      if (error instanceof GraphQLError) return refuse(reply, error);
      throw error;
    }
  });
}

const notForEverybody = (): HttpError =>
  new HttpError(
    403,
    'DOCUMENT_NOT_TRUSTED',
    'expected a key, since this deployment answers registered documents alone to those without, got none',
  );

/** As the graph answers what the doorkeeper refuses: its status and its headers stand in the error. */
function refuse(reply: FastifyReply, { message, extensions }: GraphQLError): FastifyReply {
  const { status = 400, headers = [] } = (extensions.http ?? {}) as {
    status?: number;
    headers?: Iterable<readonly [string, string]>;
  };
  return reply
    .code(status)
    .headers({ ...Object.fromEntries(headers), 'cache-control': 'private, no-store' })
    .send(errorBody(extensions.code as HttpErrorCode, message));
}
