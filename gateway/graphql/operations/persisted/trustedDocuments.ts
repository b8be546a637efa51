import type { ApolloServerOptions, ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Caller, Context } from '../../../core/context.ts';
import { HttpError } from '../../../services/auth/authErrors.ts';
import type { DocumentStore } from './documentStore.ts';
import { documentId } from './manifest.ts';
import { rejectUnparsed } from './rejectUnparsed.ts';

/** What a client sends of a document: its text, its id, or both. An empty text is none: over a socket there has to be one. */
export interface DocumentRequest {
  readonly query?: unknown;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Which documents are answered. */
export interface PersistedQueryOptions {
  readonly store: DocumentStore;
  /** Whether callers without a key may send registered documents alone. */
  readonly trustedOnly: boolean;
  /** Hears how each document came: as a text, by its id, or not at all. */
  observe?(how: 'text' | 'registered' | 'persisted' | 'refused'): void;
}

/**
 * Refuses documents that are not registered, and ids that are not those of their texts, before anything is parsed. What is
 * looked at is the request as Apollo Server has read it, so that nobody can show one document here and another there.
 */
export const trustedDocuments = (options: PersistedQueryOptions): ApolloServerPlugin<Context> => ({
  async requestDidStart({ request, contextValue }: GraphQLRequestContext<Context>) {
    const rejection = rejectionOf(options, contextValue.caller, request);
    if (request.query === '') delete request.query;
    return rejection && rejectUnparsed(request, rejection);
  },
});

/** The shelf as Apollo Server asks it; documents come here once they have passed every limit. */
export function persistedQueries(
  shelf: DocumentStore,
): Exclude<ApolloServerOptions<Context>['persistedQueries'], false | undefined> {
  // Apollo Server puts its own name before every key.
  const idOf = (key: string) => key.slice(key.indexOf(':') + 1);
  return {
    cache: {
      get: (key) => shelf.get(idOf(key)),
      set: async (key, text) => shelf.put(idOf(key), text),
      delete: async () => false,
    },
  };
}

/**
 * The text of the document that a client asks for over a socket, by the rules of HTTP.
 * @returns the text, and how to put it down once it has been found good
 * @throws GraphQLError with the codes that HTTP has as well
 */
export async function resolveDocument(
  admission: PersistedQueryOptions,
  caller: Caller,
  asked: DocumentRequest,
): Promise<{ readonly query: unknown; keep(): void }> {
  const refused = rejectionOf(admission, caller, asked);
  if (refused) throw refused;
  const { query } = asked;
  const { store } = admission;
  const id = extensionOf(asked)?.sha256Hash;
  if (id === undefined) return { query, keep() {} };
  if (typeof query === 'string' && query !== '') return { query, keep: () => store.put(id as string, query) };
  const found = await store.get(id);
  if (found !== undefined) return { query: found, keep() {} };
  throw new GraphQLError('PersistedQueryNotFound', { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } });
}

/** What is wrong with a document before it is read; undefined where nothing is. */
function rejectionOf(
  { store, trustedOnly, observe }: PersistedQueryOptions,
  caller: Caller,
  asked: DocumentRequest,
): HttpError | undefined {
  const text = typeof asked.query === 'string' && asked.query !== '' ? asked.query : undefined;
  const extension = extensionOf(asked);
  const id = text === undefined ? extension?.sha256Hash : documentId(text);
  const isInManifest = typeof id === 'string' && store.isTrusted(id);
  const isAllowed = !trustedOnly || caller.kind !== 'anonymous' || isInManifest;
  // A request without any document is refused in other words.
  const refused =
    (id !== undefined && !isAllowed && notTrusted()) ||
    (extension && !isWellFormed(extension) && malformed()) ||
    (extension && text !== undefined && extension.sha256Hash !== id && mismatch()) ||
    undefined;
  if (refused) observe?.('refused');
  else if (text !== undefined) observe?.('text');
  else if (id !== undefined) observe?.(isInManifest ? 'registered' : 'persisted');
  return refused;
}

interface PersistedQueryExtension {
  readonly version?: unknown;
  readonly sha256Hash?: unknown;
}

/** Whether it is of the version there is; Apollo Server would take a hash of any kind for a text. */
const isWellFormed = ({ version, sha256Hash }: PersistedQueryExtension): boolean =>
  version === 1 && typeof sha256Hash === 'string';

const extensionOf = ({ extensions }: DocumentRequest): PersistedQueryExtension | undefined =>
  (extensions?.persistedQuery as PersistedQueryExtension | null | undefined) ?? undefined;

const notTrusted = () =>
  new HttpError(
    403,
    'DOCUMENT_NOT_TRUSTED',
    'expected a document that is registered with this deployment, got another; ask with a key, or have it registered',
  );

const malformed = () =>
  new HttpError(
    400,
    'PERSISTED_QUERY_MISMATCH',
    'expected `extensions.persistedQuery` as {"version": 1, "sha256Hash": "…"}, got something else',
  );

const mismatch = () =>
  new HttpError(
    400,
    'PERSISTED_QUERY_MISMATCH',
    'expected `sha256Hash` to be the SHA-256 of `query` in hexadecimal, got another; hash the document exactly as it is sent',
  );
