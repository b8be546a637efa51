import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { violationsInBothThemes } from './support/accessibility.ts';
import type { Journey } from './support/setUpJourneys.ts';

const FILM = '/films/lorenz';
const PICTURE_TIMEOUT_MS = 15_000;
/** The chunks of a figure, by the names of their modules. */
const FIGURE_CODE = /\/(InteractiveFigure|startFigure|figureWorker|runFigure)/;

const figureOf = (page: Page): Locator => page.getByRole('figure').and(page.locator('[data-figure]'));

/** Scrolls to the figure, and waits for its canvas. */
const runningFigure = async (page: Page): Promise<Locator> => {
  const figure = figureOf(page);
  await figure.scrollIntoViewIfNeeded();
  await figure.locator('canvas').waitFor();
  return figure;
};

/** Pauses a figure, and returns its picture when it no longer changes. */
const pausedPicture = async (figure: Locator): Promise<Buffer> => {
  await figure.getByRole('button', { name: 'Pause' }).click();
  return stillPicture(figure);
};

const stillPicture = async (figure: Locator): Promise<Buffer> => {
  const canvas = figure.locator('canvas');
  let last = await canvas.screenshot();
  await eventually(async () => {
    const next = await canvas.screenshot();
    const isStill = next.equals(last);
    last = next;
    expect(isStill).toBe(true);
  }, PICTURE_TIMEOUT_MS);
  return last;
};

const expectOtherPicture = (figure: Locator, picture: Buffer): Promise<void> =>
  eventually(
    async () => expect((await figure.locator('canvas').screenshot()).equals(picture)).toBe(false),
    PICTURE_TIMEOUT_MS,
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

  journey(
    'lets the reader go to the next film before it has come near the viewport',
    async ({ page, open }) => {
      await open(`${FILM}?in=nothing-left-to-chance`);
      await page.getByRole('link', { name: /^Next/ }).first().click();
      await page.getByRole('heading', { level: 1, name: 'A veil of one point' }).waitFor();
      await runningFigure(page);
    },
    { width: 390, height: 700 },
  );

  journey(
    'is shown on a later page if it has not come near the viewport on the first one',
    async ({ page, open }) => {
      await open(FILM);
      for (const path of ['/films/rule-30', FILM]) {
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Films' }).click();
        await page.locator(`main a[href="${path}"]`).first().click();
        await page.waitForURL(`**${path}`);
        await runningFigure(page);
      }
    },
    { width: 390, height: 700 },
  );

  journey(
    'is shown when the reader returns to the first page, where it has not come near the viewport',
    async ({ page, open }) => {
      await open(FILM);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Films' }).click();
      await page.getByRole('heading', { level: 1, name: 'Films' }).waitFor();
      await page.goBack();
      await page.waitForURL(`**${FILM}`);
      await runningFigure(page);
    },
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
    'changes its picture by touch',
    async ({ page, open }) => {
      await open(FILM);
      const figure = await runningFigure(page);
      const picture = await pausedPicture(figure);
      const slider = figure.getByRole('slider', { name: 'View' });
      await slider.scrollIntoViewIfNeeded();
      const box = await slider.boundingBox();
      if (!box) throw new Error('expected a visible slider, got none');
      await page.touchscreen.tap(box.x + box.width * 0.9, box.y + box.height / 2);
      expect(Number(await slider.inputValue())).toBeGreaterThan(90);
      await figure.scrollIntoViewIfNeeded();
      await expectOtherPicture(figure, picture);
    },
    { isTouch: true, width: 390, height: 844 },
  );

  journey('stops while it is out of view', async ({ page, open }) => {
    await open(FILM);
    await runningFigure(page);
    const [worker] = page.workers();
    if (!worker) throw new Error('expected a worker, got none');
    const countFrames = () =>
      worker.evaluate(async () => {
        const draw = OffscreenCanvasRenderingContext2D.prototype.putImageData;
        let frames = 0;
        OffscreenCanvasRenderingContext2D.prototype.putImageData = function (...args: unknown[]) {
          frames += 1;
          return Reflect.apply(draw, this, args);
        };
        await new Promise((resolve) => setTimeout(resolve, 500));
        OffscreenCanvasRenderingContext2D.prototype.putImageData = draw;
        return frames;
      });
    await eventually(async () => expect(await countFrames()).toBeGreaterThan(0), PICTURE_TIMEOUT_MS);
    await page.getByRole('banner').scrollIntoViewIfNeeded();
    await eventually(async () => expect(await countFrames()).toBe(0), PICTURE_TIMEOUT_MS);
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

  journey('starts with the values of the article', async ({ page, open }) => {
    await open('/articles/how-a-leopard-gets-its-spots');
    const figure = figureOf(page);
    await figure.scrollIntoViewIfNeeded();
    await figure.getByText('Spots that divide').waitFor();
    expect(await figure.getByRole('slider', { name: 'Feed rate' }).inputValue()).toBe('0.0365');
    expect(await figure.getByRole('slider', { name: 'Removal rate' }).inputValue()).toBe('0.0645');
    await figure.locator('canvas').waitFor();
  });

  journey('has no accessibility violations', async ({ page, open }) => {
    await open(FILM);
    const figure = await runningFigure(page);
    await figure.getByRole('button', { name: 'Pause' }).click();
    expect(await violationsInBothThemes(page, '[data-figure]')).toEqual([]);
  });

  journey(
    'shows its poster without scripts',
    async ({ page, open }) => {
      await open(FILM);
      const figure = figureOf(page);
      await figure.scrollIntoViewIfNeeded();
      const poster = figure.getByRole('img', { name: /Two lines of light/ });
      await eventually(
        async () =>
          expect(await poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
        PICTURE_TIMEOUT_MS,
      );
      expect(await figure.getByRole('slider').count()).toBe(0);
      expect(await figure.getByRole('button').count()).toBe(0);
    },
    { javaScriptEnabled: false },
  );
}
