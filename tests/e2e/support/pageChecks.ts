import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { horizontalOverflow, violationsInBothThemes, waitForFrames } from './accessibility.ts';
import { recordOperations } from './recordOperations.ts';
import type { Journey } from './setUpJourneys.ts';

/** The narrowest viewport without horizontal scrolling, in CSS pixels: WCAG 2.2, 1.4.10 Reflow. */
const MIN_VIEWPORT_WIDTH = 320;
/** The heights of a phone, and of a window of 1280 × 1024 pixels at 400%. */
const VIEWPORT_HEIGHTS = [640, 256];
const IMAGE_TIMEOUT_MS = 4_000;
const VIEWPORT = { width: 1280, height: 900 };

/** Declares a journey through each group of pages, by its name: hydration, images, accessibility and reflow of each page. */
export function pageChecks(journey: Journey, pages: Readonly<Record<string, readonly string[]>>): void {
  for (const [name, paths] of Object.entries(pages))
    journey(
      `${name}: hydrate without queries, load all images, reflow at 320 px, and have no accessibility violations`,
      async ({ page, open }) => {
        const operations = recordOperations(page);
        for (const path of paths) {
          operations.length = 0;
          await page.setViewportSize(VIEWPORT);
          await open(path);
          await waitForFrames(page);
          expect({ path, operations }).toEqual({ path, operations: [] });
          expect(await page.locator('head title').count()).toBe(1);
          await loadImages(page);
          expect({ path, broken: await brokenImages(page) }).toEqual({ path, broken: [] });
          expect({ path, violations: await violationsInBothThemes(page) }).toEqual({ path, violations: [] });
          for (const height of VIEWPORT_HEIGHTS) {
            await page.setViewportSize({ width: MIN_VIEWPORT_WIDTH, height });
            await waitForFrames(page);
            const overflow = await horizontalOverflow(page);
            expect({ path, height, overflow }).toEqual({ path, height, overflow: [] });
          }
        }
      },
    );
}

/** Scrolls through the page, so that lazy images load, and waits for them. */
const loadImages = (page: Page): Promise<void> =>
  page.evaluate(async (timeoutMs) => {
    for (let y = 0; y < document.documentElement.scrollHeight && y < 20_000; y += innerHeight) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    await Promise.race([
      Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))),
      new Promise((done) => setTimeout(done, timeoutMs)),
    ]);
    scrollTo(0, 0);
  }, IMAGE_TIMEOUT_MS);

const brokenImages = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.naturalWidth === 0)
      .map((image) => image.currentSrc || image.src),
  );
