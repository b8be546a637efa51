import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { parseSearchState, type SearchState, searchHref } from './searchState.ts';

/**
 * Changes the search. Consecutive changes with the same `edit` name, such as the letters of a word, share one history
 * entry.
 * @returns resolves when the URL has changed
 */
export type ChangeSearch = (change: Partial<SearchState>, edit?: string) => Promise<void>;

/**
 * Returns the search in the URL and functions that change it. `endEdit` ends the current edit: the next change adds a
 * history entry.
 */
export const useSearchState = () => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => parseSearchState(new URLSearchParams(search)), [search]);
  const latestState = useRef(state);
  const currentEdit = useRef<string | null>(null);
  // Navigations that the page does not show yet, oldest first.
  const pendingHrefs = useRef<string[]>([]);

  useEffect(() => {
    const index = pendingHrefs.current.indexOf(searchHref(state));
    pendingHrefs.current.splice(0, index + 1);
    if (index >= 0) return;
    // Another navigation, such as back, ends the edit.
    pendingHrefs.current = [];
    currentEdit.current = null;
    latestState.current = state;
  }, [state]);

  const changeSearch: ChangeSearch = useCallback(
    async (change, edit) => {
      const next = { ...latestState.current, pages: 1, ...change };
      const replace = edit !== undefined && currentEdit.current === edit;
      currentEdit.current = edit ?? null;
      if (searchHref(next) === searchHref(latestState.current)) return;
      latestState.current = next;
      pendingHrefs.current.push(searchHref(next));
      await navigate(searchHref(next), { replace, preventScrollReset: true });
    },
    [navigate],
  );
  const endEdit = useCallback(() => {
    currentEdit.current = null;
  }, []);
  return { state, changeSearch, endEdit };
};
