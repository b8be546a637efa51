import type { ApolloClient } from '@apollo/client';
import { SearchPageDocument } from '../../SearchPage.generated.ts';
import type { SearchState } from '../../state/searchState.ts';
import { PAGE_SIZE, searchVariables } from '../../state/searchVariables.ts';
import { MoreMomentsDocument } from '../moments/MoreMoments.generated.ts';
import { MoreHitsDocument } from './MoreHits.generated.ts';

/**
 * Brings as many pages of a list into the cache as the search shows, one after the other; what is there is not asked
 * for again.
 * @returns whether there is as much as the search shows, or as there is at all
 */
export const loadPages = async (client: ApolloClient, state: SearchState): Promise<boolean> => {
  const variables = searchVariables(state);
  const { query, filter, first, prefer, ofFilms, moments } = variables;
  for (let asked = 1; asked < state.pages; asked += 1) {
    const known = client.readQuery({ query: SearchPageDocument, variables });
    const list = state.scope === 'MOMENT' ? known?.moments : known?.search;
    if (!list?.edges || !list.pageInfo) return false;
    if (list.edges.length >= state.pages * PAGE_SIZE || !list.pageInfo.hasNextPage) return true;
    const after = list.pageInfo.endCursor;
    // The cache has one list under all its cursors, and would take the part that is there for the next.
    const fetchPolicy = 'network-only';
    const more =
      state.scope === 'MOMENT'
        ? client.query({
            query: MoreMomentsDocument,
            variables: { query, prefer, ofFilms, moments, after },
            fetchPolicy,
          })
        : client.query({ query: MoreHitsDocument, variables: { query, filter, first, after }, fetchPolicy });
    const { error } = await more;
    if (error) return false;
  }
  return true;
};
