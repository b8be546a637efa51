import type { Locator, Page } from 'playwright-core';

/** The film on the page, once it is there. */
export const film = (page: Page): Locator => page.locator('video[slot="media"]');

/** Waits until the film on the page has come to this second while it plays. */
export const playsPast = (page: Page, seconds: number): Promise<unknown> =>
  page.waitForFunction((at) => {
    const one = document.querySelector<HTMLVideoElement>('video[slot="media"]');
    return one && !one.paused && one.videoWidth > 0 && one.currentTime > at;
  }, seconds);

/** How the film is, as its element tells it. */
export const stateOf = (page: Page) =>
  film(page).evaluate(({ paused, currentTime, volume, muted, playbackRate, duration }: HTMLVideoElement) => ({
    paused,
    currentTime,
    volume,
    muted,
    playbackRate,
    duration,
  }));

/** Waits until the film is at a second, give or take half of one. */
export const standsAt = (page: Page, seconds: number): Promise<unknown> =>
  page.waitForFunction(
    (at) =>
      Math.abs((document.querySelector<HTMLVideoElement>('video[slot="media"]')?.currentTime ?? -9) - at) <
      0.5,
    seconds,
  );

/** The captions that stand on the film just now, and the language they are in; nulls when none are read. */
export const captionsOf = (page: Page) =>
  film(page).evaluate((element: HTMLVideoElement) => {
    const read = [...element.textTracks].find(
      ({ kind, mode }) => (kind === 'captions' || kind === 'subtitles') && mode !== 'disabled',
    );
    const words = document.querySelector('[data-captions]')?.textContent;
    return { language: read?.language ?? null, words: words || null };
  });

/**
 * Waits until the browser has taken over a part of the page that a server made: before, keys and words find nobody there.
 * @throws when it was thrown away and made anew, which a reader sees
 */
export const awake = async (part: Locator): Promise<void> => {
  await part.evaluate(async (one) => {
    while (!Object.keys(one).some((key) => key.startsWith('__reactProps'))) {
      if (!one.isConnected) throw new Error('expected this part to be taken over, found it made anew');
      await new Promise((done) => setTimeout(done, 20));
    }
  });
};
