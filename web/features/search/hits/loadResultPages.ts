import { loadEntries } from '../../../data/pagination.ts';
import type { QueryClient } from '../../../data/queryClient.ts';
import { MoreMomentsDocument } from '../moments/MoreMoments.generated.ts';
import { SearchPageDocument, type SearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import { PAGE_SIZE, searchVariables } from '../state/searchVariables.ts';
import { MoreHitsDocument } from './MoreHits.generated.ts';

/**
 * Loads further pages of a result list, one after another.
 * @param results the pages that are loaded
 * @param signal ends the requests
 * @returns true if `state.pages` pages are loaded, or all there are
 */
export const loadResultPages = async (
  queryClient: QueryClient,
  state: SearchState,
  { search, moments }: SearchPageQuery,
  signal?: AbortSignal,
): Promise<boolean> => {
  const variables = searchVariables(state);
  const { query, types, filter, first, prefer, momentsFirst } = variables;
  const count = state.pages * PAGE_SIZE;
  const store = (longer: Partial<SearchPageQuery>) =>
    queryClient.update(SearchPageDocument, variables, (known) => ({ ...known, ...longer }));
  if (state.resultType === 'MOMENT') {
    if (!moments) return false;
    const loadNext = async (after: string | null) => {
      const next = { query, prefer, filter, momentsFirst, after };
      return (await queryClient.send(MoreMomentsDocument, next, signal)).data?.moments;
    };
    return loadEntries(moments, count, loadNext, (longer) => store({ moments: longer }));
  }
  const { edges, pageInfo } = search ?? {};
  if (!search || !edges || !pageInfo) return false;
  const loadNext = async (after: string | null) => {
    const next = { query, types, filter, first, after };
    return (await queryClient.send(MoreHitsDocument, next, signal)).data?.search;
  };
  return loadEntries({ ...search, edges, pageInfo }, count, loadNext, (longer) => store({ search: longer }));
};
