import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { entityTagOf, isKnownToClient } from '../../core/entityTag.ts';
import { errorBody, type HttpErrorCode } from '../../core/errorBody.ts';
import { HttpError } from '../../core/httpError.ts';
import type { MaybePromise } from '../../core/maybePromise.ts';
import type { Scope } from '../../core/scopes.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { CLIENT_FILES, CLIENTS_PATH } from '../../graphql/schema/clients/clientFiles.ts';
import { printSdl } from '../../graphql/schema/printSdl.ts';
import type { ContractVersions } from '../../graphql/schema/versions/contractVersions.ts';
import { PRINCIPAL_HEADERS } from '../../services/auth/authenticate.ts';
import { acceptedEncoding, type Encoding, encodeBody } from '../cachedResponses/encodedBodies.ts';
import { VERSIONS_PATH, varyBy } from '../hooks/responseHeaders.ts';

/** Time for which shared caches may serve the public schema. */
const MAX_AGE_SECONDS = 60;
/** Each version stays the same, but access to it can change. */
const VERSION_MAX_AGE_SECONDS = 3600;
const SDL_SUFFIX = '.graphql';

const addVary = varyBy(...PRINCIPAL_HEADERS);

/** A text that is printed from the schema that a caller sees. */
interface SchemaText {
  readonly mediaType: string;
  print(schema: GraphQLSchema): string;
}

const SDL: SchemaText = {
  mediaType: 'application/graphql; charset=utf-8',
  print: (schema) => printSdl(schema),
};

export interface SdlServices {
  readonly graph: Pick<GraphServices, 'visibleSchemas' | 'authenticate' | 'persistedQueries'>;
  readonly contractVersions: Pick<ContractVersions, 'schema'>;
}

/**
 * Serves the schema that the caller's scopes open at `/schema.graphql`, what clients need to know of it at
 * `/docs/clients/<file>`, and the schema of each version of the contract at `/docs/schema/<version>.graphql`, to clients that may
 * query the graph. The caller needs an API key where anonymous access is off, or where anonymous clients may only run trusted
 * documents.
 */
export function serveSdl(app: FastifyInstance, { graph, contractVersions }: SdlServices): void {
  const { visibleSchemas, authenticate, persistedQueries } = graph;
  const bodies = new Map<SchemaText, Map<GraphQLSchema, ReturnType<typeof encodeOnce>>>();
  const bodyOf = (schema: GraphQLSchema, text: SchemaText) => {
    const ofText = bodies.get(text) ?? new Map<GraphQLSchema, ReturnType<typeof encodeOnce>>();
    const body = ofText.get(schema) ?? encodeOnce(Buffer.from(text.print(schema)));
    bodies.set(text, ofText.set(schema, body));
    return body;
  };
  /** @param read returns the schema that scopes open; undefined if the address does not exist */
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    maxAgeSeconds: number,
    read: (scopes: readonly Scope[]) => GraphQLSchema | undefined | Promise<GraphQLSchema | undefined>,
    text = SDL,
  ) => {
    const { headers, ip } = request;
    addVary(reply);
    try {
      const { caller, audience } = await authenticate({ headers, address: ip });
      const isAnonymous = caller.kind === 'anonymous';
      if (isAnonymous && persistedQueries.requiresTrustedDocuments) throw apiKeyRequired();
      const schema = await read(audience.scopes);
      if (schema === undefined) return reply.callNotFound();
      const body = bodyOf(schema, text);
      reply.header('etag', body.etag);
      const cacheControl = isAnonymous ? `public, max-age=${maxAgeSeconds}` : 'private, no-store';
      reply.header('cache-control', cacheControl);
      if (isKnownToClient(headers['if-none-match'], body.etag)) return reply.code(304).send();
      const encoding = acceptedEncoding(headers, body.bytes);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.type(text.mediaType).send(await body.encode(encoding));
    } catch (error) {
      if (error instanceof GraphQLError) return sendError(reply, error);
      throw error;
    }
  };
  const options = { compress: false, config: { kind: 'schema', hasDocsLinks: true } } as const;
  app.get('/schema.graphql', options, (request, reply) =>
    send(request, reply, MAX_AGE_SECONDS, visibleSchemas),
  );
  for (const file of CLIENT_FILES)
    app.get(`${CLIENTS_PATH}/${file.name}`, options, (request, reply) =>
      send(request, reply, MAX_AGE_SECONDS, visibleSchemas, file),
    );
  app.get<{ Params: { readonly file: string } }>(`${VERSIONS_PATH}/:file`, options, (request, reply) => {
    const { file } = request.params;
    if (!file.endsWith(SDL_SUFFIX)) return reply.callNotFound();
    const version = file.slice(0, -SDL_SUFFIX.length);
    return send(request, reply, VERSION_MAX_AGE_SECONDS, (scopes) =>
      contractVersions.schema(version, scopes),
    );
  });
}

/** A body that is encoded once per encoding. */
interface EncodedOnce {
  readonly bytes: number;
  readonly etag: string;
  encode(encoding: Encoding): MaybePromise<Buffer>;
}

/** Encodes a body once per encoding. */
function encodeOnce(body: Buffer): EncodedOnce {
  const encoded = new Map<Encoding, MaybePromise<Buffer>>();
  return {
    bytes: body.length,
    etag: entityTagOf(body),
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
