import { useSyncExternalStore } from 'react';
import { timecode } from '../../../components/text/timecode.ts';
import styles from '../Player.module.css';
import type { Playhead } from '../state/playhead.ts';

interface ClockProps {
  playhead: Playhead;
  /** In seconds. */
  duration: number | null;
}

/** Renders the current time and, in wide players, the duration. Re-renders once a second. */
export const Clock = ({ playhead, duration }: ClockProps) => {
  const seconds = useSyncExternalStore(playhead.subscribe, () =>
    Math.floor(Math.max(0, playhead.currentTime())),
  );
  return (
    <span className={styles.time}>
      {timecode(seconds)}
      {duration !== null && <span className={styles.duration}> / {timecode(Math.round(duration))}</span>}
    </span>
  );
};
