import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { runInstead } from '../../../lib/navigation/isModifiedClick.ts';
import { whenIdle } from '../../../lib/timing/whenIdle.ts';
import { lazyDialog } from '../../../ui/dialogs/lazyDialog.ts';

const importDialog = () => import('./SearchDialog.tsx').then(({ SearchDialog }) => SearchDialog);
const SearchDialog = lazyDialog(importDialog);

/** Renders the search link of a narrow header. It opens the search dialog; without scripts, the search page. */
export const SearchLink = ({ className }: { className?: string | undefined }) => {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const link = useRef<HTMLAnchorElement>(null);
  const isSearchPage = useLocation().pathname === '/search';
  useEffect(() => {
    if (isSearchPage) return;
    return whenIdle(() => {
      // The dialog opens at once if its code is loaded.
      if (link.current?.checkVisibility()) void importDialog().catch(() => undefined);
    });
  }, [isSearchPage]);
  return (
    <>
      <NavLink
        ref={link}
        // The shortcut focuses the field of the search page itself.
        data-search-shortcut={isSearchPage ? undefined : ''}
        to="/search"
        className={className}
        onClick={(event) => {
          if (!isSearchPage) runInstead(event, () => setIsOpen(true));
        }}
      >
        Search
      </NavLink>
      {isOpen && (
        <SearchDialog
          onClose={close}
          onLoadError={() => {
            close();
            void navigate('/search');
          }}
        />
      )}
    </>
  );
};
