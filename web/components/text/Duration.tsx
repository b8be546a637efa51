import { VisuallyHidden } from '../VisuallyHidden.tsx';
import styles from './Duration.module.css';
import { durationInWords, isoDuration, timecode } from './timecode.ts';

/** Renders a duration as a timecode, and in words for screen readers. */
export const Duration = ({ seconds }: { seconds: number }) => (
  <time className={styles.duration} dateTime={isoDuration(seconds)}>
    <span aria-hidden="true">{timecode(Math.round(seconds))}</span>
    <VisuallyHidden>{durationInWords(seconds)}</VisuallyHidden>
  </time>
);
