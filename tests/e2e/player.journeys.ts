import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers, barriersInAnyLight } from './accessibility.ts';
import type { Journey } from './browser.ts';
import { awake, captionsOf, film, playsPast, standsAt, stateOf } from './playerPage.ts';

const FILM = '/films/lorenz';

/** What a reader does with a film that is before them. */
export function watchingJourneys(journey: Journey): void {
  journey('by keys alone a film is opened, led about, muted, and closed again', async ({ page, open }) => {
    await open(FILM);
    await awake(page.getByRole('button', { name: /^Play/ }));
    const press = (key: string) => page.keyboard.press(key);
    await press('k');
    await playsPast(page, 0.2);
    await press('k');
    await page.waitForFunction(() => document.querySelector('video')?.paused);
    await press('5');
    const { duration } = await stateOf(page);
    await standsAt(page, duration / 2);
    await press('ArrowRight');
    await standsAt(page, duration / 2 + 5);
    await press('j');
    await standsAt(page, duration / 2 - 5);
    const before = (await stateOf(page)).currentTime;
    await press('.');
    await page.waitForFunction((at) => (document.querySelector('video')?.currentTime ?? 0) > at, before);
    expect((await stateOf(page)).currentTime - before).toBeLessThan(0.1);
    await press('ArrowDown');
    await press('m');
    await press('ArrowUp');
    expect(await stateOf(page)).toMatchObject({ volume: 0.9, muted: false });
    await press('m');
    await press('>');
    expect(await stateOf(page)).toMatchObject({
      paused: true,
      volume: 0.9,
      muted: true,
      playbackRate: 1.25,
    });
    await page.getByRole('main').getByRole('status').getByText('Speed 1.25×').waitFor();
    await press('f');
    await page.waitForFunction(() => document.fullscreenElement?.querySelector('video'));
    await press('f');
    await page.waitForFunction(() => !document.fullscreenElement);
    await press('Home');
    await standsAt(page, 0);
  });

  journey('keys are a reader’s own while they write, and the page’s further down', async ({ page, open }) => {
    await open(`${FILM}?t=3`);
    await playsPast(page, 3);
    const box = page.getByRole('searchbox', { name: 'Find in the words' });
    await awake(box);
    await box.fill('k');
    await page.keyboard.press('k');
    await page.keyboard.press('m');
    expect(await stateOf(page)).toMatchObject({ paused: false, muted: false });
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Close to this' }).scrollIntoViewIfNeeded();
    await page.mouse.click(4, 300);
    const { from, volume } = await page.evaluate(() => ({
      from: window.scrollY,
      volume: document.querySelector('video')?.volume,
    }));
    await page.keyboard.press('Home');
    await page.waitForFunction((from) => window.scrollY < from, from);
    expect((await stateOf(page)).volume).toBe(volume);
    expect((await stateOf(page)).currentTime).toBeGreaterThan(3);
  });

  journey('the keys are told by a sheet that gives the focus back', async ({ page, open }) => {
    await open(FILM);
    const opener = page.getByRole('button', { name: 'Keys' });
    await awake(opener);
    await opener.focus();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    await sheet.getByText('Picture in picture').waitFor();
    await page.keyboard.press('k');
    expect(await film(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  journey(
    'captions and words are read in the language that was chosen, also of the next film',
    async ({ page, open }) => {
      await open(`${FILM}?t=1`);
      await playsPast(page, 1);
      expect(await captionsOf(page)).toEqual({ language: null, words: null });
      await page.getByRole('button', { name: 'Settings' }).focus();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: 'Settings' });
      await panel.getByRole('radio', { name: 'Off' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Escape');
      expect(
        await page
          .getByRole('button', { name: 'Settings' })
          .evaluate((one) => one === document.activeElement),
      ).toBe(true);
      await page.getByRole('button', { name: /goldener Faden/ }).waitFor();
      await page.locator('[data-captions]').getByText('goldener Faden').waitFor();
      expect((await captionsOf(page)).language).toBe('de');
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await letterHeight(page)).toBeGreaterThanOrEqual(14);
      await page.setViewportSize({ width: 1280, height: 900 });
      await open('/films/boids?t=1');
      await playsPast(page, 1);
      expect((await captionsOf(page)).language).toBe('de');
      await page.keyboard.press('c');
      await page.getByRole('button', { name: 'Captions', pressed: false }).waitFor();
      expect((await captionsOf(page)).language).toBeNull();
    },
  );

  journey('words are found in a transcript, one after the other, and played', async ({ page, open }) => {
    await open(FILM);
    const box = page.getByRole('searchbox', { name: 'Find in the words' });
    await awake(box);
    await box.fill('THREAD');
    const search = page.getByRole('search').filter({ has: box });
    await search.getByText('1 of 5').waitFor();
    expect(await page.getByRole('complementary').locator('mark').count()).toBeGreaterThanOrEqual(5);
    await page.keyboard.press('Enter');
    await search.getByText('2 of 5').waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await search.getByText('5 of 5').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('complementary').locator('mark').count()).toBe(0);
    await box.fill('qqq');
    await search.getByText('Not said').waitFor();
    await box.fill('everywhere at once');
    await search.getByRole('button', { name: 'Play' }).click();
    await playsPast(page, 10.5);
  });

  journey('a moment is shared by its second, as the reader writes it', async ({ page, open, house }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(`${FILM}?t=6`);
    await playsPast(page, 6);
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Share' }).click();
    const sheet = page.getByRole('dialog', { name: 'Share' });
    const link = sheet.getByRole('textbox', { name: 'Link' });
    expect(await link.inputValue()).toBe(`${house.url}${FILM}`);
    await sheet.getByRole('checkbox', { name: 'Start at' }).check();
    expect(await link.inputValue()).toBe(`${house.url}${FILM}?t=6`);
    await sheet.getByRole('textbox', { name: 'Minutes and seconds' }).fill('0:1x');
    await sheet.getByText(/Write it like/).waitFor();
    await sheet.getByRole('textbox', { name: 'Minutes and seconds' }).fill('1m2s');
    await sheet.getByRole('button', { name: 'Copy', exact: true }).click();
    await sheet.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${house.url}${FILM}?t=62`);
  });

  journey(
    'with fingers a film is played, led on by two taps, and set by a sheet',
    async ({ page, open }) => {
      await open(FILM);
      await page.getByRole('button', { name: /^Play/ }).tap();
      await playsPast(page, 0.2);
      const box = await film(page).boundingBox();
      if (!box) throw new Error('expected a film with a place on the page, found none');
      const at = { x: box.x + box.width * 0.85, y: box.y + box.height * 0.4 };
      await page.touchscreen.tap(at.x, at.y);
      await page.touchscreen.tap(at.x, at.y);
      await playsPast(page, 10);
      for (const name of ['Pause', 'Captions', 'Settings', 'Full screen'])
        expect(await sizeOf(page, name)).toBeGreaterThanOrEqual(44);
      await page.getByRole('button', { name: 'Settings' }).tap();
      await page.getByRole('radio', { name: '0.5×' }).tap();
      expect((await stateOf(page)).playbackRate).toBe(0.5);
    },
    { touch: true, width: 360, height: 780 },
  );

  journey('what comes next begins by itself, unless the reader does anything', async ({ page, open }) => {
    await open('/collections/nothing-left-to-chance');
    await page.getByRole('link', { name: 'Lorenz’s butterfly' }).click();
    await page.waitForURL('**/films/lorenz?in=nothing-left-to-chance');
    await page.getByText('2 of 6').waitFor();
    await page.getByRole('button', { name: /^Play/ }).click();
    await playsPast(page, 0.2);
    await page.keyboard.press('End');
    await page.getByText(/^Next in/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Next', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Watch this again' }).click();
    await playsPast(page, 0.2);
    await page.keyboard.press('End');
    await page.getByText(/^Next in/).waitFor();
    await page.waitForURL('**/films/clifford?in=nothing-left-to-chance');
    await playsPast(page, 0.2);
    await page.keyboard.press('p');
    await page.waitForURL('**/films/lorenz?in=nothing-left-to-chance');
    await playsPast(page, 0.2);
    const ways = page.getByRole('navigation', { name: 'Collection' });
    await ways.getByRole('link', { name: /^Next/ }).click();
    await page.waitForURL('**/films/clifford?in=nothing-left-to-chance');
    await playsPast(page, 0.2);
  });

  journey(
    'sheets and panels over a film can be used by everybody, in both lights',
    async ({ page, open }) => {
      await open(`${FILM}?t=2`);
      await playsPast(page, 2);
      await page.keyboard.press('k');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog', { name: 'Settings' }).waitFor();
      expect(await barriers(page, { within: '[data-stage="page"]' })).toEqual([]);
      await page.keyboard.press('Escape');
      for (const name of ['Keys', 'Share']) {
        await page.getByRole('button', { name }).click();
        await page.getByRole('dialog', { name }).waitFor();
        expect(await barriersInAnyLight(page, 'dialog')).toEqual([]);
        await page.keyboard.press('Escape');
      }
    },
  );
}

/** How large captions are set, in CSS pixels. */
const letterHeight = (page: Page): Promise<number> =>
  page.locator('[data-captions]').evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));

/** The shorter side of a button, in CSS pixels. */
const sizeOf = async (page: Page, name: string): Promise<number> => {
  const box = await page.getByRole('button', { name, exact: true }).first().boundingBox();
  return Math.min(box?.width ?? 0, box?.height ?? 0);
};
