import type { Page } from 'playwright-core';

/** Scrolls until a fraction of the text is above the middle of the window, and waits until it is recorded. */
export async function scrollThroughText(page: Page, fraction: number): Promise<void> {
  await page.evaluate((position) => {
    const { top, height } = (document.getElementById('article-text') as HTMLElement).getBoundingClientRect();
    scrollTo(0, scrollY + top + position * height - innerHeight / 2);
  }, fraction);
  // A saved article is in the history before it has a position.
  await page.waitForFunction((expected) => {
    const { articles = {} } = JSON.parse(localStorage.getItem('reading-history') ?? '{}');
    return (Object.values(articles) as { position: number }[]).some(
      ({ position }) => Math.abs(position - expected) < 0.03,
    );
  }, fraction);
}

/** Waits until the middle of the window is at a fraction of the text. */
export const waitForPosition = (page: Page, fraction: number) =>
  page.waitForFunction((expected) => {
    const { top, height } = document.getElementById('article-text')?.getBoundingClientRect() ?? {
      top: 0,
      height: 0,
    };
    return Math.abs((innerHeight / 2 - top) / height - expected) < 0.03;
  }, fraction);
