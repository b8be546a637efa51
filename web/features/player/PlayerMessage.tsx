import type { VideoStatus } from '../../data/schema.generated.ts';
import placeholder from '../../ui/images/placeholderPattern.module.css';
import { VIDEO_STATUS_LABELS } from '../../ui/text/availability.ts';
import styles from './PlayerMessage.module.css';
import type { PlaybackFailure } from './stream/useRetry.ts';

interface PlayerMessageProps {
  status: VideoStatus | 'none' | PlaybackFailure;
  /** The page describes the film below the player. */
  hasDescriptionBelow: boolean;
  onRetry: () => void;
}

const MESSAGES: Record<PlayerMessageProps['status'], { title: string; text: string; canRetry: boolean }> = {
  PREPARING: {
    title: VIDEO_STATUS_LABELS.PREPARING,
    text: 'This film is not ready yet. It appears here as soon as it is.',
    canRetry: false,
  },
  ERRORED: {
    title: VIDEO_STATUS_LABELS.ERRORED,
    text: 'The video could not be encoded. It has to be rendered again.',
    canRetry: false,
  },
  READY: {
    title: 'The video cannot be played right now',
    text: 'The film library is closed for the moment.',
    canRetry: true,
  },
  none: { title: VIDEO_STATUS_LABELS.none, text: 'This film has no video yet.', canRetry: true },
  failed: {
    title: 'The video stopped loading',
    text: 'The reel has torn. Playback can continue where it stopped.',
    canRetry: true,
  },
  offline: {
    title: 'You are offline',
    text: 'Playback continues by itself when you are back online.',
    canRetry: true,
  },
};

const STATUSES_WITHOUT_VIDEO = new Set<PlayerMessageProps['status']>(['PREPARING', 'ERRORED', 'none']);

/** Renders the message in place of a video that cannot be played, with a “Retry” button if retrying may help. */
export const PlayerMessage = ({ status, hasDescriptionBelow, onRetry }: PlayerMessageProps) => {
  const { title, text, canRetry } = MESSAGES[status];
  return (
    <div className={`${styles.message} ${placeholder.pattern}`} role="status">
      <div className={styles.panel}>
        <p className={styles.title}>{title}</p>
        <p>
          {text}
          {hasDescriptionBelow && STATUSES_WITHOUT_VIDEO.has(status) && ' You can read about it below.'}
        </p>
        {canRetry && (
          <button type="button" onClick={onRetry}>
            Retry
          </button>
        )}
      </div>
    </div>
  );
};
