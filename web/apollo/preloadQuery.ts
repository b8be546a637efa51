import type {
  ApolloClient,
  DocumentNode,
  OperationVariables,
  TypedDocumentNode,
  Unmasked,
} from '@apollo/client';
import { type Problem, problemsOf } from './dataErrors.ts';

/** Seconds that a reader is kept waiting for a graph that wants to be asked again then. */
const WORTH_WAITING = 4;

/** Answers that came with faults: the cache holds their nulls, and would repeat them as though they were true. */
const faulty = new WeakMap<ApolloClient, Set<string>>();

const faultyOf = (client: ApolloClient): Set<string> => {
  const known = faulty.get(client) ?? new Set<string>();
  faulty.set(client, known);
  return known;
};

/** How often it was heard that something has changed, and at which count each query was asked last. */
interface Asked {
  changes: number;
  readonly at: Map<string, number>;
}

const asked = new WeakMap<ApolloClient, Asked>();

const askedOf = (client: ApolloClient): Asked => {
  const known = asked.get(client) ?? { changes: 0, at: new Map() };
  asked.set(client, known);
  return known;
};

/** Something has changed: what the cache holds of pages that are not shown is asked for again when they are. */
export const outdate = (client: ApolloClient): void => {
  askedOf(client).changes += 1;
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
 * time, or from which something has changed since, is asked for again; where that fails, what is there stands. A graph
 * that has too much to do is asked once more by a browser, when it says.
 * @returns the data, for deciding the status, and the faults it came with
 */
export const warm = async <D, V extends OperationVariables>(
  client: ApolloClient,
  query: TypedDocumentNode<D, V>,
  variables: V,
): Promise<Warmed<D>> => {
  const known = faultyOf(client);
  const key = keyOf(query, variables);
  const { at, changes } = askedOf(client);
  const isOutdated = (at.get(key) ?? 0) < changes;
  const ask = (fetchPolicy: 'network-only' | 'cache-first') =>
    client.query({
      query,
      variables,
      fetchPolicy,
      context: { fresh: fetchPolicy === 'network-only' },
    } as unknown as ApolloClient.QueryOptions);
  let result = await ask(isOutdated || known.has(key) ? 'network-only' : 'cache-first');
  if (isOutdated && result.data === undefined) result = await ask('cache-first');
  else at.set(key, changes);
  let problems = problemsOf(result.error);
  const pause = result.data === undefined ? (problems[0]?.retryAfter ?? Number.POSITIVE_INFINITY) : 0;
  // A server says so at once, for the reader's browser to come again, and holds no request meanwhile.
  if (typeof document !== 'undefined' && pause > 0 && pause <= WORTH_WAITING) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * pause));
    result = await ask('network-only');
    problems = problemsOf(result.error);
  }
  if (problems.length > 0) known.add(key);
  else known.delete(key);
  return { data: result.data as Unmasked<D> | undefined, problems };
};
