import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { entityTagOf, isKnownToClient } from '../../core/entityTag.ts';
import { HttpError } from '../../core/httpError.ts';
import type { Scope } from '../../core/scopes.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { CLIENT_FILES, CLIENTS_PATH } from '../../graphql/schema/clients/clientFiles.ts';
import { printSdl } from '../../graphql/schema/printSdl.ts';
import type { ContractVersions } from '../../graphql/schema/versions/contractVersions.ts';
import { PRINCIPAL_HEADERS } from '../../services/auth/authenticate.ts';
import { clientIpOf } from '../admission/exchange.ts';
import { acceptedEncoding, type EncodedBodies } from '../cachedResponses/encodedBodies.ts';
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
  readonly bodies: EncodedBodies;
}

/**
 * Serves the schema that the caller's scopes open at `/schema.graphql`, what clients need to know of it at
 * `/docs/clients/<file>`, and the schema of each version of the contract at `/docs/schema/<version>.graphql`, to clients that may
 * query the graph. The caller needs an API key where anonymous access is off, or where anonymous clients may only run trusted
 * documents.
 */
export function serveSdl(app: FastifyInstance, { graph, contractVersions, bodies }: SdlServices): void {
  const { visibleSchemas, authenticate, persistedQueries } = graph;
  const printed = new Map<SchemaText, Map<GraphQLSchema, PrintedText>>();
  const printedOf = (schema: GraphQLSchema, text: SchemaText): PrintedText => {
    const ofText = printed.get(text) ?? new Map<GraphQLSchema, PrintedText>();
    const known = ofText.get(schema) ?? printedText(text.print(schema));
    printed.set(text, ofText.set(schema, known));
    return known;
  };
  /** @param read returns the schema that scopes open; undefined if the address does not exist */
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    maxAgeSeconds: number,
    read: (scopes: readonly Scope[]) => GraphQLSchema | undefined | Promise<GraphQLSchema | undefined>,
    text = SDL,
  ) => {
    const { headers } = request;
    addVary(reply);
    const { caller, audience } = await authenticate({ headers, address: clientIpOf(request) });
    const isAnonymous = caller.kind === 'anonymous';
    if (isAnonymous && persistedQueries.requiresTrustedDocuments) throw apiKeyRequired();
    const schema = await read(audience.scopes);
    if (schema === undefined) return reply.callNotFound();
    const { body, etag } = printedOf(schema, text);
    reply.header('etag', etag);
    reply.header('cache-control', isAnonymous ? `public, max-age=${maxAgeSeconds}` : 'private, no-store');
    if (isKnownToClient(headers['if-none-match'], etag)) return reply.code(304).send();
    const encoding = acceptedEncoding(headers, body.length);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(text.mediaType).send(await bodies.get(etag, () => body, encoding));
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

/** A text in UTF-8. */
interface PrintedText {
  readonly body: Buffer;
  readonly etag: string;
}

const printedText = (text: string): PrintedText => ({ body: Buffer.from(text), etag: entityTagOf(text) });

const apiKeyRequired = (): HttpError =>
  new HttpError(
    403,
    'DOCUMENT_NOT_TRUSTED',
    'expected an API key, because anonymous clients of this deployment may only run trusted documents, got none',
  );
