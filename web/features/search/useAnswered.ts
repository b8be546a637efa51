import { useEffect, useState } from 'react';
import { isByWordsAlone } from './facetCounts.ts';
import { type SearchPageQuery, useSearchPageQuery } from './SearchPage.generated.ts';
import type { SearchState } from './searchState.ts';
import { searchVariables } from './searchVariables.ts';
import { useAskingAgain } from './useAskingAgain.ts';

/** An answer, and the search it is an answer to. */
export interface Answered {
  state: SearchState;
  found: SearchPageQuery;
}

/**
 * The answer to a search; until it is there, the answer before it. An answer to older words never replaces one to newer
 * words, however late it comes.
 */
export const useAnswered = (state: SearchState) => {
  const { data, loading, refetch } = useSearchPageQuery({
    variables: searchVariables(state),
    notifyOnNetworkStatusChange: true,
  });
  const current = data?.search ? { state, found: data as SearchPageQuery } : null;
  // From the beginning: a change while the page is taken over would have its parts replaced by what stands in for them.
  const [last, remember] = useState<Answered | null>(current);
  useEffect(() => {
    if (!data?.search) return;
    const found = data as SearchPageQuery;
    remember((before) => (before?.state === state && before.found === found ? before : { state, found }));
  }, [data, state]);

  const away = !loading && !data?.search;
  const retry = () => void refetch().catch(() => undefined);
  useAskingAgain(away || isByWordsAlone(current?.found), loading, retry);

  return {
    answered: current ?? (away ? null : last),
    loading,
    unreachable: away,
    retry,
  };
};
