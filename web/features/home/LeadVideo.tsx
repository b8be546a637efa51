import { useEffect, useRef, useState } from 'react';
import { play } from '../../kit/video/play.ts';
import { canAutoplay } from '../../lib/mediaConditions.ts';
import { whenIdle } from '../../lib/timing/whenIdle.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './LeadVideo.module.css';

interface LeadVideoProps {
  src: string;
  /** Of a higher resolution, for wide windows. */
  largeSrc: string;
}

/** Films begin and end with a fade, which the loop leaves out. */
const FADE_SECONDS = 1.5;

/** From this width of the window on, the small video would be enlarged too much. */
const WIDE_WINDOW = '(min-width: 48rem)';

/**
 * Renders the lead film as a silent loop over its still, with a button that pauses it. It begins when the page is idle, if
 * videos may start by themselves, and stops while it is out of view.
 */
export const LeadVideo = ({ src, largeSrc }: LeadVideoProps) => {
  const video = useRef<HTMLVideoElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const [isPaused, setIsPaused] = useState(false);

  useEffect(() => whenIdle(() => setIsLoaded(canAutoplay())), []);
  useEffect(() => {
    const { current } = video;
    if (!isLoaded || !current) return;
    const observer = new IntersectionObserver(([entry]) => {
      // A browser may refuse to play, for example to save power. The still then stays.
      if (entry?.isIntersecting && !isPaused) play(current);
      else current.pause();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [isLoaded, isPaused]);

  if (!isLoaded) return null;
  return (
    <>
      <video
        ref={video}
        src={matchMedia(WIDE_WINDOW).matches ? largeSrc : src}
        className={styles.video}
        data-shown={isShown || undefined}
        onLoadedMetadata={({ currentTarget }) => skipFades(currentTarget)}
        onTimeUpdate={({ currentTarget }) => skipFades(currentTarget)}
        onPlaying={() => setIsShown(true)}
        muted
        loop
        playsInline
        disablePictureInPicture
        disableRemotePlayback
        tabIndex={-1}
        aria-hidden="true"
      />
      {isShown && (
        <button type="button" className={styles.pause} onClick={() => setIsPaused(!isPaused)}>
          {isPaused ? 'Play' : 'Pause'}
          <VisuallyHidden> preview</VisuallyHidden>
        </button>
      )}
    </>
  );
};

/** Seeks behind the fade at the start of a film while its position is in a fade. */
const skipFades = (video: HTMLVideoElement): void => {
  const { currentTime, duration } = video;
  const isInFade = currentTime < FADE_SECONDS || currentTime > duration - FADE_SECONDS;
  if (isInFade && duration > 3 * FADE_SECONDS) video.currentTime = FADE_SECONDS;
};
