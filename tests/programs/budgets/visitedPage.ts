import type { Browser } from 'playwright-core';

/** A page is loaded after this time without a response. */
const IDLE_MS = 600;
const LOAD_TIMEOUT_MS = 20_000;

/** Transferred bytes of the first visit to a page. */
export interface VisitedPage {
  readonly html: number;
  /** All responses except media streams. */
  readonly total: number;
}

/** Loads a page in a new browser context with the viewport of a phone, and measures all responses until it is idle. */
export async function visitPage(browser: Browser, url: string): Promise<VisitedPage> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const resourceTypes = new Map<string, string>();
    let [html, total, lastResponseAt] = [0, 0, Date.now()];
    network.on('Network.responseReceived', ({ requestId, type }) => resourceTypes.set(requestId, type));
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      lastResponseAt = Date.now();
      const resourceType = resourceTypes.get(requestId);
      if (resourceType !== 'Media') total += encodedDataLength;
      if (resourceType === 'Document') html += encodedDataLength;
    });
    await page.goto(url, { waitUntil: 'load' });
    for (
      const deadline = Date.now() + LOAD_TIMEOUT_MS;
      Date.now() - lastResponseAt < IDLE_MS && Date.now() < deadline;
    )
      await page.waitForTimeout(100);
    return { html, total };
  } finally {
    await context.close();
  }
}
