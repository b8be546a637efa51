import { GraphQLError } from 'graphql';
import { type Caller, identityOf } from '../../../core/context.ts';
import { describeType, quoted } from '../../../core/describeValue.ts';
import { HttpError } from '../../../core/httpError.ts';
import { andThen, type MaybePromise } from '../../../core/maybePromise.ts';
import type { RequestedDocument } from '../../../core/operationRequest.ts';
import type { RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import type { DocumentSource } from '../../../services/telemetry/requestMetrics.ts';
import { type DocumentStore, documentId } from './documentStore.ts';

export interface PersistedQueryOptions {
  readonly store: DocumentStore;
  /** Charges callers for the documents that they register. */
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
  /** True if callers without a key can execute trusted documents only. */
  readonly requiresTrustedDocuments: boolean;
  /** Runs for each document with its source. */
  observe?(source: DocumentSource): void;
}

/**
 * Returns the document of a request over HTTP or a WebSocket, without parsing it. A request names a document by its text, by
 * `documentId` or by the extension of Apollo's protocol. With a text and an id, the document is stored once it is executed.
 * @throws GraphQLError `BAD_GRAPHQL_REQUEST`, `DOCUMENT_NOT_TRUSTED`, `PERSISTED_QUERY_MISMATCH` or `PERSISTED_QUERY_NOT_FOUND`
 */
export function resolveDocument(
  options: PersistedQueryOptions,
  caller: Caller,
  request: DocumentRequest,
): MaybePromise<RequestedDocument> {
  const { store, requiresTrustedDocuments, observe } = options;
  const text = typeof request.query === 'string' && request.query !== '' ? request.query : undefined;
  const named = readDocumentId(request, store);
  if (text === undefined && !named) throw noDocument();
  const hash = text === undefined ? named?.hash : documentId(text);
  const isTrusted = hash !== undefined && store.isTrusted(hash);
  const isAllowed = !requiresTrustedDocuments || caller.kind !== 'anonymous' || isTrusted;
  const rejection =
    (!isAllowed && notTrusted(hash)) ||
    named?.error ||
    (text !== undefined && named && named.hash !== hash && mismatch(named, hash as string));
  if (rejection) {
    observe?.('rejected');
    throw rejection;
  }
  if (text !== undefined) {
    const id = hash as string;
    observe?.('text');
    const document = { text, hash: id, isById: false, isTrusted };
    return named ? { ...document, persist: () => registerDocument(options, caller, id, text) } : document;
  }
  observe?.(isTrusted ? 'trusted' : 'persisted');
  return andThen(store.get(hash), (found) => {
    if (hash === undefined || found === undefined) throw notFound();
    return { text: found, hash, isById: true, isTrusted };
  });
}

const noDocument = () =>
  new HttpError(
    422,
    'BAD_GRAPHQL_REQUEST',
    'expected a GraphQL document as `query`, or the id of a persisted one as `documentId`, got none',
  );

const notTrusted = (hash: string | undefined) =>
  new HttpError(
    403,
    'DOCUMENT_NOT_TRUSTED',
    `expected a trusted document of this deployment, got ${hash === undefined ? 'an unknown id' : `that with the SHA-256 ${quoted(hash)}`}; use an API key, or have the document registered`,
  );

/** Clients of Apollo's protocol recognize this message and send the text. */
const notFound = () =>
  new GraphQLError('PersistedQueryNotFound', { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } });

/** A requested document: its text, its id, or both. An empty text counts as none, because WebSocket clients must send one. */
export interface DocumentRequest {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The id of a document in a request. */
export interface NamedDocument {
  /** The parameter that contains it. */
  readonly parameter: string;
  /** The SHA-256 of the document in hexadecimal; undefined if the id is malformed or unknown. */
  readonly hash: string | undefined;
  /** The error of a malformed id. */
  readonly error: HttpError | undefined;
}

const SHA256_PREFIX = 'sha256:';
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Reads the id of a document: `documentId`, or else the extension of Apollo's protocol. A `documentId` is `sha256:` and the
 * hash in hexadecimal, the hash alone, or a name in a manifest (GraphQL over HTTP, appendix "Persisted Documents").
 * @returns undefined if the request has none
 */
function readDocumentId(
  { documentId, extensions }: DocumentRequest,
  { idOf }: Pick<DocumentStore, 'idOf'>,
): NamedDocument | undefined {
  if (documentId !== undefined && documentId !== null && documentId !== '')
    return { parameter: 'documentId', ...readId(documentId, idOf) };
  const extension = (extensions?.persistedQuery ?? undefined) as PersistedQueryExtension | undefined;
  if (extension === undefined) return undefined;
  const { version, sha256Hash } = extension;
  const isWellFormed = version === 1 && typeof sha256Hash === 'string';
  return {
    parameter: 'sha256Hash',
    hash: typeof sha256Hash === 'string' ? sha256Hash : undefined,
    error: isWellFormed ? undefined : malformedExtension(extension),
  };
}

function readId(id: unknown, idOf: DocumentStore['idOf']): Pick<NamedDocument, 'hash' | 'error'> {
  if (typeof id !== 'string') return { hash: undefined, error: malformedId(describeType(id)) };
  const hash = id.startsWith(SHA256_PREFIX) ? id.slice(SHA256_PREFIX.length) : id;
  if (SHA256.test(hash)) return { hash, error: undefined };
  // Other prefixes are reserved.
  return id.includes(':')
    ? { hash: undefined, error: malformedId(quoted(id)) }
    : { hash: idOf(id), error: undefined };
}

interface PersistedQueryExtension {
  readonly version?: unknown;
  readonly sha256Hash?: unknown;
}

const malformedId = (got: string) =>
  new HttpError(
    422,
    'PERSISTED_QUERY_MISMATCH',
    `expected \`documentId\` as "sha256:" and 64 lower-case hexadecimal digits, or as a name in a manifest, got ${got}`,
  );

const malformedExtension = ({ version, sha256Hash }: PersistedQueryExtension) =>
  new HttpError(
    422,
    'PERSISTED_QUERY_MISMATCH',
    `expected \`extensions.persistedQuery\` as {"version": 1, "sha256Hash": "…"}, got ${typeof version === 'number' ? version : describeType(version)} as version and ${describeType(sha256Hash)} as sha256Hash`,
  );

/** Creates the error of an id that does not belong to the text. @param hash of the text */
const mismatch = ({ parameter, hash: given }: NamedDocument, hash: string) =>
  new HttpError(
    422,
    'PERSISTED_QUERY_MISMATCH',
    `expected \`${parameter}\` to be the SHA-256 of \`query\` in hexadecimal, ${hash}, got ${quoted(given)}; hash the exact text that you send`,
  );

/** Points of registering a document. The default rate limit of an address pays for 20 a second. */
const REGISTRATION_COST = 100;

interface RegistrationOptions {
  readonly store: DocumentStore;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
}

/**
 * Stores a document that has passed all limits, and charges the caller for a new one. A caller with too few points can
 * execute the document, but has to send its text again.
 */
async function registerDocument(
  { store, rateLimiter }: RegistrationOptions,
  caller: Caller,
  id: string,
  text: string,
): Promise<void> {
  if (store.has(id)) return;
  const charge = await rateLimiter.charge(caller, REGISTRATION_COST);
  if (charge?.isGranted ?? true) store.put(id, text, identityOf(caller));
}
