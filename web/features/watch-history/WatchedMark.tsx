import { timecode } from '../../lib/text/timecode.ts';
import styles from './WatchedMark.module.css';
import { remainingSeconds } from './watchHistory.ts';
import { useWatchState } from './watchHistoryStore.ts';

/** Renders the progress bar and remaining time, or “Watched”, over the still of a film. */
export const WatchedMark = ({ id }: { id: string }) => {
  const state = useWatchState(id);
  if (!state || !(state.position > 0 || state.isWatched)) return null;
  const { position, duration } = state;
  return (
    <>
      <span className={styles.label}>
        {position > 0 ? `${timecode(remainingSeconds(state))} left` : 'Watched'}
      </span>
      {position > 0 && (
        <span className={styles.progress} style={{ inlineSize: `${(100 * position) / duration}%` }} />
      )}
    </>
  );
};
