import type { VideoStatus } from '../../../apollo/schema.generated.ts';
import placeholder from '../../../components/images/placeholderPattern.module.css';
import styles from './VideoPlaceholder.module.css';

const LABELS: Record<VideoStatus | 'none', string> = {
  PREPARING: 'Still being developed',
  ERRORED: 'Lost in development',
  READY: 'Not available right now',
  none: 'No film yet',
};

/** Renders the placeholder of a missing still, with the status of the video. */
export const VideoPlaceholder = ({ status }: { status: VideoStatus | null }) => (
  <div className={`${styles.placeholder} ${placeholder.pattern}`}>
    <span className={styles.label}>{LABELS[status ?? 'none']}</span>
  </div>
);
