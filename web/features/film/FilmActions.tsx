import { lazy, Suspense, useState } from 'react';
import { useOrigin } from '../../routing/originContext.ts';
import { addressOf } from '../../ui/addresses.ts';
import { MarkWatched } from '../library/MarkWatched.tsx';
import { WatchLater } from '../library/WatchLater.tsx';
import type { Playhead } from '../player/playhead.ts';
import styles from './FilmActions.module.css';

const KeysSheet = lazy(() =>
  import('../player/KeysSheet.tsx').then(({ KeysSheet }) => ({ default: KeysSheet })),
);
const ShareSheet = lazy(() => import('./ShareSheet.tsx').then(({ ShareSheet }) => ({ default: ShareSheet })));

interface FilmActionsProps {
  id: string;
  slug: string;
  title: string;
  /** In seconds; null as long as it is not known. */
  length: number | null;
  playhead: Playhead;
}

/** What else can be done with a film: put it aside, mark it, give it to others, and all that the keys do. */
export const FilmActions = ({ id, slug, title, length, playhead }: FilmActionsProps) => {
  const [sheet, open] = useState<'share' | 'keys' | null>(null);
  const origin = useOrigin();
  const close = () => open(null);
  return (
    <div className={styles.actions}>
      <button type="button" onClick={() => open('share')}>
        Share
      </button>
      <button type="button" className={styles.keys} onClick={() => open('keys')}>
        Keys
      </button>
      {length !== null && (
        <>
          <WatchLater id={id} title={title} className={styles.later} />
          <MarkWatched id={id} title={title} length={length} />
        </>
      )}
      <Suspense>
        {sheet === 'keys' && <KeysSheet onClose={close} />}
        {sheet === 'share' && (
          <ShareSheet
            title={title}
            address={`${origin}${addressOf('Film', slug)}`}
            frame={`${origin}/embed${addressOf('Film', slug)}`}
            now={Math.max(0, playhead.now())}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
};
