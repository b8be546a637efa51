import type { DocumentNode, NormalizedCacheObject, OperationVariables } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import type { LoaderClient } from '../apollo/clientContext.ts';
import type { PageQueries, PageQueryResult } from '../apollo/pageQueries.ts';
import { createNormalizedData } from './normalizedData.ts';
import type { SendToGraph } from './pageContext.ts';
import { requestQuery } from './requestQuery.ts';

/**
 * The queries of one page on the server. It has the part of Apollo Client's interface that loaders use, and none of what a
 * page does not need there: a page reads each query once, and Apollo Client takes longer than rendering.
 */
export interface ServerClient extends LoaderClient, PageQueries {
  /** Returns when all queries that have started are loaded; undefined if they are. */
  loading(): Promise<unknown> | undefined;
  /** Returns the data of all queries, normalized for the cache in the browser. */
  extract(): NormalizedCacheObject;
}

interface PageQuery {
  readonly document: DocumentNode;
  readonly variables: OperationVariables | undefined;
  loading?: Promise<PageQueryResult>;
  result?: PageQueryResult;
}

interface QueryOptions {
  readonly query: DocumentNode;
  readonly variables?: OperationVariables;
  readonly fetchPolicy?: string;
}

/** Creates the client of one page. @param send sends requests to the gateway */
export function createServerClient(send: SendToGraph): ServerClient {
  const queries = new Map<DocumentNode, Map<string, PageQuery>>();
  const loading = new Set<Promise<PageQueryResult>>();
  const queryOf = (document: DocumentNode, variables: OperationVariables | undefined): PageQuery => {
    const byVariables = queries.get(document) ?? new Map<string, PageQuery>();
    queries.set(document, byVariables);
    const key = canonicalStringify(variables ?? {});
    const query = byVariables.get(key) ?? { document, variables };
    byVariables.set(key, query);
    return query;
  };
  const request = (query: PageQuery): Promise<PageQueryResult> => {
    const response = requestQuery(send, query.document, query.variables).then((result) => {
      query.result = result;
      loading.delete(response);
      return result;
    });
    query.loading = response;
    loading.add(response);
    return response;
  };
  const load: PageQueries['load'] = (document, variables) => {
    const query = queryOf(document, variables);
    return query.loading ?? request(query);
  };
  const client = {
    loading: () => (loading.size > 0 ? Promise.all(loading) : undefined),
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
  } satisfies PageQueries & Record<string, unknown>;
  // The types of Apollo Client depend on the document.
  return client as unknown as ServerClient;
}
