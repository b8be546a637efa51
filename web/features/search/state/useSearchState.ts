import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { hrefOf, readSearch, type SearchState } from './searchState.ts';

/**
 * A change of the search. Changes of one edit, such as the letters of a word, are one entry in the history.
 * @returns settles when the address has it
 */
export type ChangeSearch = (part: Partial<SearchState>, edit?: string) => Promise<void>;

/**
 * The search in the address, and how to change it. A change that belongs to no edit, or begins one, adds an entry to
 * the history; `endEdit` says that the next letter begins another.
 */
export const useSearchState = () => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const state = useMemo(() => readSearch(new URLSearchParams(search)), [search]);
  const latest = useRef(state);
  const going = useRef<string | null>(null);
  // Where changes lead that the page does not show yet, the oldest first.
  const underWay = useRef<string[]>([]);

  useEffect(() => {
    const arrived = underWay.current.indexOf(hrefOf(state));
    underWay.current.splice(0, arrived + 1);
    if (arrived >= 0) return;
    // The reader went back, or elsewhere: what is typed now is a new edit.
    underWay.current = [];
    going.current = null;
    latest.current = state;
  }, [state]);

  const change: ChangeSearch = useCallback(
    async (part, edit) => {
      const next = { ...latest.current, pages: 1, ...part };
      const replace = edit !== undefined && going.current === edit;
      going.current = edit ?? null;
      if (hrefOf(next) === hrefOf(latest.current)) return;
      latest.current = next;
      underWay.current.push(hrefOf(next));
      await navigate(hrefOf(next), { replace, preventScrollReset: true });
    },
    [navigate],
  );
  const endEdit = useCallback(() => {
    going.current = null;
  }, []);
  return { state, change, endEdit };
};
