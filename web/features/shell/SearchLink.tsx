import { lazy, Suspense, useState } from 'react';
import { NavLink, useLocation } from 'react-router';

const SearchSheet = lazy(async () => ({ default: (await import('./SearchSheet.tsx')).SearchSheet }));

/** The way to searching where the header has no room for a box: opens a sheet; without a script, the page. */
export const SearchLink = ({ className }: { className?: string | undefined }) => {
  const [sheet, open] = useState(false);
  const onSearchPage = useLocation().pathname === '/search';
  return (
    <>
      <NavLink
        to="/search"
        className={className}
        data-search-link=""
        onClick={(event) => {
          if (onSearchPage || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          open(true);
        }}
      >
        Search
      </NavLink>
      {sheet && (
        <Suspense>
          <SearchSheet onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  );
};
