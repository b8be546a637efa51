import { appendPage } from '../../../data/pagination.ts';
import type { Queries } from '../../../data/queries.ts';
import { MoreMomentsDocument } from '../moments/MoreMoments.generated.ts';
import { SearchPageDocument, type SearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import { PAGE_SIZE, searchVariables } from '../state/searchVariables.ts';
import { MoreHitsDocument } from './MoreHits.generated.ts';

/**
 * Loads further pages of a result list, one after another.
 * @param results the pages that are loaded
 * @returns true if `state.pages` pages are loaded, or all there are
 */
export const loadPages = async (
  queries: Queries,
  state: SearchState,
  results: SearchPageQuery,
): Promise<boolean> => {
  const variables = searchVariables(state);
  const isOfMoments = state.resultType === 'MOMENT';
  let known = results;
  for (let loadedPages = 1; loadedPages < state.pages; loadedPages += 1) {
    const list = isOfMoments ? known.moments : known.search;
    if (!list?.edges || !list.pageInfo) return false;
    if (list.edges.length >= state.pages * PAGE_SIZE || !list.pageInfo.hasNextPage) return true;
    const after = list.pageInfo.endCursor;
    const longer = await (isOfMoments ? appendMoments : appendHits)(queries, variables, known, after);
    if (!longer) return false;
    await queries.update(SearchPageDocument, variables, () => longer);
    known = longer;
  }
  return true;
};

/** Returns the results with the next page of a list; undefined if its request failed. */
type AppendNext = (
  queries: Queries,
  variables: ReturnType<typeof searchVariables>,
  known: SearchPageQuery,
  after: string | null,
) => Promise<SearchPageQuery | undefined>;

const appendHits: AppendNext = async (queries, { query, types, filter, first }, known, after) => {
  const { data } = await queries.send(MoreHitsDocument, { query, types, filter, first, after });
  return data?.search && known.search
    ? { ...known, search: appendPage(known.search, data.search) }
    : undefined;
};

const appendMoments: AppendNext = async (queries, variables, known, after) => {
  const { query, prefer, filter, momentsFirst } = variables;
  const next = { query, prefer, filter, momentsFirst, after };
  const { data } = await queries.send(MoreMomentsDocument, next);
  return data?.moments && known.moments
    ? { ...known, moments: appendPage(known.moments, data.moments) }
    : undefined;
};
