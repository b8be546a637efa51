import type { PageAssets } from './assets.ts';

/**
 * An inline script at the end of the page that loads the chunks for hydration, which the data block `page-assets` names. It waits
 * until the lead image is painted, so that nothing competes with it, or until the first input. Before each chunk it waits for
 * the first frame of a film that an early press plays on a slow line (`playEarly.ts`). It requests the chunks one by
 * one, and then runs the libraries one by one, so that a slow phone can respond in between. It loads the style sheet before the
 * entry, because the page contains only its critical CSS.
 * @param maxDelayMs hydration starts after this time even if the lead image has not loaded
 * @param maxFilmDelayMs hydration waits no longer for a film
 */
export const startHydration = (
  maxDelayMs: number,
  maxFilmDelayMs: number,
  yieldToMain: () => Promise<void>,
): void => {
  const block = document.getElementById('page-assets')?.textContent ?? '';
  const { entry, modules, entryImports, styles, lateStyles } = JSON.parse(block) as PageAssets;
  const inputEvents = ['pointerdown', 'keydown', 'touchstart', 'click'];
  let isStarted = false;
  let firstFrame: Promise<unknown> | undefined;
  const load = (rel: string, href: string) => {
    const link = Object.assign(document.createElement('link'), { rel, href });
    const settled = new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }));
    document.head.append(link);
    return settled;
  };
  const waitForFilm = () => {
    const video = document.querySelector<HTMLVideoElement>('[data-file] > video');
    if (video && !video.error && video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
      firstFrame ??= new Promise((resolve) => {
        for (const type of ['loadeddata', 'error']) video.addEventListener(type, resolve);
        setTimeout(resolve, maxFilmDelayMs);
      });
    return firstFrame;
  };
  const start = async (event?: Event) => {
    // The click after this event requests the film.
    const isPress = event?.target instanceof Element && event.target.closest('[data-file] ~ button');
    if (isStarted || (isPress && event.type !== 'click')) return;
    isStarted = true;
    for (const type of inputEvents) removeEventListener(type, start, true);
    await yieldToMain();
    await waitForFilm();
    const styled = Promise.all(styles.map((href) => load('stylesheet', href)));
    for (const href of [...modules, entry]) {
      void load('modulepreload', href);
      await yieldToMain();
      await waitForFilm();
    }
    for (const href of lateStyles) void load('stylesheet', href);
    for (const href of entryImports) {
      await import(/* @vite-ignore */ href);
      await yieldToMain();
      await waitForFilm();
    }
    await styled;
    await waitForFilm();
    await import(/* @vite-ignore */ entry);
  };
  const afterPaint = () => requestAnimationFrame(() => setTimeout(() => start()));
  for (const type of inputEvents) addEventListener(type, start, { capture: true, passive: true });
  setTimeout(() => start(), maxDelayMs);
  const image = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  if (!image || image.complete) afterPaint();
  else for (const type of ['load', 'error']) image.addEventListener(type, afterPaint, { once: true });
};
