import { lazyIsland } from '../ui/lazyIsland.tsx';

/** The distance from the viewport at which an element is near it. */
const MARGIN = '100%';

/**
 * Resolves when an element of the page comes near the viewport. Resolves at once if no element matches.
 * @param selector the elements to watch, as they are now
 */
const nearViewport = (selector: string): Promise<void> =>
  new Promise((resolve) => {
    const elements = document.querySelectorAll(selector);
    if (elements.length === 0) return resolve();
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: MARGIN },
    );
    for (const element of elements) observer.observe(element);
  });

/** An interactive figure whose code loads when the server's HTML of one comes near the viewport. */
export const LazyFigure = lazyIsland(
  () => import('./InteractiveFigure.tsx').then(({ InteractiveFigure }) => InteractiveFigure),
  <div style={{ aspectRatio: '16 / 12' }} />,
  () => nearViewport('[data-figure]'),
);
