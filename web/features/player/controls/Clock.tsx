import { useSyncExternalStore } from 'react';
import { timecode } from '../../../components/text/timecode.ts';
import styles from '../Player.module.css';
import type { Playhead } from '../state/playhead.ts';

interface ClockProps {
  playhead: Playhead;
  /** In seconds. */
  length: number | null;
}

/** Where a film is and, where there is room, how long it lasts. Renders once a second. */
export const Clock = ({ playhead, length }: ClockProps) => {
  const second = useSyncExternalStore(playhead.subscribe, () => Math.floor(Math.max(0, playhead.now())));
  return (
    <span className={styles.time}>
      {timecode(second)}
      {length !== null && <span className={styles.length}> / {timecode(Math.round(length))}</span>}
    </span>
  );
};
