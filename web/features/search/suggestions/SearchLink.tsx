import { lazy, Suspense, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { isModifiedClick } from '../../../components/isModifiedClick.ts';

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }));

/** The way to searching where the header has no room for a box: opens a sheet; without a script, the page. */
export const SearchLink = ({ className }: { className?: string | undefined }) => {
  const [isOpen, setIsOpen] = useState(false);
  const onSearchPage = useLocation().pathname === '/search';
  return (
    <>
      <NavLink
        to="/search"
        className={className}
        data-search-link=""
        onClick={(event) => {
          if (onSearchPage || isModifiedClick(event)) return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        Search
      </NavLink>
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
