import type { ApolloClient, TypedDocumentNode } from '@apollo/client';

/** A page of a connection, as far as going on needs it. */
export interface ConnectionPage<N> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: readonly (N | null)[];
}

/** Pages after which a list is taken to be endless: a hundred thousand rows. */
const MOST_PAGES = 1000;

/** The graph answered without the list that was asked for. */
class ListMissingError extends Error {
  override readonly name = 'ListMissingError';
  readonly code = 'LIST_MISSING';
}

/**
 * All rows of a connection, a page at a time; rows that could not be had are left out.
 * @param query takes the variable `after`
 * @param listOf finds the connection in the answer
 * @throws ListMissingError when the graph did not answer it, with what its client reports as the cause
 */
export const readAll = async <D, N>(
  graph: ApolloClient,
  query: TypedDocumentNode<D, { after?: string | null }>,
  listOf: (data: D) => ConnectionPage<N> | null | undefined,
): Promise<N[]> => {
  const rows: N[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, error }: Asked<D> = await ask(graph, query, after);
    const list: ConnectionPage<N> | null | undefined = data ? listOf(data) : null;
    if (!list)
      throw new ListMissingError(
        'expected a list from the graph, got none; ask again when its provider is back',
        { cause: error },
      );
    for (const row of list.nodes) if (row) rows.push(row);
    if (!list.pageInfo.hasNextPage) break;
    after = list.pageInfo.endCursor;
  }
  return rows;
};

interface Asked<D> {
  data: D | undefined;
  error?: { message: string } | undefined;
}

/** The answer without Apollo's cache between: a list is read once, and its pages would replace each other. */
const ask = async <D>(
  graph: ApolloClient,
  query: TypedDocumentNode<D, { after?: string | null }>,
  after: string | null,
): Promise<Asked<D>> => {
  const { data, error } = await graph.query({
    query: query as TypedDocumentNode<unknown, { after: string | null }>,
    variables: { after },
    fetchPolicy: 'no-cache',
  });
  return { data: data as D | undefined, error };
};
