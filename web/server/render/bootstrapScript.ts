/** Hydration starts after this time even if the lead image has not loaded. */
const MAX_DELAY_MS = 3000;

/**
 * Code of an inline script that loads the chunks for hydration, which the data block `page-assets` names. It waits until the
 * lead image is painted, so that nothing competes with it, or until the first input. It requests the chunks one by one, and
 * then runs the libraries one by one, so that a slow phone can respond in between. It loads the style sheet before the entry,
 * because the page contains only its critical CSS. Its `yieldToMain` is that of `lib/timing/yieldToMain.ts`, which an
 * inline script cannot import. Without `scheduler` it takes some milliseconds for each chunk.
 */
export const bootstrapScript = `{
const { entry, modules, entryImports, styles, lateStyles } = JSON.parse(document.getElementById('page-assets').textContent);
const inputEvents = ['pointerdown', 'keydown', 'touchstart'];
let isStarted = false;
const start = async () => {
  if (isStarted) return;
  isStarted = true;
  for (const type of inputEvents) removeEventListener(type, start, true);
  const load = (rel, href) => {
    const link = document.createElement('link');
    const settled = new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }));
    Object.assign(link, { rel, href });
    document.head.append(link);
    return settled;
  };
  const yieldToMain = () => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
  const styled = Promise.all(styles.map((href) => load('stylesheet', href)));
  for (const href of [...modules, entry]) {
    load('modulepreload', href);
    await yieldToMain();
  }
  for (const href of lateStyles) load('stylesheet', href);
  for (const href of entryImports) {
    await import(href);
    await yieldToMain();
  }
  await styled;
  await import(entry);
};
for (const type of inputEvents) addEventListener(type, start, { capture: true, passive: true });
setTimeout(start, ${MAX_DELAY_MS});
const image = document.querySelector('img[fetchpriority="high"]');
const afterPaint = () => requestAnimationFrame(() => setTimeout(start));
if (!image || image.complete) afterPaint();
else for (const type of ['load', 'error']) image.addEventListener(type, afterPaint, { once: true });
}`;
