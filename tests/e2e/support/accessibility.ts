import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe?: typeof Axe;
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface ViolationOptions {
  /** Selector of the part of the page to check; the whole page if omitted. */
  selector?: string;
  /** Ids of axe rules; all if omitted. */
  rules?: string[];
}

/** Returns the accessibility violations that axe finds outside of frames: rule, element and summary. */
export async function accessibilityViolations(
  page: Page,
  { selector, rules }: ViolationOptions = {},
): Promise<string[]> {
  // The script of axe takes longer to load than most pages take to check.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ include, runOnly }) => {
      const { violations } = await (window.axe as typeof Axe).run(include ?? document, {
        // Without its result types, axe describes each element that passes, which takes most of its time.
        resultTypes: ['violations'],
        // The rules that read style sheets are disabled.
        preload: { assets: ['media'] },
        ...(runOnly && { runOnly }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
      );
    },
    { include: selector, runOnly: rules },
  );
}

/** Checks a page in the light theme, and its colours in the dark theme. Leaves the page in the light theme. */
export async function violationsInBothThemes(page: Page, selector?: string): Promise<string[]> {
  const part = selector === undefined ? {} : { selector };
  await stopDelayedStyles(page);
  const violations: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await waitForFrames(page);
    const options = colorScheme === 'dark' ? { ...part, rules: ['color-contrast'] } : part;
    violations.push(...(await accessibilityViolations(page, options)));
  }
  await page.emulateMedia({ reducedMotion: null });
  return violations;
}

/**
 * Disables `content-visibility: auto` and transitions, also of elements that are rendered later. Chromium does not update
 * the colours of skipped content when the theme changes, and nested elements with transitions get theirs one after another.
 */
const stopDelayedStyles = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.insertRule('* { content-visibility: visible !important; transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });

/** Waits three frames, so that the page is drawn with the current viewport and theme. */
export const waitForFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });

/** Returns the elements that extend beyond the right edge of a page that scrolls horizontally. */
export const horizontalOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  });
