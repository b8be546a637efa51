import type { DocumentNode, NormalizedCacheObject, OperationVariables } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import type { SendToGraph } from '../../schema/pages.ts';
import type { LoaderClient } from '../apollo/clientContext.ts';
import type { PageQueries, PageQuery, PageQueryResult, PageQueryState } from '../apollo/pageQueries.ts';
import { createNormalizedData } from './normalizedData.ts';
import { requestQuery } from './requestQuery.ts';

/**
 * The queries of one page on the server. It has the part of Apollo Client's interface that loaders use, and none of what a
 * page does not need there: a page reads each query once, and Apollo Client takes longer than rendering.
 */
export interface ServerClient extends LoaderClient, PageQueries {
  /** Returns the result of a query; undefined if it is not loaded. */
  find(document: DocumentNode, variables: OperationVariables | undefined): PageQueryResult | undefined;
  /** Loads a query, once for all components. It never rejects. */
  load(document: DocumentNode, variables: OperationVariables | undefined): Promise<PageQueryResult>;
  /** Returns when all queries that have started are loaded; undefined if they are. */
  loading(): Promise<unknown> | undefined;
  /** Returns the data of all queries, normalized for the cache in the browser. */
  extract(): NormalizedCacheObject;
}

/** Nothing watches a query on the server, and nothing requests it again. */
interface ServerQuery extends PageQuery {
  readonly document: DocumentNode;
  readonly variables: OperationVariables | undefined;
  load(): Promise<PageQueryResult>;
  loading?: Promise<PageQueryResult>;
  result?: PageQueryResult;
}

const NOT_LOADED: PageQueryState = { data: undefined, loading: true };

interface QueryOptions {
  readonly query: DocumentNode;
  readonly variables?: OperationVariables;
  readonly fetchPolicy?: string;
}

const rejectOnServer = () =>
  Promise.reject(new Error('expected Apollo Client to be used in the browser only'));

/** Creates the client of one page. @param send sends requests to the gateway */
export function createServerClient(send: SendToGraph): ServerClient {
  const queries = new Map<DocumentNode, Map<string, ServerQuery>>();
  const loading = new Set<Promise<PageQueryResult>>();
  const createQuery = (document: DocumentNode, variables: OperationVariables | undefined): ServerQuery => {
    const query: ServerQuery = {
      document,
      variables,
      state: () => query.result ?? NOT_LOADED,
      load: () => query.loading ?? request(query),
      subscribe: () => () => undefined,
      refetch: () => request(query),
    };
    return query;
  };
  const queryOf = (document: DocumentNode, variables: OperationVariables | undefined): ServerQuery => {
    const byVariables = queries.get(document) ?? new Map<string, ServerQuery>();
    queries.set(document, byVariables);
    const key = canonicalStringify(variables ?? {});
    const query = byVariables.get(key) ?? createQuery(document, variables);
    byVariables.set(key, query);
    return query;
  };
  const request = (query: ServerQuery): Promise<PageQueryResult> => {
    const response = requestQuery(send, query.document, query.variables).then((result) => {
      query.result = result;
      loading.delete(response);
      return result;
    });
    query.loading = response;
    loading.add(response);
    return response;
  };
  const load: ServerClient['load'] = (document, variables) => queryOf(document, variables).load();
  const client = {
    loading: () => (loading.size > 0 ? Promise.all(loading) : undefined),
    queryOf,
    mountedData: () => [],
    loadClient: rejectOnServer,
    loadWatchingClient: rejectOnServer,
    find: (document, variables) => queryOf(document, variables).result,
    load,
    async query({ query, variables, fetchPolicy }: QueryOptions): Promise<PageQueryResult> {
      if (fetchPolicy === 'no-cache') return requestQuery(send, query, variables);
      return fetchPolicy === 'network-only' ? request(queryOf(query, variables)) : load(query, variables);
    },
    readQuery: ({ query, variables }: QueryOptions) => queryOf(query, variables).result?.data ?? null,
    cache: {
      updateQuery({ query, variables }: QueryOptions, update: (data: unknown) => unknown): void {
        const known = queryOf(query, variables);
        const data = update(known.result?.data ?? null);
        if (data !== undefined && data !== null) known.result = { data };
      },
    },
    extract() {
      const normalized = createNormalizedData();
      for (const byVariables of queries.values())
        for (const { document, variables, result } of byVariables.values())
          if (result?.data) normalized.write(document, variables, result.data as object);
      return normalized.extract();
    },
  } satisfies Pick<ServerClient, keyof PageQueries | 'find' | 'load'> & Record<string, unknown>;
  // The types of Apollo Client depend on the document.
  return client as unknown as ServerClient;
}
