import { GraphQLError } from 'graphql';
import type { Caller } from '../../../core/context.ts';
import type { RequestedDocument } from '../../../core/operationRequest.ts';
import { HttpError } from '../../../services/auth/authErrors.ts';
import type { RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import type { DocumentSource } from '../../../services/telemetry/requestMetrics.ts';
import type { DocumentStore } from './documentStore.ts';
import { documentId } from './manifest.ts';
import { registerDocument } from './registerDocument.ts';

/** A requested document: its text, its id, or both. An empty text counts as none, because WebSocket clients must send one. */
export interface DocumentRequest {
  readonly query?: unknown;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

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
 * Returns the document of a request over HTTP or a WebSocket, without parsing it.
 * @throws GraphQLError `BAD_REQUEST`, `DOCUMENT_NOT_TRUSTED`, `PERSISTED_QUERY_MISMATCH` or `PERSISTED_QUERY_NOT_FOUND`
 */
export async function resolveDocument(
  options: PersistedQueryOptions,
  caller: Caller,
  request: DocumentRequest,
): Promise<RequestedDocument> {
  const { store, requiresTrustedDocuments, observe } = options;
  const text = typeof request.query === 'string' && request.query !== '' ? request.query : undefined;
  const extension = extensionOf(request);
  const hash = text === undefined ? extension?.sha256Hash : documentId(text);
  if (hash === undefined) throw noDocument();
  const isTrusted = typeof hash === 'string' && store.isTrusted(hash);
  const isAllowed = !requiresTrustedDocuments || caller.kind !== 'anonymous' || isTrusted;
  const rejection =
    (!isAllowed && notTrusted()) ||
    (extension && !isWellFormed(extension) && malformed()) ||
    (extension && text !== undefined && extension.sha256Hash !== hash && mismatch());
  if (rejection) {
    observe?.('rejected');
    throw rejection;
  }
  const id = hash as string;
  if (text !== undefined) {
    observe?.('text');
    const document = { text, hash: id, isById: false };
    return extension ? { ...document, persist: () => registerDocument(options, caller, id, text) } : document;
  }
  observe?.(isTrusted ? 'trusted' : 'persisted');
  const found = await store.get(id);
  if (found === undefined) throw notFound();
  return { text: found, hash: id, isById: true };
}

interface PersistedQueryExtension {
  readonly version?: unknown;
  readonly sha256Hash?: unknown;
}

const isWellFormed = ({ version, sha256Hash }: PersistedQueryExtension): boolean =>
  version === 1 && typeof sha256Hash === 'string';

const extensionOf = ({ extensions }: DocumentRequest): PersistedQueryExtension | undefined =>
  (extensions?.persistedQuery as PersistedQueryExtension | null | undefined) ?? undefined;

const noDocument = () =>
  new HttpError(
    400,
    'BAD_REQUEST',
    'expected a GraphQL document as `query`, or the id of a persisted one, got none',
  );

const notTrusted = () =>
  new HttpError(
    403,
    'DOCUMENT_NOT_TRUSTED',
    'expected a trusted document of this deployment, got another; use an API key, or have the document registered',
  );

const malformed = () =>
  new HttpError(
    400,
    'PERSISTED_QUERY_MISMATCH',
    'expected `extensions.persistedQuery` as {"version": 1, "sha256Hash": "…"}, got another value',
  );

const mismatch = () =>
  new HttpError(
    400,
    'PERSISTED_QUERY_MISMATCH',
    'expected `sha256Hash` to be the SHA-256 of `query` in hexadecimal, got another; hash the exact text that you send',
  );

/** Clients recognize this message and send the text. */
const notFound = () =>
  new GraphQLError('PersistedQueryNotFound', { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } });
