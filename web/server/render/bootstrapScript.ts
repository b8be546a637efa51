import type { PageAssets } from './assets.ts';
import { embed } from './inlineScript.ts';

/** Milliseconds after which a page is taken over even if its first picture has not come. */
const PATIENCE = 3000;

/**
 * Code for a script at the end of a page that fetches what takes the page over: once the picture it opens with is there
 * and painted, so that nothing competes with what a reader looks at, or as soon as the reader does anything. The
 * libraries are run one by one before what builds on them, so that a slow telephone answers in between. A page that
 * has only its own rules of the sheet gets the others before anything can ask for them.
 */
export const startScript = ({ entry, modules, first, styles }: PageAssets): string => `{
const nonce = document.currentScript.nonce;
const signs = ['pointerdown', 'keydown', 'touchstart'];
let begun = false;
const begin = async () => {
  if (begun) return;
  begun = true;
  for (const sign of signs) removeEventListener(sign, begin, true);
  const fetching = (rel, href) => {
    const link = document.createElement('link');
    const end = new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }));
    Object.assign(link, { rel, href, nonce });
    document.head.append(link);
    return end;
  };
  const dressed = Promise.all(${embed(styles)}.map((href) => fetching('stylesheet', href)));
  for (const href of ${embed([...modules, entry])}) fetching('modulepreload', href);
  for (const href of ${embed(first)}) {
    await import(href);
    await new Promise((resolve) => setTimeout(resolve));
  }
  await dressed;
  await import(${embed(entry)});
};
for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
setTimeout(begin, ${PATIENCE});
const picture = document.querySelector('img[fetchpriority="high"]');
const afterPaint = () => requestAnimationFrame(() => setTimeout(begin));
if (!picture || picture.complete) afterPaint();
else for (const end of ['load', 'error']) picture.addEventListener(end, afterPaint, { once: true });
}`;
