import type { createVideo } from '../../features/player/createVideo.ts';
import type { lineSpeed } from '../../kit/video/lineSpeed.ts';

/**
 * An inline script in the head: on a slow line, a press of a play button from before hydration plays the small file of the film
 * at once. `usePlayback` takes over its video element when the press is repeated.
 */
export const playEarly = (create: typeof createVideo, measureLine: typeof lineSpeed): void => {
  // In the bubble phase React has handled the press, and ended its repetition, if the button has hydrated.
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-file] ~ [data-replay]') : null;
    const frame = button?.parentElement?.querySelector<HTMLElement>('[data-file]');
    if (!frame || frame.firstChild || !measureLine().isSlow) return;
    const video = create(frame.dataset.file);
    frame.append(video);
    video.addEventListener('loadeddata', () => {
      // It covers the poster.
      video.toggleAttribute('data-shown', true);
      if (document.activeElement === button) video.focus();
    });
    // A file that fails, or that the browser does not let play, is left to the player.
    video.play().catch(() => undefined);
  });
};
