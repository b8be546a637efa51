import type { VideoStatus } from '../../graphql/schema.generated.ts';
import styles from './UnreadyStill.module.css';

const WORDS: Record<VideoStatus | 'none', string> = {
  PREPARING: 'Still being developed',
  ERRORED: 'Lost in development',
  READY: 'Not to be had just now',
  none: 'No film yet',
};

/** What stands in a film's frame when there is no still: two sets of fine rings, whose crossing draws a figure of its own. */
export const UnreadyStill = ({ status }: { status: VideoStatus | null }) => (
  <div className={styles.unready}>
    <span className={styles.words}>{WORDS[status ?? 'none']}</span>
  </div>
);
