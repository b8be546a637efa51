import type { Browser } from 'playwright-core';

/** Milliseconds without a request after which a page has come to rest. */
const REST = 600;
/** Milliseconds a page has to come to rest. */
const PATIENCE = 20_000;

/** What a first visit to a page brings over the network, in bytes as sent. */
export interface VisitedPage {
  readonly html: number;
  /** All but the stream of a film. */
  readonly all: number;
}

/** Visits a page in a window of a telephone's size with nothing in store, and adds up what comes until it rests. */
export async function visitPage(browser: Browser, url: string): Promise<VisitedPage> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const kinds = new Map<string, string>();
    let [html, all, last] = [0, 0, Date.now()];
    network.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      last = Date.now();
      const kind = kinds.get(requestId);
      if (kind !== 'Media') all += encodedDataLength;
      if (kind === 'Document') html += encodedDataLength;
    });
    await page.goto(url, { waitUntil: 'load' });
    for (const late = Date.now() + PATIENCE; Date.now() - last < REST && Date.now() < late; )
      await page.waitForTimeout(100);
    return { html, all };
  } finally {
    await context.close();
  }
}
