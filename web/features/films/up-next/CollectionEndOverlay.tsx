import { Link } from 'react-router';
import { pathOf } from '../../../lib/paths.ts';
import type { Playhead } from '../../player/state/playhead.ts';
import type { WatchedCollection } from './adjacentFilms.ts';
import styles from './NextFilmOverlay.late.module.css';
import { useHasEnded } from './useHasEnded.ts';

interface CollectionEndOverlayProps {
  playhead: Playhead;
  /** The collection whose last film this is. */
  collection: WatchedCollection;
}

/** Renders the end of a collection over its last film when that has ended, and offers the next collection. */
export const CollectionEndOverlay = ({ playhead, collection }: CollectionEndOverlayProps) => {
  const { title, nextCollection } = collection;
  if (!useHasEnded(playhead)) return null;
  return (
    <div className={styles.overlay}>
      <div className={styles.text}>
        <p role="status">End of “{title}”</p>
        {nextCollection && (
          <>
            <p>Next collection</p>
            <p className={styles.title}>
              <Link to={pathOf('Collection', nextCollection.slug)}>{nextCollection.title}</Link>
            </p>
          </>
        )}
        <p className={styles.actions}>
          <button type="button" onClick={() => playhead.seek(0)}>
            Replay
          </button>
        </p>
      </div>
    </div>
  );
};
