import { useState } from 'react';
import { Plain } from '../../../components/Container.tsx';
import { later } from '../../../components/lazyIsland.tsx';
import { Opening } from '../../../components/PageHeader.tsx';
import { useHydrated } from '../../../components/timing/useHydrated.ts';
import { PageHead } from '../../../seo/PageHead.tsx';
import type { Library } from '../watchHistory.ts';
import { readersLibrary, useLibrary } from '../watchHistoryStore.ts';
import styles from './LibraryPage.module.css';

const LibraryLists = later(() => import('./LibraryLists.tsx').then(({ LibraryLists }) => LibraryLists));

/** What a reader has begun, put aside and seen. All of it stays in their browser. */
const LibraryPage = () => {
  const library = useLibrary();
  const isHydrated = useHydrated();
  const [before, setBefore] = useState<{ library: Library; words: string } | null>(null);

  const change = (words: string, act: (library: Library) => Library) => {
    setBefore({ library: readersLibrary.get(), words });
    readersLibrary.update(act);
  };
  const undo = () => {
    if (before) readersLibrary.update(() => before.library);
    setBefore(null);
  };
  return (
    <>
      <PageHead title="Your library" unlisted />
      <Opening title="Your library">
        <p>What you have begun, put aside and seen. It is kept in this browser and nowhere else.</p>
      </Opening>
      <noscript>
        <Plain>
          <p>Without JavaScript this browser keeps nothing.</p>
        </Plain>
      </noscript>
      <div className={styles.lists}>{isHydrated && <LibraryLists library={library} onChange={change} />}</div>
      <p role="status" className={styles.undo}>
        {before && (
          <span>
            {before.words}{' '}
            <button type="button" onClick={undo}>
              Undo
            </button>
          </span>
        )}
      </p>
    </>
  );
};

export { LibraryPage as Component };
