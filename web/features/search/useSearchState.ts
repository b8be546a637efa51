import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readSearch, type SearchState, writeSearch } from './searchState.ts';

/** The search in the address, and how to change it: words replace the entry in the history, refinements add one. */
export const useSearchState = () => {
  const [address, setAddress] = useSearchParams();
  const state = useMemo(() => readSearch(address), [address]);
  const change = useCallback(
    (part: Partial<SearchState>) =>
      setAddress((before) => writeSearch({ ...readSearch(before), ...part }), {
        replace: 'query' in part,
        preventScrollReset: true,
      }),
    [setAddress],
  );
  return { state, change };
};
