import { afterAll, beforeAll, expect } from '@jest/globals';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
  type Page,
} from 'playwright-core';
import { type Stack, type StackOptions, startStack } from '../../support/stack.ts';
import { CHROMIUM_FLAGS, chromiumBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { openPage } from './openPage.ts';
import { recordPageErrors } from './recordPageErrors.ts';

const SETUP_TIMEOUT_MS = 180_000;
/** Longer than needed, so that a busy machine fails no test. */
const ACTION_TIMEOUT_MS = 45_000;
const JOURNEY_TIMEOUT_MS = 180_000;
const MAX_DESCRIPTION_CHARACTERS = 2_000;

/** Arguments of a journey: a page in a browser without stored data, and the test stack. */
export interface JourneyContext {
  readonly page: Page;
  readonly stack: Stack;
  /** Opens a path of the app and waits until the page is hydrated. */
  open(path: string): Promise<void>;
}

interface JourneyOptions {
  readonly colorScheme?: 'light' | 'dark';
  /** Size of the viewport in CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Emulates a phone with a touch screen. */
  readonly isTouch?: boolean;
  /** Default true. */
  readonly javaScriptEnabled?: boolean;
  /** Default false: requests of a service worker are not those of the page, which other journeys count and change. */
  readonly hasServiceWorker?: boolean;
  /** True for a journey with a browser context of its own, because it changes what a page cannot reset, e.g. the clock. */
  readonly isIsolated?: boolean;
  /** Page errors that the journey causes. Any other page error fails it. */
  readonly allowedErrors?: RegExp;
}

/** Declares a browser test. */
export type Journey = (
  title: string,
  run: (context: JourneyContext) => Promise<void>,
  options?: JourneyOptions,
) => void;

/**
 * Starts one test stack and one browser for the journeys of a test file, and returns the function that declares them.
 * Each journey starts without cookies and stored data. A journey fails when a page logs an error, violates the content
 * security policy or sends a request to a foreign origin.
 * @param stackOptions options of the test stack
 */
export function setUpJourneys(stackOptions: StackOptions = {}): Journey {
  const browserBinary = chromiumBinary();
  let stack: Stack;
  let browser: Browser;
  const contexts = new Map<string, BrowserContext>();

  beforeAll(async () => {
    if (!browserBinary.path) return;
    stack = await startStack(stackOptions);
    browser = await driver.launch({
      executablePath: browserBinary.path,
      // Chromium allows autoplay to users who have played media on a site before.
      args: [...CHROMIUM_FLAGS, '--autoplay-policy=no-user-gesture-required'],
    });
  }, SETUP_TIMEOUT_MS);

  afterAll(async () => {
    await browser?.close();
    await stack?.close();
  });

  return (title, run, options = {}) =>
    testWith(
      browserBinary,
      title,
      async () => {
        const { javaScriptEnabled = true, isIsolated = false, allowedErrors } = options;
        const key = JSON.stringify(options, [
          'colorScheme',
          'width',
          'height',
          'isTouch',
          'javaScriptEnabled',
          'hasServiceWorker',
        ]);
        const reusable = isIsolated ? undefined : contexts.get(key);
        const context = reusable ?? (await browser.newContext(contextOptions(options)));
        const { errors, stop } = await recordPageErrors(context, stack);
        const page = await context.newPage();
        try {
          page.setDefaultTimeout(ACTION_TIMEOUT_MS);
          await run({
            page,
            stack,
            open: (path) => openPage(page, `${stack.url}${path}`, javaScriptEnabled),
          });
        } catch (error) {
          throw new Error(`${(error as Error).message}\n\n${await describePage(page)}`, { cause: error });
        } finally {
          stop();
          contexts.delete(key);
          if (isIsolated) await context.close();
          else if (await resetContext(context, stack)) contexts.set(key, context);
        }
        expect(errors.filter((error) => !allowedErrors?.test(error))).toEqual([]);
      },
      JOURNEY_TIMEOUT_MS,
    );
}

/** Returns the address and the beginning of the text of a page, which show why a journey failed. */
async function describePage(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .ariaSnapshot({ timeout: 1_000 })
    .catch((error: Error) => error.message);
  return `The page ${page.url()} shows:\n${text.slice(0, MAX_DESCRIPTION_CHARACTERS)}`;
}

const contextOptions = ({
  colorScheme = 'light',
  width = 1280,
  height = 900,
  isTouch = false,
  javaScriptEnabled = true,
  hasServiceWorker = false,
}: JourneyOptions): BrowserContextOptions => ({
  colorScheme,
  viewport: { width, height },
  hasTouch: isTouch,
  isMobile: isTouch,
  javaScriptEnabled,
  serviceWorkers: hasServiceWorker ? 'allow' : 'block',
});

/**
 * Closes the pages of a context and clears its storage and permissions. The HTTP cache stays.
 * @returns false, with the context closed, if it cannot be reused
 */
async function resetContext(context: BrowserContext, stack: Stack): Promise<boolean> {
  try {
    const [page, ...others] = context.pages();
    if (!page) return false;
    await Promise.all(others.map((other) => other.close()));
    // Pages write to storage when they are left, so storage is cleared afterwards.
    await page.goto('about:blank');
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: stack.url, storageTypes: 'all' });
    await context.clearPermissions();
    await page.close();
    return true;
  } catch {
    await context.close();
    return false;
  }
}
