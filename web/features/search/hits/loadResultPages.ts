import { type LoadedEntries, loadEntries } from '../../../data/pagination.ts';
import type { QueryClient } from '../../../data/queryClient.ts';
import { MoreMomentsDocument } from '../moments/MoreMoments.generated.ts';
import { SearchPageDocument, type SearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import { PAGE_SIZE, searchVariables } from '../state/searchVariables.ts';
import { MoreHitsDocument } from './MoreHits.generated.ts';

const NOTHING_LOADED: LoadedEntries = { isComplete: false, errors: [] };

/**
 * Loads further pages of a result list, one after another.
 * @param results the pages that are loaded
 * @param signal ends the requests
 */
export const loadResultPages = async (
  queryClient: QueryClient,
  state: SearchState,
  { search, moments }: SearchPageQuery,
  signal?: AbortSignal,
): Promise<LoadedEntries> => {
  const variables = searchVariables(state);
  const { query, types, filter, first, prefer, momentsFirst } = variables;
  const count = state.pages * PAGE_SIZE;
  const store = (longer: Partial<SearchPageQuery>) =>
    queryClient.update(SearchPageDocument, variables, (known) => ({ ...known, ...longer }));
  if (state.resultType === 'MOMENT') {
    if (!moments) return NOTHING_LOADED;
    const loadNext = (after: string | null) =>
      queryClient.send(MoreMomentsDocument, { query, prefer, filter, momentsFirst, after }, signal);
    return loadEntries(
      moments,
      count,
      loadNext,
      (next) => next.moments,
      (longer) => store({ moments: longer }),
    );
  }
  const { edges, pageInfo } = search ?? {};
  if (!search || !edges || !pageInfo) return NOTHING_LOADED;
  const loadNext = (after: string | null) =>
    queryClient.send(MoreHitsDocument, { query, types, filter, first, after }, signal);
  return loadEntries(
    { ...search, edges, pageInfo },
    count,
    loadNext,
    (next) => next.search,
    (longer) => store({ search: longer }),
  );
};
