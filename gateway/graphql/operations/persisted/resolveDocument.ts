import { GraphQLError } from 'graphql';
import type { Caller } from '../../../core/context.ts';
import { quoted } from '../../../core/describeValue.ts';
import { HttpError } from '../../../core/httpError.ts';
import type { RequestedDocument } from '../../../core/operationRequest.ts';
import type { RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import type { DocumentSource } from '../../../services/telemetry/requestMetrics.ts';
import type { DocumentStore } from './documentStore.ts';
import { documentId } from './manifest.ts';
import { type DocumentRequest, mismatch, readDocumentId } from './readDocumentId.ts';
import { registerDocument } from './registerDocument.ts';

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
export async function resolveDocument(
  options: PersistedQueryOptions,
  caller: Caller,
  request: DocumentRequest,
): Promise<RequestedDocument> {
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
  const found = await store.get(hash);
  if (hash === undefined || found === undefined) throw notFound();
  return { text: found, hash, isById: true, isTrusted };
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
