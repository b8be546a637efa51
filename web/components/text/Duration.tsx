import { Spoken } from '../VisuallyHidden.tsx';
import styles from './Duration.module.css';
import { isoDuration, spokenDuration, timecode } from './timecode.ts';

/** How long something lasts, as a timecode for the eye and in words for the ear. */
export const Duration = ({ seconds }: { seconds: number }) => (
  <time className={styles.duration} dateTime={isoDuration(seconds)}>
    <span aria-hidden="true">{timecode(Math.round(seconds))}</span>
    <Spoken>{spokenDuration(seconds)}</Spoken>
  </time>
);
