import { lazy, Suspense, useState } from 'react';
import { useOrigin } from '../../seo/originContext.ts';
import type { Playhead } from '../player/state/playhead.ts';
import { MarkWatched } from '../watch-history/MarkWatched.tsx';
import { WatchLater } from '../watch-history/WatchLater.tsx';
import styles from './FilmActions.module.css';

const ShortcutsDialog = lazy(() =>
  import('../player/keyboard/ShortcutsDialog.tsx').then(({ ShortcutsDialog }) => ({
    default: ShortcutsDialog,
  })),
);
const ShareDialog = lazy(() =>
  import('./ShareDialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })),
);

interface FilmActionsProps {
  id: string;
  slug: string;
  title: string;
  /** In seconds; null as long as it is not known. */
  length: number | null;
  /** E.g. `16:9`; null when unknown. */
  aspectRatio: string | null;
  playhead: Playhead;
}

/** What else can be done with a film: put it aside, mark it, give it to others, and all that the keys do. */
export const FilmActions = ({ id, slug, title, length, aspectRatio, playhead }: FilmActionsProps) => {
  const [dialog, setDialog] = useState<'share' | 'keys' | null>(null);
  const origin = useOrigin();
  const close = () => setDialog(null);
  return (
    <div className={styles.actions}>
      <button type="button" onClick={() => setDialog('share')}>
        Share
      </button>
      <button type="button" className={styles.keys} onClick={() => setDialog('keys')}>
        Keys
      </button>
      {length !== null && (
        <>
          <WatchLater id={id} title={title} className={styles.later} />
          <MarkWatched id={id} title={title} length={length} />
        </>
      )}
      <Suspense>
        {dialog === 'keys' && <ShortcutsDialog onClose={close} />}
        {dialog === 'share' && (
          <ShareDialog
            {...{ origin, slug, title, aspectRatio }}
            now={Math.max(0, playhead.now())}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
};
