import type { createVideo } from '../../features/player/createVideo.ts';
import type { lineSpeed } from '../../kit/video/lineSpeed.ts';

/**
 * An inline script in the head: on a slow line, a press of a play button from before hydration plays the small file of the film
 * at once. Images that are loading leave the line to it, until its first frame is there. `usePlayback` takes over its video
 * element when the press is repeated.
 * @param maxDelayMs images wait no longer for the film
 */
export const playEarly = (
  create: typeof createVideo,
  measureLine: typeof lineSpeed,
  maxDelayMs: number,
): void => {
  /** Stops the images that are loading, and returns a function that loads them again. */
  const stopImages = (): (() => void) => {
    // A lead image is also loaded by a link.
    for (const link of document.querySelectorAll('link[rel="preload"][as="image"]')) link.remove();
    const stopped = [...document.images]
      .filter(({ complete }) => !complete)
      .flatMap((image) =>
        ['srcset', 'src'].map((name) => {
          const value = image.getAttribute(name);
          image.removeAttribute(name);
          return { image, name, value };
        }),
      );
    return () => {
      for (const { image, name, value } of stopped.splice(0)) if (value) image.setAttribute(name, value);
    };
  };
  // In the bubble phase React has handled the press, and ended its repetition, if the button has hydrated.
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-file] ~ [data-replay]') : null;
    const frame = button?.parentElement?.querySelector<HTMLElement>('[data-file]');
    if (!frame || frame.firstChild || !measureLine().isSlow) return;
    const video = create(frame.dataset.file);
    const resumeImages = stopImages();
    frame.append(video);
    video.addEventListener('loadeddata', () => {
      // It covers the poster.
      video.toggleAttribute('data-shown', true);
      if (document.activeElement === button) video.focus();
      resumeImages();
    });
    setTimeout(resumeImages, maxDelayMs);
    // A file that fails, or that the browser does not let play, is left to the player.
    video.play().catch(resumeImages);
  });
};
