import type { CSSProperties } from 'react';
import type { VideoStatus } from '../../../data/schema.generated.ts';
import { useVideoServiceFailure } from '../../../lib/playable.ts';
import { VIDEO_STATUS_LABELS } from '../../../ui/text/availability.ts';
import { linePattern } from './linePattern.ts';
import styles from './VideoPlaceholder.module.css';

interface VideoPlaceholderProps {
  /** The id of the film, which determines the pattern. */
  id: string;
  /** Null without a video, or without an answer of the video service. */
  status: VideoStatus | null;
}

/** Renders the plate of a film without a still: the status of its video on a pattern of its own. */
export const VideoPlaceholder = ({ id, status }: VideoPlaceholderProps) => {
  const missing = useVideoServiceFailure() ? 'READY' : 'none';
  const { angle, spacing } = linePattern(id);
  const pattern = { '--angle': `${angle}deg`, '--spacing': `${spacing}px` };
  return (
    <div className={styles.placeholder} style={pattern as CSSProperties}>
      <span className={styles.label}>{VIDEO_STATUS_LABELS[status ?? missing]}</span>
    </div>
  );
};
