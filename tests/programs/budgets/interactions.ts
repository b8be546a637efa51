/**
 * `npm run interactions` measures interactions on the main pages with the viewport and the processor of a phone: the time
 * from a tap or key to the next paint, as in Interaction to Next Paint (https://web.dev/articles/inp). Exits with 1 when
 * a median is over the budget. `--pages home,film`, `--runs 5`. The first run installs Lighthouse in this folder.
 */

import type { BrowserContext, Locator, Page } from 'playwright-core';
import { median } from '../load/quantile.ts';
import { readArguments } from '../load/readArguments.ts';
import { summary } from '../load/summary.ts';
import { readRuns, startBuiltStack } from './builtStack.ts';
import { measureSlowdown } from './measureSlowdown.ts';
import { PAGES, selectPages } from './pages.ts';
import { installLighthouse } from './runLighthouse.ts';

/** Longest time from a tap or key to the next paint. */
const MAX_INTERACTION_MS = 100;
/** Time between two interactions of a fast visitor. */
const PAUSE_MS = 400;
const TYPING_DELAY_MS = 120;

type Interaction = readonly [description: string, interact: (page: Page) => Promise<void>];

/** Scrolls to an element, waits until it is laid out, and taps it. */
const scrollAndTap = async (target: Locator): Promise<void> => {
  await target.scrollIntoViewIfNeeded();
  await target.page().waitForTimeout(PAUSE_MS);
  await target.tap();
};

const tapButton = (name: string) => (page: Page) =>
  scrollAndTap(page.getByRole('button', { name, exact: true }).first());

/** The interactions of each page, in order. */
const INTERACTIONS: Readonly<Record<string, readonly Interaction[]>> = {
  home: [
    ['open the theme switch', tapButton('Theme')],
    ['choose the dark theme', (page) => page.getByText('Dark', { exact: true }).tap()],
    [
      'add a film to Watch later',
      (page) => scrollAndTap(page.getByRole('button', { name: /^Watch later/ }).first()),
    ],
    ['open the search sheet', (page) => page.getByRole('link', { name: 'Search' }).first().tap()],
    ['type a query', (page) => page.keyboard.type('chaos', { delay: TYPING_DELAY_MS })],
  ],
  film: [
    ['open the share sheet', tapButton('Share')],
    ['close the share sheet', tapButton('Close')],
    ['open the transcript', tapButton('Show transcript')],
    [
      'focus the transcript search',
      (page) => scrollAndTap(page.getByRole('searchbox', { name: 'Search transcript' })),
    ],
    ['search the transcript', (page) => page.keyboard.type('the', { delay: TYPING_DELAY_MS })],
    ['go to the next match', tapButton('Next match')],
  ],
  article: [
    ['open the table of contents', tapButton('Contents')],
    [
      'follow a link in the table of contents',
      (page) => page.getByRole('navigation', { name: 'Contents' }).getByRole('link').nth(1).tap(),
    ],
    ['open the theme switch', tapButton('Theme')],
    ['choose the dark theme', (page) => page.getByText('Dark', { exact: true }).tap()],
  ],
  search: [
    ['focus the search field', (page) => scrollAndTap(page.locator('main input[name="q"]'))],
    ['type a query', (page) => page.keyboard.type('wave', { delay: TYPING_DELAY_MS })],
    ['open the filters', tapButton('Filters (1)')],
    ['choose a topic', (page) => page.getByRole('dialog').locator('label').first().tap()],
  ],
};

const { values } = readArguments({
  options: { pages: { type: 'string' }, runs: { type: 'string', default: '5' } },
});
const names = selectPages(values.pages, Object.keys(INTERACTIONS), INTERACTIONS);
const runs = readRuns(values.runs);
installLighthouse();
const stack = await startBuiltStack();
const browser = await stack.launchBrowser();
const durations = new Map<string, number[]>();
try {
  for (let run = 1; run <= runs; run += 1) {
    const slowdown = await measureSlowdown(stack);
    console.error(`run ${run} of ${runs}, slowdown ${slowdown}`);
    for (const name of names) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        deviceScaleFactor: 1.75,
        isMobile: true,
        hasTouch: true,
      });
      try {
        const page = await openThrottledPage(context, `${stack.url}${PAGES[name]}`, slowdown);
        for (const [description, interact] of INTERACTIONS[name] ?? []) {
          const label = `${name}: ${description}`;
          durations.set(label, [...(durations.get(label) ?? []), await measure(page, interact)]);
        }
      } finally {
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await stack.close();
}

const medians = [...durations].map(([label, times]) => [label, median(times)] as const);
console.table(Object.fromEntries(medians.map(([label, time]) => [label, { milliseconds: time }])));
const failures = medians
  .filter(([, time]) => time > MAX_INTERACTION_MS)
  .map(([label, time]) => `${label}: expected at most ${MAX_INTERACTION_MS} ms, got ${time} ms`);
console.log(`medians of ${runs} runs; limit ${MAX_INTERACTION_MS} ms`);
console.log(
  summary(
    failures,
    'Repeat on an idle machine; record the interaction in the Performance panel of Chromium.',
  ),
);
process.exit(failures.length === 0 ? 0 : 1);

/** Opens a page, waits until the network is idle, and then throttles the processor. */
async function openThrottledPage(context: BrowserContext, url: string, slowdown: number): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const events: PerformanceEventTiming[] = [];
    Object.assign(window, { __eventTimings: events });
    new PerformanceObserver((list) => {
      events.push(...(list.getEntries() as PerformanceEventTiming[]));
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Returns the longest duration of an event of an interaction in milliseconds. Browsers round it to 8 ms. */
async function measure(page: Page, interact: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    (window as unknown as { __eventTimings: unknown[] }).__eventTimings.length = 0;
  });
  await interact(page);
  await page.waitForTimeout(PAUSE_MS);
  return page.evaluate(() => {
    const events = (
      window as unknown as { __eventTimings: (PerformanceEventTiming & { interactionId: number })[] }
    ).__eventTimings;
    return Math.max(0, ...events.filter((entry) => entry.interactionId > 0).map(({ duration }) => duration));
  });
}
