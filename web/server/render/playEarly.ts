import type { createVideo } from '../../features/player/createVideo.ts';
import type { lineSpeed } from '../../kit/video/lineSpeed.ts';

/**
 * An inline script in the head: on a slow line, a press of a play button from before hydration plays the small file of the film
 * at once. The script stops the images that are loading at the press, and loads them again after the first frame of the film.
 * `usePlayback` takes over its video element when the press is repeated.
 * @param maxDelayMs the longest time, in milliseconds, that images wait for the first frame
 */
export const playEarly = (
  create: typeof createVideo,
  measureLine: typeof lineSpeed,
  maxDelayMs: number,
): void => {
  /** Stops the images that are loading, and returns a function that loads them again. */
  const stopImages = (): (() => void) => {
    // The page also preloads the lead image by a link.
    for (const link of document.querySelectorAll('link[rel="preload"][as="image"]')) link.remove();
    const stopped = [...document.images]
      .filter(({ complete }) => !complete)
      .map((image) => {
        const sources = ['srcset', 'src'].map((name) => [name, image.getAttribute(name)] as const);
        for (const [name] of sources) image.removeAttribute(name);
        // Browsers show an icon in place of an image without sources.
        image.style.visibility = 'hidden';
        return { image, sources };
      });
    return () => {
      for (const { image, sources } of stopped.splice(0)) {
        image.style.visibility = '';
        // React may have replaced the image or its source meanwhile.
        for (const [name, value] of sources)
          if (value !== null && image.isConnected && !image.hasAttribute(name))
            image.setAttribute(name, value);
      }
    };
  };
  // In the bubble phase React has handled the press, and ended its repetition, if the button has hydrated.
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-file] ~ [data-replay]') : null;
    const frame = button?.parentElement?.querySelector<HTMLElement>('[data-file]');
    if (!frame || frame.firstChild || !measureLine().isSlow) return;
    const video = create(frame.dataset.file);
    const resumeImages = stopImages();
    // The button shows the progress, and not the controls of the browser.
    video.style.opacity = '0';
    frame.append(video);
    video.addEventListener('loadeddata', () => {
      video.style.opacity = '';
      // It covers the poster.
      video.toggleAttribute('data-shown', true);
      if (document.activeElement === button) video.focus();
      resumeImages();
    });
    video.addEventListener('error', resumeImages);
    setTimeout(resumeImages, maxDelayMs);
    // A file that fails, or that the browser does not let play, is left to the player.
    video.play().catch(resumeImages);
  });
};
