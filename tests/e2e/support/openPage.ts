import type { Page, Request } from 'playwright-core';

/**
 * Opens a page and waits for its heading. With JavaScript it also waits until React has hydrated the root, all scripts
 * have loaded and the main thread is idle, so that boundaries whose code loads later are hydrated as well.
 */
export async function openPage(page: Page, url: string, javaScriptEnabled: boolean): Promise<void> {
  const loading = new Set<Request>();
  const onRequest = (request: Request) => {
    if (request.resourceType() === 'script') loading.add(request);
  };
  const onEnd = (request: Request) => {
    loading.delete(request);
  };
  page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd);
  try {
    await page.goto(url);
    await page.locator('main:not([aria-busy="true"]) h1, main h1').first().waitFor();
    if (!javaScriptEnabled) return;
    await page.locator('html[data-hydrated]').waitFor();
    for (let isSettled = false; !isSettled; ) {
      isSettled = loading.size === 0;
      await waitForIdle(page);
      isSettled &&= loading.size === 0;
    }
  } finally {
    page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd);
  }
}

const waitForIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 })),
  );
