import type { ApolloServerOptions, ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Caller, Context } from '../context.ts';
import { Refused } from '../keys/refusals.ts';
import { idOf } from './manifest.ts';
import type { Shelf } from './shelf.ts';
import { leaveUnread } from './unread.ts';

/** What a client sends of a document: its text, its id, or both. An empty text is none: over a socket there has to be one. */
export interface AskedDocument {
  readonly query?: unknown;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Which documents are answered. */
export interface Admission {
  readonly shelf: Shelf;
  /** Whether callers without a key may send registered documents alone. */
  readonly trustedOnly: boolean;
  /** Hears how each document came: as a text, by its id, or not at all. */
  observe?(how: 'text' | 'registered' | 'persisted' | 'refused'): void;
}

/**
 * Refuses documents that are not registered, and ids that are not those of their texts, before anything is parsed. What is
 * looked at is the request as Apollo Server has read it, so that nobody can show one document here and another there.
 */
export const admitDocuments = (admission: Admission): ApolloServerPlugin<Context> => ({
  async requestDidStart({ request, contextValue }: GraphQLRequestContext<Context>) {
    const refused = refusalOf(admission, contextValue.caller, request);
    if (request.query === '') delete request.query;
    return refused && leaveUnread(request, refused);
  },
});

/** The shelf as Apollo Server asks it; documents come here once they have passed every limit. */
export function persistedQueries(
  shelf: Shelf,
): Exclude<ApolloServerOptions<Context>['persistedQueries'], false | undefined> {
  // Apollo Server puts its own name before every key.
  const bare = (key: string) => key.slice(key.indexOf(':') + 1);
  return {
    cache: {
      get: (key) => shelf.find(bare(key)),
      set: async (key, text) => shelf.keep(bare(key), text),
      delete: async () => false,
    },
  };
}

/**
 * The text of the document that a client asks for over a socket, by the rules of HTTP.
 * @returns the text, and how to put it down once it has been found good
 * @throws GraphQLError with the codes that HTTP has as well
 */
export async function readDocument(
  admission: Admission,
  caller: Caller,
  asked: AskedDocument,
): Promise<{ readonly query: unknown; keep(): void }> {
  const refused = refusalOf(admission, caller, asked);
  if (refused) throw refused;
  const { query } = asked;
  const { shelf } = admission;
  const id = persistedOf(asked)?.sha256Hash;
  if (id === undefined) return { query, keep() {} };
  if (typeof query === 'string' && query !== '')
    return { query, keep: () => shelf.keep(id as string, query) };
  const found = await shelf.find(id);
  if (found !== undefined) return { query: found, keep() {} };
  throw new GraphQLError('PersistedQueryNotFound', { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } });
}

/** What is wrong with a document before it is read; undefined where nothing is. */
function refusalOf(
  { shelf, trustedOnly, observe }: Admission,
  caller: Caller,
  asked: AskedDocument,
): Refused | undefined {
  const text = typeof asked.query === 'string' && asked.query !== '' ? asked.query : undefined;
  const persisted = persistedOf(asked);
  const id = text === undefined ? persisted?.sha256Hash : idOf(text);
  const isRegistered = typeof id === 'string' && shelf.isRegistered(id);
  const isTrusted = !trustedOnly || caller.kind !== 'anonymous' || isRegistered;
  // A request without any document is refused in other words.
  const refused =
    (id !== undefined && !isTrusted && notTrusted()) ||
    (persisted && !isPersisted(persisted) && malformed()) ||
    (persisted && text !== undefined && persisted.sha256Hash !== id && mismatch()) ||
    undefined;
  if (refused) observe?.('refused');
  else if (text !== undefined) observe?.('text');
  else if (id !== undefined) observe?.(isRegistered ? 'registered' : 'persisted');
  return refused;
}

interface Persisted {
  readonly version?: unknown;
  readonly sha256Hash?: unknown;
}

/** Whether it is of the version there is; Apollo Server would take a hash of any kind for a text. */
const isPersisted = ({ version, sha256Hash }: Persisted): boolean =>
  version === 1 && typeof sha256Hash === 'string';

const persistedOf = ({ extensions }: AskedDocument): Persisted | undefined =>
  (extensions?.persistedQuery as Persisted | null | undefined) ?? undefined;

const notTrusted = () =>
  new Refused(
    403,
    'DOCUMENT_NOT_TRUSTED',
    'expected a document that is registered with this deployment, got another; ask with a key, or have it registered',
  );

const malformed = () =>
  new Refused(
    400,
    'PERSISTED_QUERY_MISMATCH',
    'expected `extensions.persistedQuery` as {"version": 1, "sha256Hash": "…"}, got something else',
  );

const mismatch = () =>
  new Refused(
    400,
    'PERSISTED_QUERY_MISMATCH',
    'expected `sha256Hash` to be the SHA-256 of `query` in hexadecimal, got another; hash the document exactly as it is sent',
  );
