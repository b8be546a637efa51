import type { ApolloServerOptions, ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Caller, Context } from '../../../core/context.ts';
import { HttpError } from '../../../services/auth/authErrors.ts';
import type { RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import type { DocumentSource } from '../../../services/telemetry/requestMetrics.ts';
import type { DocumentStore } from './documentStore.ts';
import { documentId } from './manifest.ts';
import { registerDocument } from './registerDocument.ts';
import { rejectBeforeParsing } from './rejectBeforeParsing.ts';

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
 * Rejects untrusted documents, and ids that do not match their text, before parsing, and registers documents that have
 * passed all limits. Checks the request as Apollo Server has read it, so that the checked document is the executed one.
 */
export const trustedDocuments = (options: PersistedQueryOptions): ApolloServerPlugin<Context> => ({
  async requestDidStart({ request, contextValue }: GraphQLRequestContext<Context>) {
    const rejection = rejectionOf(options, contextValue.caller, request);
    if (request.query === '') delete request.query;
    if (rejection) return rejectBeforeParsing(request, rejection);
    return {
      async responseForOperation({ metrics, queryHash, source }) {
        if (metrics.persistedQueryRegister && queryHash !== undefined && source !== undefined)
          await registerDocument(options, contextValue.caller, queryHash, source);
        return null;
      },
    };
  },
});

/** Adapts the store to Apollo Server. `trustedDocuments` registers documents, because this interface has no caller. */
export function persistedQueries(
  store: DocumentStore,
): Exclude<ApolloServerOptions<Context>['persistedQueries'], false | undefined> {
  // Apollo Server prefixes keys with `apq:`.
  const idOf = (key: string) => key.slice(key.indexOf(':') + 1);
  return {
    cache: {
      get: (key) => store.get(idOf(key)),
      set: async () => undefined,
      delete: async () => false,
    },
  };
}

/**
 * Returns the text of a document requested over a WebSocket, by the rules of HTTP, and a function that stores it once it
 * has passed all limits.
 * @throws GraphQLError `DOCUMENT_NOT_TRUSTED`, `PERSISTED_QUERY_MISMATCH` or `PERSISTED_QUERY_NOT_FOUND`
 */
export async function resolveDocument(
  options: PersistedQueryOptions,
  caller: Caller,
  request: DocumentRequest,
): Promise<{ readonly query: unknown; persist(): Promise<void> }> {
  const rejection = rejectionOf(options, caller, request);
  if (rejection) throw rejection;
  const { query } = request;
  const { store } = options;
  const id = extensionOf(request)?.sha256Hash;
  if (id === undefined) return { query, async persist() {} };
  if (typeof query === 'string' && query !== '')
    return { query, persist: () => registerDocument(options, caller, id as string, query) };
  const found = await store.get(id);
  if (found !== undefined) return { query: found, async persist() {} };
  throw new GraphQLError('PersistedQueryNotFound', { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } });
}

/** Returns why a document is rejected before parsing; undefined if it is not. */
function rejectionOf(
  { store, requiresTrustedDocuments, observe }: PersistedQueryOptions,
  caller: Caller,
  request: DocumentRequest,
): HttpError | undefined {
  const text = typeof request.query === 'string' && request.query !== '' ? request.query : undefined;
  const extension = extensionOf(request);
  const id = text === undefined ? extension?.sha256Hash : documentId(text);
  const isInManifest = typeof id === 'string' && store.isTrusted(id);
  const isAllowed = !requiresTrustedDocuments || caller.kind !== 'anonymous' || isInManifest;
  // Apollo Server rejects a request without a document.
  const rejection =
    (id !== undefined && !isAllowed && notTrusted()) ||
    (extension && !isWellFormed(extension) && malformed()) ||
    (extension && text !== undefined && extension.sha256Hash !== id && mismatch()) ||
    undefined;
  if (rejection) observe?.('rejected');
  else if (text !== undefined) observe?.('text');
  else if (id !== undefined) observe?.(isInManifest ? 'trusted' : 'persisted');
  return rejection;
}

interface PersistedQueryExtension {
  readonly version?: unknown;
  readonly sha256Hash?: unknown;
}

/** Returns whether the extension has version 1 and a string as hash; Apollo Server does not check the type. */
const isWellFormed = ({ version, sha256Hash }: PersistedQueryExtension): boolean =>
  version === 1 && typeof sha256Hash === 'string';

const extensionOf = ({ extensions }: DocumentRequest): PersistedQueryExtension | undefined =>
  (extensions?.persistedQuery as PersistedQueryExtension | null | undefined) ?? undefined;

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
