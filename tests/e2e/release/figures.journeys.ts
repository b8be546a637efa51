import { expect } from '@jest/globals';
import { within } from '../../support/within.ts';
import {
  expectOtherPicture,
  figureOf,
  PICTURE_WITHIN_MS,
  pausedPicture,
  runningFigure,
} from '../figures.journeys.ts';
import { violationsInBothThemes } from '../support/accessibility.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

/** Tests of interactive figures on film pages and in articles. */
export function figuresReleaseJourneys(journey: Journey): void {
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
    await within(500, async () => expect(await countFrames()).toBeGreaterThan(0));
    await page.getByRole('banner').scrollIntoViewIfNeeded();
    await within(500, async () => expect(await countFrames()).toBe(0));
  });

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
      await within(PICTURE_WITHIN_MS, async () =>
        expect(await poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
      );
      expect(await figure.getByRole('slider').count()).toBe(0);
      expect(await figure.getByRole('button').count()).toBe(0);
    },
    { javaScriptEnabled: false },
  );
}
