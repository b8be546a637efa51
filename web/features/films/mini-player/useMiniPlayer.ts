import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { focusMain } from '../../../lib/focus/focusMain.ts';
import type { Playhead } from '../../player/state/playhead.ts';
import { scrollBehavior } from '../../player/state/scrollBehavior.ts';

/** The mini player is shown while less than this part of the player's place is in view. */
const MIN_VISIBLE_RATIO = 0.25;

const VIDEO_EVENTS = ['playing', 'enterpictureinpicture', 'leavepictureinpicture'];

/**
 * Decides whether the player of a film is a mini player: from the time when a playing film leaves the window until it is
 * back in view or closed. A seek request from outside the mini player, such as a chapter, scrolls the film into view.
 * @param frameRef the element that becomes the mini player; its parent keeps the place of the player
 */
export const useMiniPlayer = (frameRef: RefObject<HTMLElement | null>, playhead: Playhead) => {
  const [isMini, setIsMini] = useState(false);
  const isMiniNow = useEffectEvent(() => isMini);

  useEffect(() => {
    const frame = frameRef.current;
    const place = frame?.parentElement;
    if (!frame || !place) return;
    let isInView = true;
    // While the page scrolls to the film, the mini player would only flash.
    let isScrollingToFilm = false;
    const update = () => {
      const video = playhead.videoElement();
      if (isInView || !video || document.pictureInPictureElement) setIsMini(false);
      else if (!video.paused && !isScrollingToFilm) setIsMini(true);
    };
    const handleScrollEnd = () => {
      isScrollingToFilm = false;
      update();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = (entries.at(-1)?.intersectionRatio ?? 0) >= MIN_VISIBLE_RATIO;
        if (isInView) isScrollingToFilm = false;
        update();
      },
      { threshold: MIN_VISIBLE_RATIO },
    );
    const unsubscribe = playhead.onSeek(() => {
      if (isMiniNow()) return;
      isScrollingToFilm = !isInView;
      place.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });
    });
    observer.observe(place);
    document.addEventListener('scrollend', handleScrollEnd);
    // These events do not bubble, so the listeners capture.
    for (const type of VIDEO_EVENTS) frame.addEventListener(type, update, true);
    return () => {
      unsubscribe();
      observer.disconnect();
      document.removeEventListener('scrollend', handleScrollEnd);
      for (const type of VIDEO_EVENTS) frame.removeEventListener(type, update, true);
    };
  }, [frameRef, playhead]);

  /** Scrolls to the film and moves the focus to its player. */
  const returnToFilm = useCallback(() => {
    const frame = frameRef.current;
    frame?.querySelector<HTMLElement>('media-controller')?.focus({ preventScroll: true });
    frame?.parentElement?.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
  }, [frameRef]);

  /** Pauses the film and moves the focus to the page, whose focused button disappears. */
  const close = useCallback(() => {
    playhead.videoElement()?.pause();
    setIsMini(false);
    focusMain();
  }, [playhead]);

  return { isMini, returnToFilm, close };
};
