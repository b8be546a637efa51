import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

interface Asked {
  /** Only this part of the page, as a selector. */
  within?: string;
  /** Only these rules of axe; all unless given. */
  rules?: string[];
}

/** What hinders somebody, as axe finds it: the rule and the place. */
export async function barriers(page: Page, { within, rules }: Asked = {}): Promise<string[]> {
  // The other way opens a page of its own for the results, for the sake of frames from other hosts. There are none here.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (within) axe.include(within);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  );
}

/** The same by day and by night, when a page differs in its colours alone. Leaves it by day. */
export async function barriersInAnyLight(page: Page, within?: string): Promise<string[]> {
  const part = within === undefined ? {} : { within };
  await layOutWhole(page);
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    found.push(
      ...(await barriers(page, colorScheme === 'dark' ? { ...part, rules: ['color-contrast'] } : part)),
    );
  }
  await page.emulateMedia({ reducedMotion: null });
  return found;
}

/** Lays out what is far below as well, as if somebody had been there: a browser leaves its colours as they were. */
const layOutWhole = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const far of document.querySelectorAll<HTMLElement>('[data-far]'))
      far.style.contentVisibility = 'visible';
  });

/** Waits until the page is drawn as the window and the light now are: a browser learns of both between two frames. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });

/** What sticks out of the window to the right, when the page can be scrolled there. */
export const overhang = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 1)
      .map((one) => `${one.tagName.toLowerCase()}.${one.className}`);
  });
