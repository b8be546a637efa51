import {
  ApolloClient,
  type FieldPolicy,
  InMemoryCache,
  type InMemoryCacheConfig,
  type TypePolicies,
} from '@apollo/client';
import { BaseHttpLink } from '@apollo/client/link/http';
import { persistedQueries } from './persistedQueries.ts';
import possibleTypes from './possibleTypes.generated.ts';

/** Keeps the cached results when a request for them again fails. */
const keepOnError: FieldPolicy = { merge: (existing, incoming) => incoming ?? existing ?? null };

type StoredBlock = { readonly __typename?: string; readonly key?: string | null } | null;

/** True unless the blocks are of two versions of a text. A query may select the keys of some types only. */
const isSameBlock = (known: StoredBlock | undefined, block: StoredBlock): boolean =>
  known?.__typename === block?.__typename &&
  (known?.key === undefined || block?.key === undefined || known.key === block.key);

/** Merges the fields of blocks that different queries select. Blocks of another version of the text replace the known blocks. */
const mergeBlocks: FieldPolicy<readonly StoredBlock[]> = {
  merge(existing, incoming, { mergeObjects }) {
    if (existing?.length !== incoming.length) return incoming;
    if (!incoming.every((block, i) => isSameBlock(existing[i], block))) return incoming;
    return incoming.map((block, i) => block && mergeObjects(existing[i] ?? {}, block));
  },
};

/**
 * Merges values without an id: two queries that select different fields of such a value then fill one object instead of
 * replacing each other's fields.
 */
const typePolicies: TypePolicies = {
  Image: { merge: true },
  Playback: { merge: true },
  RichText: { merge: true, fields: { blocks: mergeBlocks } },
  ArticleConnection: { merge: true },
  FilmConnection: { merge: true },
  PersonConnection: { merge: true },
  Query: { fields: { search: keepOnError, moments: keepOnError } },
};

/** The configuration of the cache in the browser. */
const CACHE_CONFIG: InMemoryCacheConfig = { possibleTypes: possibleTypes.possibleTypes, typePolicies };

/**
 * Creates the Apollo client of a browser tab.
 * @param uri of the GraphQL endpoint
 * @param fetch sends the requests; default: the `fetch` of the browser
 */
export const createApolloClient = (uri: string, fetch?: typeof globalThis.fetch): ApolloClient =>
  new ApolloClient({
    cache: new InMemoryCache(CACHE_CONFIG),
    // `no-cache`: the browser revalidates stored responses every time.
    link: persistedQueries.concat(
      new BaseHttpLink({
        uri,
        fetch,
        headers: { 'graphql-client-name': 'web' },
        fetchOptions: { cache: 'no-cache' },
      }),
    ),
    defaultOptions: {
      query: { errorPolicy: 'all' },
      watchQuery: { errorPolicy: 'all' },
    },
  });
