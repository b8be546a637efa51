import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { isByWordsAlone } from '../filters/facetCounts.ts';
import { type SearchPageQuery, useSearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import { searchVariables } from '../state/searchVariables.ts';
import { useAskingAgain } from './useRetryBackoff.ts';

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
  const { data, dataState, loading, refetch } = useSearchPageQuery({
    variables: searchVariables(state),
    notifyOnNetworkStatusChange: true,
  });
  const current = useMemo(
    () => (dataState === 'complete' && data.search ? { state, found: data } : null),
    [data, dataState, state],
  );
  // From the first render on: an update during hydration would replace the server markup by the fallbacks.
  const [last, setLast] = useState<Answered | null>(current);
  useEffect(() => {
    if (current) setLast(current);
  }, [current]);

  const away = !loading && !data?.search;
  const retry = () => void refetch().catch(() => undefined);
  useAskingAgain(away || isByWordsAlone(current?.found), loading, retry);

  // What was found is set in between letters, which are not to wait for it.
  const answered = useDeferredValue(current ?? (away ? null : last));

  return {
    answered,
    loading,
    unreachable: away,
    retry,
  };
};
