import { lazy, Suspense, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { isModifiedClick } from '../../../components/isModifiedClick.ts';

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }));

/** Renders the search link of a narrow header. It opens the search dialog; without scripts, the search page. */
export const SearchLink = ({ className }: { className?: string | undefined }) => {
  const [isOpen, setIsOpen] = useState(false);
  const isSearchPage = useLocation().pathname === '/search';
  return (
    <>
      <NavLink
        to="/search"
        className={className}
        data-search-link=""
        onClick={(event) => {
          if (isSearchPage || isModifiedClick(event)) return;
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
