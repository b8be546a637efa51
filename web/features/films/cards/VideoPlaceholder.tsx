import type { VideoStatus } from '../../../apollo/schema.generated.ts';
import rings from '../../../components/images/placeholderPattern.module.css';
import styles from './VideoPlaceholder.module.css';

const WORDS: Record<VideoStatus | 'none', string> = {
  PREPARING: 'Still being developed',
  ERRORED: 'Lost in development',
  READY: 'Not to be had just now',
  none: 'No film yet',
};

/** What stands in a film's frame when there is no still, and why. */
export const UnreadyStill = ({ status }: { status: VideoStatus | null }) => (
  <div className={`${styles.unready} ${rings.rings}`}>
    <span className={styles.words}>{WORDS[status ?? 'none']}</span>
  </div>
);
