import type { PageAssets } from './assets.ts';

/**
 * An inline script at the end of the page that loads the chunks for hydration, which the data block `page-assets` names. It waits
 * until the lead image is painted, so that nothing competes with it, or until the first input. It requests the chunks one by
 * one, and then runs the libraries one by one, so that a slow phone can respond in between. It loads the style sheet before the
 * entry, because the page contains only its critical CSS.
 * @param maxDelayMs hydration starts after this time even if the lead image has not loaded
 */
export const startHydration = (maxDelayMs: number, yieldToMain: () => Promise<void>): void => {
  const block = document.getElementById('page-assets')?.textContent ?? '';
  const { entry, modules, entryImports, styles, lateStyles } = JSON.parse(block) as PageAssets;
  const inputEvents = ['pointerdown', 'keydown', 'touchstart'];
  let isStarted = false;
  const load = (rel: string, href: string) => {
    const link = Object.assign(document.createElement('link'), { rel, href });
    const settled = new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }));
    document.head.append(link);
    return settled;
  };
  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    for (const type of inputEvents) removeEventListener(type, start, true);
    const styled = Promise.all(styles.map((href) => load('stylesheet', href)));
    for (const href of [...modules, entry]) {
      void load('modulepreload', href);
      await yieldToMain();
    }
    for (const href of lateStyles) void load('stylesheet', href);
    for (const href of entryImports) {
      await import(/* @vite-ignore */ href);
      await yieldToMain();
    }
    await styled;
    await import(/* @vite-ignore */ entry);
  };
  const afterPaint = () => requestAnimationFrame(() => setTimeout(start));
  for (const type of inputEvents) addEventListener(type, start, { capture: true, passive: true });
  setTimeout(start, maxDelayMs);
  const image = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  if (!image || image.complete) afterPaint();
  else for (const type of ['load', 'error']) image.addEventListener(type, afterPaint, { once: true });
};
