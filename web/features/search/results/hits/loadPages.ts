import { appendPage } from '../../../../data/pagination.ts';
import type { Queries } from '../../../../data/queries.ts';
import { SearchPageDocument } from '../../SearchPage.generated.ts';
import type { SearchState } from '../../state/searchState.ts';
import { PAGE_SIZE, searchVariables } from '../../state/searchVariables.ts';
import { MoreMomentsDocument } from '../moments/MoreMoments.generated.ts';
import { MoreHitsDocument } from './MoreHits.generated.ts';

/**
 * Loads the pages of a result list, one after another, except those that are loaded already.
 * @returns true if `state.pages` pages are loaded, or all there are
 */
export const loadPages = async (queries: Queries, state: SearchState): Promise<boolean> => {
  const variables = searchVariables(state);
  const appendNext = state.resultType === 'MOMENT' ? appendMoments : appendHits;
  for (let loadedPages = 1; loadedPages < state.pages; loadedPages += 1) {
    const { data } = await queries.load(SearchPageDocument, variables);
    const list = state.resultType === 'MOMENT' ? data?.moments : data?.search;
    if (!list?.edges || !list.pageInfo) return false;
    if (list.edges.length >= state.pages * PAGE_SIZE || !list.pageInfo.hasNextPage) return true;
    if (!(await appendNext(queries, variables, list.pageInfo.endCursor))) return false;
  }
  return true;
};

type Variables = ReturnType<typeof searchVariables>;

/** Loads the hits after a cursor and appends them to the known ones. @returns false if the request failed */
const appendHits = async (queries: Queries, variables: Variables, after: string | null): Promise<boolean> => {
  const { query, filter, first } = variables;
  const { data } = await queries.send(MoreHitsDocument, { query, filter, first, after });
  const next = data?.search;
  if (!next) return false;
  await queries.update(SearchPageDocument, variables, (page) => ({
    ...page,
    search: page.search && appendPage(page.search, next),
  }));
  return true;
};

/** Loads the moments after a cursor and appends them to the known ones. @returns false if the request failed */
const appendMoments = async (
  queries: Queries,
  variables: Variables,
  after: string | null,
): Promise<boolean> => {
  const { query, prefer, momentFilter, momentsFirst } = variables;
  const { data } = await queries.send(MoreMomentsDocument, {
    query,
    prefer,
    momentFilter,
    momentsFirst,
    after,
  });
  const next = data?.moments;
  if (!next) return false;
  await queries.update(SearchPageDocument, variables, (page) => ({
    ...page,
    moments: page.moments && appendPage(page.moments, next),
  }));
  return true;
};
