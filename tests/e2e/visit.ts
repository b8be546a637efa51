import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Browser, type BrowserContext, chromium as driver, type Page } from 'playwright-core';
import { buildSites } from '../../gateway/cli/sites.ts';
import { type House, openHouse } from '../house.ts';
import { CHROMIUM_FLAGS, chromium, testWith } from '../tools.ts';

/** Milliseconds. */
const BUILDING = 180_000;
const PATIENCE = 15_000;
const LONGEST_VISIT = 60_000;

/** A reader at a window, in a browser that has never been here. */
export interface Visit {
  readonly page: Page;
  readonly house: House;
  /** Goes to an address of the magazine and waits until its page is there. */
  open(path: string): Promise<void>;
}

export interface VisitOptions {
  readonly theme?: 'light' | 'dark';
  /** The window, in CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Whether it is a phone, touched with a finger. */
  readonly touch?: boolean;
  /** Whether the browser runs scripts; it does unless told otherwise. */
  readonly scripts?: boolean;
  /** Faults that belong to the journey, as the browser's console words them; any other fails it. */
  readonly expects?: RegExp;
}

/** A journey of a reader, told as a sentence. */
export type Journey = (
  sentence: string,
  walk: (visit: Visit) => Promise<void>,
  options?: VisitOptions,
) => void;

/**
 * Opens the whole house and one browser for all journeys of a file, and gives what declares a journey. Each has a
 * context of its own, and fails when a page logs an error, breaks the content policy or asks a foreign host.
 */
export function openJourneys(): Journey {
  const tool = chromium();
  let house: House;
  let browser: Browser;

  beforeAll(async () => {
    if (!tool.path) return;
    await buildSites({ env: process.env, say: () => undefined, only: ['app'] });
    house = await openHouse();
    browser = await driver.launch({
      executablePath: tool.path,
      // As for readers who have watched here before: a film may begin when its address says so.
      args: [...CHROMIUM_FLAGS, '--autoplay-policy=no-user-gesture-required'],
    });
  }, BUILDING);

  afterAll(async () => {
    await browser?.close();
    await house?.close();
  });

  return (sentence, walk, options = {}) =>
    testWith(
      tool,
      sentence,
      async () => {
        const {
          theme = 'light',
          width = 1280,
          height = 900,
          touch = false,
          scripts = true,
          expects,
        } = options;
        const context = await browser.newContext({
          colorScheme: theme,
          viewport: { width, height },
          hasTouch: touch,
          isMobile: touch,
          javaScriptEnabled: scripts,
        });
        const faults = watchFaults(context, house);
        try {
          const page = await context.newPage();
          page.setDefaultTimeout(PATIENCE);
          await walk({ page, house, open: (path) => open(page, `${house.url}${path}`, scripts) });
        } finally {
          await context.close();
        }
        expect(faults.filter((fault) => !expects?.test(fault))).toEqual([]);
      },
      LONGEST_VISIT,
    );
}

/** Opens a page and waits, as a reader does without knowing, until its scripts have taken it over. */
async function open(page: Page, url: string, scripts: boolean): Promise<void> {
  await page.goto(url);
  const heading = page.locator('main:not([aria-busy="true"]) h1, main h1').first();
  await heading.waitFor();
  if (!scripts) return;
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
  // The parts below are taken over as their scripts come, which begin all at once.
  for (let before = -1, now = await scriptsOf(page); now !== before; now = await scriptsOf(page)) {
    before = now;
    await sleep(200);
  }
}

const scriptsOf = (page: Page): Promise<number> =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
  );

/** What no page of the magazine may do, in the order in which it is done. */
function watchFaults(context: BrowserContext, house: House): string[] {
  const own = new Set([house.url, ...Object.values(house.twins).map((twin) => twin.url)]);
  const faults: string[] = [];
  // A page that says that nothing is there has that for its status, which the browser reports as well.
  const pages = new Set<string>();
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (request.isNavigationRequest()) pages.add(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !own.has(origin)) faults.push(`foreign: ${request.url()}`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`));
  // Chromium reports there what a policy has stopped, and files that could not be had.
  context.on('console', (message) => {
    const isOwnStatus = /the server responded with a status/.test(message.text());
    if (isOwnStatus && pages.has(message.location().url)) return;
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  return faults;
}
