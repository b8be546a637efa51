import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { parseSearchState, type SearchState, searchHref } from './searchState.ts';

/**
 * Changes the search: the query is read from the field, the rest stays as requested. Consecutive changes with the same
 * `edit` name, such as the letters of a word, share one history entry. The promise is fulfilled when the search is shown, or
 * another navigation has interrupted it.
 */
export type ChangeSearch = (change: Partial<SearchState>, edit?: string) => Promise<void>;

/** The state of the history entries that `changeSearch` adds. */
const OWN_CHANGE = 'search';

const parse = (search: string) => parseSearchState(new URLSearchParams(search));

/**
 * Returns the search that the page shows, the search that is requested (the same object if none loads), a function that
 * changes it, and a function that ends the current edit: the next change adds a history entry. The field shows the query of other
 * navigations: links, back and forward.
 */
export const useSearchNavigation = (fieldRef: RefObject<HTMLInputElement | null>) => {
  const navigate = useNavigate();
  const location = useLocation();
  const { location: next } = useNavigation();
  const isLoading = next?.pathname === location.pathname;
  const target = isLoading ? next : location;
  const currentSearch = useMemo(() => parse(location.search), [location.search]);
  const pendingSearch = useMemo(
    () => (target.search === location.search ? currentSearch : parse(target.search)),
    [target.search, location.search, currentSearch],
  );
  const [firstLocation] = useState(location);
  const editRef = useRef<{ name: string | undefined; isInHistory: boolean } | null>(null);
  const endEdit = () => {
    editRef.current = null;
  };
  const showQuery = useEffectEvent((query: string) => {
    endEdit();
    if (fieldRef.current) fieldRef.current.value = query;
  });

  useEffect(() => {
    // Back and forward change the URL before the results load.
    const handlePop = () =>
      window.location.pathname === '/search' && showQuery(parse(window.location.search).query);
    window.addEventListener('popstate', handlePop);
    return () => window.removeEventListener('popstate', handlePop);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (target.state !== OWN_CHANGE && target !== firstLocation) showQuery(pendingSearch.query);
  }, [target]);

  const changeSearch: ChangeSearch = async (change, name) => {
    const query = fieldRef.current?.value ?? pendingSearch.query;
    const href = searchHref({ ...pendingSearch, query, pages: 1, ...change });
    const isShown = () => window.location.pathname + window.location.search === href;
    if (!name || editRef.current?.name !== name) editRef.current = { name, isInHistory: false };
    const edit = editRef.current;
    const replace = edit.isInHistory || isShown();
    await navigate(href, { replace, preventScrollReset: true, state: OWN_CHANGE });
    // The next change may have interrupted the navigation.
    if (isShown()) edit.isInHistory = true;
  };
  return { currentSearch, pendingSearch, isLoading, changeSearch, endEdit };
};
