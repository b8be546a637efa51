import { timecode } from '../../lib/text/timecode.ts';
import { FilmImage, type FilmImageProps } from '../../ui/images/FilmImage.tsx';
import placeholder from '../../ui/images/placeholderPattern.module.css';
import { Duration } from '../../ui/text/Duration.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Poster.module.css';
import type { VideoPlayerFragment } from './VideoPlayer.generated.ts';

interface PosterProps {
  title: string;
  poster: VideoPlayerFragment['poster'];
  still: FilmImageProps['still'];
  /** In seconds. */
  duration: number | null;
  sizes: string;
  isPrimary: boolean;
  /** The play button; `loading` from the press to the first frame, null while a video or an error is shown. */
  button: 'idle' | 'loading' | null;
  /** The first frame of the video is visible, so no image is shown. */
  hasFirstFrame: boolean;
  /** The start of a playback that the browser has blocked, in seconds; null if it has not. */
  blockedSeconds: number | null;
  /** The position to resume at, in seconds; 0 for the start. */
  resumePosition: number;
  /** Called on hover and focus, when playback is likely. */
  onIntent: () => void;
  onPlay: (seconds: number) => void;
}

/**
 * Renders the poster image of a film with its play button, or with buttons to resume and to start over. The pressed button
 * stays until the first frame, with the label “Loading”, so that it keeps the focus until the player takes it.
 */
export const Poster = (props: PosterProps) => {
  const { title, poster, still, duration, sizes, isPrimary, button, hasFirstFrame } = props;
  const { blockedSeconds, resumePosition, onIntent, onPlay } = props;
  const isResuming = blockedSeconds === null && resumePosition > 0;
  const start = blockedSeconds ?? resumePosition;
  const isLoading = button === 'loading';
  return (
    <>
      {!hasFirstFrame && (
        <FilmImage
          poster={poster}
          sizes={sizes}
          still={still}
          isLead={isPrimary}
          className={styles.image}
          fallback={<div className={`${styles.image} ${placeholder.pattern}`} />}
        />
      )}
      <div role="status">
        <VisuallyHidden>{isLoading && 'Loading'}</VisuallyHidden>
      </div>
      {button && (
        <>
          <button
            type="button"
            className={styles.play}
            data-pressed={isLoading || undefined}
            onPointerEnter={onIntent}
            onFocus={onIntent}
            onClick={() => onPlay(start)}
          >
            <span className={styles.label}>
              <span>
                <span>
                  {isResuming ? 'Continue' : 'Play'} <VisuallyHidden>{title}</VisuallyHidden>
                  {!isResuming && start > 0 && ` from ${timecode(start)}`}
                </span>
                {isResuming && (
                  <time>
                    <VisuallyHidden>from</VisuallyHidden> {timecode(start)}
                  </time>
                )}
                {start === 0 && duration != null && <Duration seconds={duration} />}
              </span>
              <span className={styles.loading}>
                Loading <VisuallyHidden>{title}</VisuallyHidden>
              </span>
            </span>
          </button>
          {!isLoading && isResuming && duration && (
            <>
              <button type="button" className={styles.startOver} onClick={() => onPlay(0)}>
                Start over
              </button>
              <span
                className={styles.progress}
                style={{ inlineSize: `${(100 * resumePosition) / duration}%` }}
              />
            </>
          )}
        </>
      )}
    </>
  );
};
