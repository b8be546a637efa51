import type { Locator, Page } from 'playwright-core';

/** Returns the media element of the player. It exists once the player has loaded. */
export const videoOf = (page: Page): Locator => page.locator('video[slot="media"]');

/** Waits until the video plays and has passed a time in seconds. */
export const waitForPlayback = (page: Page, seconds: number): Promise<unknown> =>
  page.waitForFunction((start) => {
    const video = document.querySelector<HTMLVideoElement>('video[slot="media"]');
    return video && !video.paused && video.videoWidth > 0 && video.currentTime > start;
  }, seconds);

/** Returns the state of the media element. */
export const playerState = (page: Page) =>
  videoOf(page).evaluate(
    ({ paused, currentTime, volume, muted, playbackRate, duration, videoWidth }: HTMLVideoElement) => ({
      paused,
      currentTime,
      volume,
      muted,
      playbackRate,
      duration,
      videoWidth,
    }),
  );

/** Waits until the video is within half a second of a time in seconds. */
export const waitForTime = (page: Page, seconds: number): Promise<unknown> =>
  page.waitForFunction((expected) => {
    const video = document.querySelector<HTMLVideoElement>('video[slot="media"]');
    return video && Math.abs(video.currentTime - expected) < 0.5;
  }, seconds);

/** Returns the displayed caption and its language; null where there is none. */
export const activeCaptions = (page: Page) =>
  videoOf(page).evaluate((video: HTMLVideoElement) => {
    const track = [...video.textTracks].find(
      ({ kind, mode }) => (kind === 'captions' || kind === 'subtitles') && mode !== 'disabled',
    );
    const text = document.querySelector('[data-captions]')?.textContent;
    return { language: track?.language ?? null, text: text || null };
  });

/**
 * Waits until React has hydrated an element of the server's markup, so that it handles events.
 * @throws if React discarded the element and rendered a new one, which users see as a flash
 */
export const waitForHydration = async (element: Locator): Promise<void> => {
  await element.evaluate(async (node) => {
    while (!Object.keys(node).some((key) => key.startsWith('__reactProps'))) {
      if (!node.isConnected) throw new Error('expected React to hydrate this element, got a new element');
      await new Promise(requestAnimationFrame);
    }
  });
};
