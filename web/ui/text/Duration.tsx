import { durationInWords, isoDuration, timecode } from '../../lib/text/timecode.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import styles from './Duration.module.css';

/** Renders a duration as a timecode, and in words for screen readers. */
export const Duration = ({ seconds }: { seconds: number }) => (
  <time className={styles.duration} dateTime={isoDuration(seconds)}>
    <span aria-hidden="true">{timecode(Math.round(seconds))}</span>
    <VisuallyHidden>{durationInWords(seconds)}</VisuallyHidden>
  </time>
);
