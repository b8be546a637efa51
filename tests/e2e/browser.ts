import { afterAll, beforeAll, expect } from '@jest/globals';
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium as driver,
  type Page,
  type Request,
  type WebError,
} from 'playwright-core';
import { CHROMIUM_FLAGS, chromium, testWith } from '../support/projectBinaries.ts';
import { type House, openHouse } from '../support/stack.ts';

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
  /** Whether the journey changes its browser in a way that a page cannot take back, its clock for instance. */
  readonly alone?: boolean;
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
 * Opens the whole house and one browser for all journeys of a file, and gives what declares a journey. Each begins with
 * nothing kept by the ones before it, except the files that a browser need not fetch twice, and fails when a page logs an
 * error, breaks the content policy or asks a foreign host.
 */
export function openJourneys(): Journey {
  const tool = chromium();
  let house: House;
  let browser: Browser;
  const contexts = new Map<string, BrowserContext>();

  beforeAll(async () => {
    if (!tool.path) return;
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
        const { scripts = true, alone = false, expects } = options;
        const key = JSON.stringify(options, ['theme', 'width', 'height', 'touch', 'scripts']);
        const context = (!alone && contexts.get(key)) || (await browser.newContext(contextOf(options)));
        const { faults, stop } = watchFaults(context, house);
        const page = await context.newPage();
        try {
          page.setDefaultTimeout(PATIENCE);
          await walk({ page, house, open: (path) => open(page, `${house.url}${path}`, scripts) });
        } finally {
          stop();
          contexts.delete(key);
          if (alone) await context.close();
          else if (await cleared(context, house)) contexts.set(key, context);
        }
        expect(faults.filter((fault) => !expects?.test(fault))).toEqual([]);
      },
      LONGEST_VISIT,
    );
}

const contextOf = ({
  theme = 'light',
  width = 1280,
  height = 900,
  touch = false,
  scripts = true,
}: VisitOptions) => ({
  colorScheme: theme,
  viewport: { width, height },
  hasTouch: touch,
  isMobile: touch,
  javaScriptEnabled: scripts,
});

/** Closes what a journey has opened and forgets what it has left behind; whether that is done, and the next can begin. */
async function cleared(context: BrowserContext, house: House): Promise<boolean> {
  try {
    const [page, ...others] = context.pages();
    if (!page) return false;
    await Promise.all(others.map((other) => other.close()));
    // What a page keeps when it is left is kept before it is forgotten.
    await page.goto('about:blank');
    const browser = await context.newCDPSession(page);
    await browser.send('Storage.clearDataForOrigin', { origin: house.url, storageTypes: 'all' });
    await context.clearPermissions();
    await page.close();
    return true;
  } catch {
    await context.close();
    return false;
  }
}

/** Opens a page and waits until React has hydrated it, with the parts whose code comes after the page's own. */
async function open(page: Page, url: string, scripts: boolean): Promise<void> {
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
    if (!scripts) return;
    await page.locator('html[data-hydrated]').waitFor();
    for (let isSettled = false; !isSettled; ) {
      isSettled = loading.size === 0;
      await idle(page);
      isSettled &&= loading.size === 0;
    }
  } finally {
    page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd);
  }
}

/** Waits until the page has nothing to compute. */
const idle = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 })),
  );

/** What no page of the magazine may do, in the order in which it is done, until that is of no more interest. */
function watchFaults(context: BrowserContext, house: House): { faults: string[]; stop(): void } {
  const own = new Set([house.url, ...Object.values(house.emulators).map((emulator) => emulator.url)]);
  const faults: string[] = [];
  // A page that says that nothing is there has that for its status, which the browser reports as well.
  const pages = new Set<string>();
  const onRequest = (request: Request) => {
    const { protocol, origin } = new URL(request.url());
    if (request.isNavigationRequest()) pages.add(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !own.has(origin)) faults.push(`foreign: ${request.url()}`);
  };
  const onError = (error: WebError) => {
    faults.push(`uncaught: ${error.error().message}`);
  };
  // Chromium reports there what a policy has stopped, and files that could not be had.
  const onConsole = (message: ConsoleMessage) => {
    const isOwnStatus = /the server responded with a status/.test(message.text());
    if (isOwnStatus && pages.has(message.location().url)) return;
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`);
  };
  context.on('request', onRequest).on('weberror', onError).on('console', onConsole);
  return {
    faults,
    stop: () => {
      context.off('request', onRequest).off('weberror', onError).off('console', onConsole);
    },
  };
}
