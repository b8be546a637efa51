import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { within } from '../support/within.ts';
import type { Journey } from './support/setUpJourneys.ts';

const FILM = '/films/lorenz';
export const PICTURE_WITHIN_MS = 2_000;
/** The chunks of a figure, by the names of their modules. */
const FIGURE_CODE = /\/(InteractiveFigure|startFigure|figureWorker|runFigure)/;

export const figureOf = (page: Page): Locator => page.getByRole('figure').and(page.locator('[data-figure]'));

/** Scrolls to the figure, and waits for its canvas. */
export const runningFigure = async (page: Page): Promise<Locator> => {
  const figure = figureOf(page);
  await figure.scrollIntoViewIfNeeded();
  await figure.locator('canvas').waitFor();
  return figure;
};

/** Pauses a figure, and returns its picture when it no longer changes. */
export const pausedPicture = async (figure: Locator): Promise<Buffer> => {
  await figure.getByRole('button', { name: 'Pause' }).click();
  return stillPicture(figure);
};

const stillPicture = async (figure: Locator): Promise<Buffer> => {
  const canvas = figure.locator('canvas');
  let last = await canvas.screenshot();
  await within(PICTURE_WITHIN_MS, async () => {
    const next = await canvas.screenshot();
    const isStill = next.equals(last);
    last = next;
    expect(isStill).toBe(true);
  });
  return last;
};

export const expectOtherPicture = (figure: Locator, picture: Buffer): Promise<void> =>
  within(PICTURE_WITHIN_MS, async () =>
    expect((await figure.locator('canvas').screenshot()).equals(picture)).toBe(false),
  );

/** Tests of interactive figures on film pages and in articles. */
export function figuresJourneys(journey: Journey): void {
  journey(
    'loads its code when it comes near the viewport, and moves',
    async ({ page, open }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await open(FILM);
      expect(requests.filter((url) => FIGURE_CODE.test(url))).toEqual([]);
      const figure = await runningFigure(page);
      expect(requests.some((url) => FIGURE_CODE.test(url))).toBe(true);
      const picture = await figure.locator('canvas').screenshot();
      await expectOtherPicture(figure, picture);
    },
    // In a wide window the figure is near the viewport from the start.
    { width: 390, height: 700 },
  );

  journey('changes its picture by keyboard, and resets', async ({ page, open }) => {
    await open(FILM);
    const figure = await runningFigure(page);
    const picture = await pausedPicture(figure);
    const slider = figure.getByRole('slider', { name: 'View' });
    expect(await slider.getAttribute('aria-valuetext')).toBe('−40°');
    await slider.focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toBe('−20°');
    await expectOtherPicture(figure, picture);
    await figure.getByRole('button', { name: 'Reset' }).click();
    await figure.getByRole('status').getByText('Reset to the start').waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe('−40°');
  });

  journey(
    'shows its poster with reduced motion, until the reader presses Run',
    async ({ page, open }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open(FILM);
      const figure = figureOf(page);
      await figure.scrollIntoViewIfNeeded();
      const run = figure.getByRole('button', { name: 'Run' });
      await run.and(page.locator(':enabled')).waitFor();
      await figure.getByRole('img').waitFor();
      expect([await figure.locator('canvas').count(), page.workers().length]).toEqual([0, 0]);
      await run.click();
      await figure.locator('canvas').waitFor();
      await figure.getByRole('button', { name: 'Pause' }).waitFor();
    },
    { isIsolated: true },
  );
}
