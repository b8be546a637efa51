import { timecode } from '../../components/text/timecode.ts';
import styles from './WatchedMark.module.css';
import { secondsLeft } from './watchHistory.ts';
import { useKeptFilm } from './watchHistoryStore.ts';

/** On a film's still: how far this reader has come, or that they have seen it. */
export const WatchedMark = ({ id }: { id: string }) => {
  const kept = useKeptFilm(id);
  if (!kept || !(kept.place > 0 || kept.watched)) return null;
  const { place, length } = kept;
  return (
    <>
      <span className={styles.words}>{place > 0 ? `${timecode(secondsLeft(kept))} left` : 'Watched'}</span>
      {place > 0 && <span className={styles.bar} style={{ inlineSize: `${(100 * place) / length}%` }} />}
    </>
  );
};
