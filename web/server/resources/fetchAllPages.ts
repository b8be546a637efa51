import type { TypedDocumentNode } from '@apollo/client';
import type { QueryClient, QueryResult } from '../../data/queryClient.ts';

export interface ConnectionPage<N> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: readonly (N | null)[];
}

/** Stops an endless list: 100,000 nodes at 100 a page. */
const MAX_PAGES = 1000;

/** Thrown if a response does not contain the connection. */
class ListMissingError extends Error {
  override readonly name = 'ListMissingError';
  readonly code = 'LIST_MISSING';
}

/**
 * Returns the nodes of all pages of a connection, without those that are null.
 * @param query has the variable `after`
 * @param connectionOf returns the connection of a response
 * @throws ListMissingError if a response lacks the connection; its cause is the error that Apollo Client reports
 */
export const fetchAllPages = async <D, N>(
  send: QueryClient['send'],
  query: TypedDocumentNode<D, { after?: string | null }>,
  connectionOf: (data: D) => ConnectionPage<N> | null | undefined,
): Promise<N[]> => {
  const nodes: N[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data, error }: QueryResult<D> = await send(query, { after });
    const connection: ConnectionPage<N> | null | undefined = data ? connectionOf(data) : null;
    if (!connection)
      throw new ListMissingError(
        'expected a list from the GraphQL API, got none; retry when its provider is available',
        { cause: error },
      );
    for (const node of connection.nodes) if (node) nodes.push(node);
    if (!connection.pageInfo.hasNextPage) break;
    after = connection.pageInfo.endCursor;
  }
  return nodes;
};
