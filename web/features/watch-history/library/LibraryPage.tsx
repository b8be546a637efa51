import { useState } from 'react';
import { Container } from '../../../components/Container.tsx';
import { lazyIsland } from '../../../components/lazyIsland.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { useHydrated } from '../../../components/timing/useHydrated.ts';
import { PageHead } from '../../../seo/PageHead.tsx';
import type { WatchHistory } from '../watchHistory.ts';
import { useWatchHistory, watchHistoryStore } from '../watchHistoryStore.ts';
import styles from './LibraryPage.module.css';

const LibraryLists = lazyIsland(() => import('./LibraryLists.tsx').then(({ LibraryLists }) => LibraryLists));

/** Renders the watch history of the reader, which is stored only in the browser. */
const LibraryPage = () => {
  const history = useWatchHistory();
  const isHydrated = useHydrated();
  const [lastChange, setLastChange] = useState<{ previous: WatchHistory; message: string } | null>(null);

  const handleChange = (message: string, change: (history: WatchHistory) => WatchHistory) => {
    setLastChange({ previous: watchHistoryStore.get(), message });
    watchHistoryStore.update(change);
  };
  const handleUndo = () => {
    if (lastChange) watchHistoryStore.update(() => lastChange.previous);
    setLastChange(null);
  };
  return (
    <>
      <PageHead title="Your library" isUnlisted />
      <PageHeader title="Your library">
        <p>Films that you started, saved and watched. They are stored only in this browser.</p>
      </PageHeader>
      <noscript>
        <Container>
          <p>Your library needs JavaScript.</p>
        </Container>
      </noscript>
      <div className={styles.lists}>
        {isHydrated && <LibraryLists history={history} onChange={handleChange} />}
      </div>
      <p role="status" className={styles.undo}>
        {lastChange && (
          <span>
            {lastChange.message}{' '}
            <button type="button" onClick={handleUndo}>
              Undo
            </button>
          </span>
        )}
      </p>
    </>
  );
};

export { LibraryPage as Component };
