import type { Unmasked } from '@apollo/client';
import type { LoaderClient } from '../../../../apollo/clientContext.ts';
import { SearchPageDocument } from '../../SearchPage.generated.ts';
import type { SearchState } from '../../state/searchState.ts';
import { PAGE_SIZE, searchVariables } from '../../state/searchVariables.ts';
import { MoreMomentsDocument } from '../moments/MoreMoments.generated.ts';
import { MoreHitsDocument, type MoreHitsQuery } from './MoreHits.generated.ts';

/**
 * Loads the pages of a result list into the cache, one after another, except those in the cache already.
 * @returns true if the cache has `state.pages` pages, or all there are
 */
export const loadPages = async (client: LoaderClient, state: SearchState): Promise<boolean> => {
  const variables = searchVariables(state);
  for (let loadedPages = 1; loadedPages < state.pages; loadedPages += 1) {
    const cached = client.readQuery({ query: SearchPageDocument, variables });
    const list = state.resultType === 'MOMENT' ? cached?.moments : cached?.search;
    if (!list?.edges || !list.pageInfo) return false;
    if (list.edges.length >= state.pages * PAGE_SIZE || !list.pageInfo.hasNextPage) return true;
    const after = list.pageInfo.endCursor;
    const isLoaded =
      state.resultType === 'MOMENT'
        ? await appendMoments(client, variables, after)
        : await appendHits(client, variables, after);
    if (!isLoaded) return false;
  }
  return true;
};

type Variables = ReturnType<typeof searchVariables>;

/** Loads the hits after a cursor and appends them to those in the cache. @returns false if the request failed */
const appendHits = async (
  client: LoaderClient,
  variables: Variables,
  after: string | null,
): Promise<boolean> => {
  const { query, filter, first } = variables;
  const { data } = await client.query({
    query: MoreHitsDocument,
    variables: { query, filter, first, after },
    fetchPolicy: 'no-cache',
  });
  const next = (data as Unmasked<MoreHitsQuery> | undefined)?.search;
  if (!next) return false;
  client.cache.updateQuery({ query: SearchPageDocument, variables }, (page) =>
    page?.search?.edges
      ? { ...page, search: { ...page.search, ...next, edges: [...page.search.edges, ...next.edges] } }
      : undefined,
  );
  return true;
};

/** Loads the moments after a cursor and appends them to those in the cache. @returns false if the request failed */
const appendMoments = async (
  client: LoaderClient,
  variables: Variables,
  after: string | null,
): Promise<boolean> => {
  const { query, prefer, momentFilter, momentsFirst } = variables;
  const { data } = await client.query({
    query: MoreMomentsDocument,
    variables: { query, prefer, momentFilter, momentsFirst, after },
    fetchPolicy: 'no-cache',
  });
  const next = data?.moments;
  if (!next) return false;
  client.cache.updateQuery({ query: SearchPageDocument, variables }, (page) =>
    page?.moments?.edges
      ? { ...page, moments: { ...page.moments, ...next, edges: [...page.moments.edges, ...next.edges] } }
      : undefined,
  );
  return true;
};
