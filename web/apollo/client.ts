import { ApolloClient, InMemoryCache, type TypePolicies } from '@apollo/client';
import { BaseHttpLink } from '@apollo/client/link/http';
import { pagedList } from './pagedList.ts';
import { persistedQueries } from './persistedQueries.ts';
import possibleTypes from './possibleTypes.generated.ts';

/**
 * Values without an identity of their own hang on the document that holds them. Two components that ask the same
 * document for different parts of such a value fill one object instead of replacing each other's half.
 */
const typePolicies: TypePolicies = {
  Image: { merge: true },
  Playback: { merge: true },
  RichText: { merge: true },
  RichTextLinks: { merge: true },
  ArticleConnection: { merge: true },
  FilmConnection: { merge: true },
  Query: {
    fields: {
      search: pagedList('query', 'types', 'filter', 'first'),
      moments: pagedList('query', 'prefer', 'filter', 'first'),
    },
  },
};

/** Milliseconds that a page made on a server keeps an answer it suspended for, counted from the answer's arrival. */
const KEPT_ON_SERVER = 200;

/**
 * The client of the graph: one per browser tab, and one per request where pages are made on a server.
 * @param uri the graph's address
 * @param fetch how a server reaches it; a browser has its own way
 */
export const createGraphClient = (uri: string, fetch?: typeof globalThis.fetch): ApolloClient =>
  new ApolloClient({
    cache: new InMemoryCache({ possibleTypes: possibleTypes.possibleTypes, typePolicies }),
    // The browser revalidates the responses that it has stored, every time.
    link: persistedQueries.concat(new BaseHttpLink({ uri, fetch, fetchOptions: { cache: 'no-cache' } })),
    defaultOptions: {
      query: { errorPolicy: 'all' },
      watchQuery: { errorPolicy: 'all' },
      ...(fetch && { react: { suspense: { autoDisposeTimeoutMs: KEPT_ON_SERVER } } }),
    },
  });
