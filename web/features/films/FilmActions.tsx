import { useState } from 'react';
import { useOrigin } from '../../seo/originContext.ts';
import { lazyDialog } from '../../ui/dialogs/lazyDialog.ts';
import type { Playhead } from '../player/state/playhead.ts';
import { MarkWatchedButton } from '../watch-history/MarkWatchedButton.tsx';
import { WatchLaterButton } from '../watch-history/WatchLaterButton.tsx';
import styles from './FilmActions.module.css';

const ShortcutsDialog = lazyDialog(() =>
  import('../player/keyboard/ShortcutsDialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
);
const ShareFilmDialog = lazyDialog(() =>
  import('./ShareFilmDialog.tsx').then(({ ShareFilmDialog }) => ShareFilmDialog),
);

interface FilmActionsProps {
  id: string;
  slug: string;
  title: string;
  /** In seconds; null without a playable video. */
  duration: number | null;
  /** Width by height; null if unknown. */
  aspectRatio: number | null;
  /** The BCP 47 codes of the captions. */
  languages: readonly string[];
  playhead: Playhead;
}

/** Renders the buttons of a film page. The buttons for playback are omitted if there is no video. */
export const FilmActions = (props: FilmActionsProps) => {
  const { id, slug, title, duration, aspectRatio, languages, playhead } = props;
  const [dialog, setDialog] = useState<'share' | 'shortcuts' | null>(null);
  const origin = useOrigin();
  const close = () => setDialog(null);
  return (
    <div className={styles.actions}>
      <button type="button" onClick={() => setDialog('share')}>
        Share
      </button>
      <WatchLaterButton id={id} title={title} className={styles.watchLater} />
      {duration !== null && (
        <>
          <MarkWatchedButton id={id} title={title} duration={duration} />
          <button type="button" className={styles.shortcuts} onClick={() => setDialog('shortcuts')}>
            Keyboard shortcuts
          </button>
        </>
      )}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog === 'share' && (
        <ShareFilmDialog
          origin={origin}
          slug={slug}
          title={title}
          aspectRatio={aspectRatio}
          languages={languages}
          playhead={playhead}
          onClose={close}
        />
      )}
    </div>
  );
};
