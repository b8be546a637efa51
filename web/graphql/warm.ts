import type {
  ApolloClient,
  DocumentNode,
  OperationVariables,
  TypedDocumentNode,
  Unmasked,
} from '@apollo/client';
import { type Problem, problemsOf } from './problems.ts';

/** Answers that came with faults: the cache holds their nulls, and would repeat them as though they were true. */
const faulty = new WeakMap<ApolloClient, Set<string>>();

const faultyOf = (client: ApolloClient): Set<string> => {
  const known = faulty.get(client) ?? new Set<string>();
  faulty.set(client, known);
  return known;
};

const keyOf = ({ definitions: [operation] }: DocumentNode, variables: unknown): string =>
  `${operation?.kind === 'OperationDefinition' ? operation.name?.value : ''} ${JSON.stringify(variables)}`;

/** The queries whose last answer had faults, as names that can cross from a server to a browser. */
export const faultyQueries = (client: ApolloClient): string[] => [...faultyOf(client)];

/** Takes over from a server which answers in the cache had faults. */
export const rememberFaults = (client: ApolloClient, queries: readonly string[]): void => {
  for (const query of queries) faultyOf(client).add(query);
};

/** What a loader hands to its page besides the warmed cache. */
export interface Warmed<D> {
  data: Unmasked<D> | undefined;
  problems: Problem[];
}

/**
 * Brings a page's query into the cache, so that the page reads it without waiting. An answer that had faults last
 * time is asked for again.
 * @returns the data, for deciding the status, and the faults it came with
 */
export const warm = async <D, V extends OperationVariables>(
  client: ApolloClient,
  query: TypedDocumentNode<D, V>,
  variables: V,
): Promise<Warmed<D>> => {
  const known = faultyOf(client);
  const key = keyOf(query, variables);
  const fetchPolicy = known.has(key) ? 'network-only' : 'cache-first';
  const result = await client.query({
    query,
    variables,
    fetchPolicy,
  } as unknown as ApolloClient.QueryOptions);
  const problems = problemsOf(result.error);
  if (problems.length > 0) known.add(key);
  else known.delete(key);
  return { data: result.data as Unmasked<D> | undefined, problems };
};
