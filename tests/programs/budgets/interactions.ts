/**
 * `npm run interactions` does on the chief pages what readers do, on a telephone whose processor is slowed four times,
 * and holds the time from each touch or key to the next paint to its budget, by the median of the runs: what a page's
 * Interaction to Next Paint is made of (https://web.dev/articles/inp). It ends with 1 when one is over. `--runs 3`.
 */
import { parseArgs } from 'node:util';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { median } from '../load/quantile.ts';
import { openBuiltHouse, readRuns } from './builtStack.ts';
import { PAGES } from './pages.ts';

/** Milliseconds from a touch to the paint that answers it. */
const MOST = 100;
const SLOWER = 4;
/** Milliseconds between two interactions, as a quick reader leaves them. */
const PAUSE = 400;

type Act = readonly [what: string, act: (page: Page) => Promise<void>];

/** Touches what has come into sight: readers scroll first, and what is scrolled to is laid out by then. */
const touch = async (target: Locator): Promise<void> => {
  await target.scrollIntoViewIfNeeded();
  await target.page().waitForTimeout(PAUSE);
  await target.tap();
};

const press = (name: string) => (page: Page) =>
  touch(page.getByRole('button', { name, exact: true }).first());

/** What is done on which page, in this order. */
const WALKS: Readonly<Record<string, readonly Act[]>> = {
  home: [
    ['open the switch of the light', press('Light or dark')],
    ['make it dark', (page) => page.getByText('Dark', { exact: true }).tap()],
    ['put a film aside', (page) => touch(page.getByRole('button', { name: /^Watch later/ }).first())],
    ['open the search sheet', (page) => page.getByRole('link', { name: 'Search' }).first().tap()],
    ['type into it', (page) => page.keyboard.type('chaos', { delay: 120 })],
  ],
  film: [
    ['open the share sheet', press('Share')],
    ['close it', press('Close')],
    ['go to the words', (page) => touch(page.getByRole('searchbox', { name: 'Find in the words' }))],
    ['look for some', (page) => page.keyboard.type('the', { delay: 120 })],
    ['turn to the next', press('Next line')],
  ],
  article: [
    [
      'go to a part',
      (page) => page.getByRole('navigation', { name: 'Contents' }).getByRole('link').nth(1).tap(),
    ],
    ['open the switch of the light', press('Light or dark')],
    ['make it dark', (page) => page.getByText('Dark', { exact: true }).tap()],
  ],
  search: [
    ['go to the box', (page) => page.locator('main input[name="q"]').tap()],
    ['type into it', (page) => page.keyboard.type('wave', { delay: 120 })],
    ['narrow it', press('Narrow (1)')],
    ['choose a topic', (page) => page.getByRole('dialog').locator('label').first().tap()],
  ],
};

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = readRuns(values.runs);
const house = await openBuiltHouse();
const browser = await house.launch();
const took = new Map<string, number[]>();
try {
  for (let run = 0; run < runs; run += 1)
    for (const [name, acts] of Object.entries(WALKS)) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        deviceScaleFactor: 1.75,
        isMobile: true,
        hasTouch: true,
      });
      try {
        const page = await openSlowly(context, `${house.url}${PAGES[name]}`);
        for (const [what, act] of acts) {
          const label = `${name}: ${what}`;
          took.set(label, [...(took.get(label) ?? []), await timed(page, act)]);
        }
      } finally {
        await context.close();
      }
    }
} finally {
  await browser.close();
  await house.close();
}

const medians = [...took].map(([label, times]) => [label, median(times)] as const);
console.table(Object.fromEntries(medians.map(([label, time]) => [label, { milliseconds: time }])));
const over = medians.filter(([, time]) => time > MOST);
for (const [label, time] of over)
  console.log(`${label} took ${time} ms to be answered, expected ${MOST} at most`);
if (over.length === 0) console.log(`all within ${MOST} ms, medians of ${runs}`);
process.exit(over.length === 0 ? 0 : 1);

/** Opens a page, waits until it has been taken over and has come to rest, and slows the processor from then on. */
async function openSlowly(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen: PerformanceEventTiming[] = [];
    Object.assign(window, { __answered: seen });
    new PerformanceObserver((list) => {
      seen.push(...(list.getEntries() as PerformanceEventTiming[]));
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const slow = await context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

/** The longest time, in milliseconds, that one of these interactions took to be answered. Browsers round it to 8. */
async function timed(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    (window as unknown as { __answered: unknown[] }).__answered.length = 0;
  });
  await act(page);
  await page.waitForTimeout(PAUSE);
  return page.evaluate(() => {
    const seen = (window as unknown as { __answered: (PerformanceEventTiming & { interactionId: number })[] })
      .__answered;
    return Math.max(0, ...seen.filter((entry) => entry.interactionId > 0).map(({ duration }) => duration));
  });
}
