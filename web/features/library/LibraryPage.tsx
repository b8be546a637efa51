import { useEffect, useRef, useState } from 'react';
import { focusMain } from '../../lib/focus/focusMain.ts';
import { useHydrated } from '../../lib/timing/useHydrated.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { Container } from '../../ui/Container.tsx';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { readingHistoryStore, useReadingHistory } from '../reading-history/readingHistoryStore.ts';
import { useWatchHistory, watchHistoryStore } from '../watch-history/watchHistoryStore.ts';
import styles from './LibraryPage.module.css';
import type { Library } from './libraryFile.ts';
import { undoChange } from './undoChange.ts';

const LibraryLists = lazyIsland(() => import('./LibraryLists.tsx').then(({ LibraryLists }) => LibraryLists));

const storedLibrary = (): Library => ({
  films: watchHistoryStore.get(),
  articles: readingHistoryStore.get(),
});

const storeLibrary = ({ films, articles }: Library): void => {
  watchHistoryStore.update(() => films);
  readingHistoryStore.update(() => articles);
};

/** Renders what the reader has watched, read and saved, which is stored only in the browser. */
const LibraryPage = () => {
  const films = useWatchHistory();
  const articles = useReadingHistory();
  const isHydrated = useHydrated();
  const undoRef = useRef<HTMLButtonElement>(null);
  const [lastChange, setLastChange] = useState<{ before: Library; after: Library; message: string } | null>(
    null,
  );

  const handleChange = (message: string, change: (library: Library) => Library) => {
    const before = storedLibrary();
    const after = change(before);
    setLastChange({ before, after, message });
    storeLibrary(after);
  };
  const handleUndo = () => {
    if (lastChange) storeLibrary(undoChange(storedLibrary(), lastChange));
    setLastChange(null);
    focusMain();
  };
  useEffect(() => {
    // The button that had the focus was removed with its film or article.
    if (lastChange && document.activeElement === document.body) undoRef.current?.focus();
  }, [lastChange]);
  return (
    <>
      <PageHead title="Your library" isUnlisted />
      <PageHeader title="Your library">
        <p>Films and articles that you started, saved and finished. They are stored only in this browser.</p>
      </PageHeader>
      <noscript>
        <Container>
          <p>Your library needs JavaScript.</p>
        </Container>
      </noscript>
      <div className={styles.lists}>
        {isHydrated && <LibraryLists library={{ films, articles }} onChange={handleChange} />}
      </div>
      <p role="status" className={styles.undo}>
        {lastChange && (
          <span>
            {lastChange.message}{' '}
            <button type="button" ref={undoRef} onClick={handleUndo}>
              Undo
            </button>
          </span>
        )}
      </p>
    </>
  );
};

export { LibraryPage as Component };
