import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityViolations, violationsInBothThemes } from '../../support/accessibility.ts';
import { activeCaptions, waitForPlayback } from '../../support/playerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

/** Time from the end of a film to the start of the next one. */
const COUNTDOWN_SECONDS = 8;

const FILM = '/films/lorenz';

/** Tests of the player: keyboard, touch, captions, transcript search, sharing and autoplay. */
export function playerReleaseJourneys(journey: Journey): void {
  journey('settings: their button opens and closes the panel', async ({ page, open }) => {
    await open(`${FILM}?t=2`);
    await waitForPlayback(page, 2);
    await page.keyboard.press('k');
    const panel = page.getByRole('dialog', { name: 'Settings' });
    for (const state of ['visible', 'hidden', 'visible'] as const) {
      await page.getByRole('button', { name: 'Settings' }).click();
      await panel.waitFor({ state });
    }
    await page.getByRole('heading', { level: 1 }).click();
    await panel.waitFor({ state: 'hidden' });
  });

  journey('settings: are over the full screen, and give the focus back', async ({ page, open }) => {
    await open(`${FILM}?t=2`);
    await waitForPlayback(page, 2);
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    const button = page.getByRole('button', { name: 'Settings' });
    const panel = page.getByRole('dialog', { name: 'Settings' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('[role="dialog"] input:checked'));
    // Playwright clicks only what nothing covers.
    await panel.getByRole('radio', { name: '1.5×' }).check();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await panel.waitFor();
    await page.mouse.click(200, 200);
    await panel.waitFor({ state: 'hidden' });
  });

  journey('dialog: stays open while text in it is selected, and closes on its backdrop', async (context) => {
    const { page, open } = context;
    await open(FILM);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const text = await dialog.getByText('Picture-in-picture').boundingBox();
    if (!text) throw new Error('expected a visible text, got none');
    await page.mouse.move(text.x + 4, text.y + text.height / 2);
    await page.mouse.down();
    await page.mouse.move(4, 4, { steps: 4 });
    await page.mouse.up();
    expect(await dialog.isVisible()).toBe(true);
    await page.mouse.click(4, 4);
    await dialog.waitFor({ state: 'detached' });
  });

  journey('share dialog: links to the current time or an entered time', async ({ page, open, stack }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(`${FILM}?t=6`);
    await waitForPlayback(page, 6);
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    const link = dialog.getByRole('textbox', { name: 'Link' });
    expect(await link.inputValue()).toBe(`${stack.url}${FILM}?t=6`);
    await dialog.getByRole('checkbox', { name: 'Start at' }).uncheck();
    expect(await link.inputValue()).toBe(`${stack.url}${FILM}`);
    await dialog.getByRole('textbox', { name: 'Start time' }).fill('0:1x');
    await dialog.getByText(/Enter a time such as/).waitFor();
    await dialog.getByRole('textbox', { name: 'Start time' }).fill('1m2s');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stack.url}${FILM}?t=62`);
    // The message is about the copied link only.
    await dialog.getByRole('checkbox', { name: 'Start at' }).uncheck();
    expect(await dialog.getByText('Copied').count()).toBe(0);
  });

  journey('share dialog: pauses the film, which goes on after it if it played', async ({ page, open }) => {
    await open(FILM);
    const dialog = page.getByRole('dialog', { name: 'Share' });
    const isPaused = () => page.evaluate(() => document.querySelector('video')?.paused);
    await page.getByRole('button', { name: 'Share' }).click();
    expect(await dialog.getByRole('checkbox', { name: 'Start at' }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await open(`${FILM}?t=2`);
    await waitForPlayback(page, 2);
    await page.getByRole('button', { name: 'Share' }).click();
    await dialog.waitFor();
    expect(await isPaused()).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('video')?.paused === false);
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Share' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await isPaused()).toBe(true);
  });

  journey(
    'autoplay: is off with reduced motion until the reader chooses it',
    async ({ page, open }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open(`${FILM}?t=14`);
      await page.getByText('Up next', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Settings' }).click();
      const autoplay = page.getByRole('checkbox', { name: 'Autoplay next film' });
      expect(await autoplay.isChecked()).toBe(false);
      await autoplay.check();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Replay' }).click();
      await waitForPlayback(page, 0.2);
      await page.keyboard.press('End');
      await page.getByText(/^Up next in/).waitFor();
    },
    { isIsolated: true },
  );

  journey('dialogs: have no accessibility violations in either theme', async ({ page, open }) => {
    await open(`${FILM}?t=2`);
    await waitForPlayback(page, 2);
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    expect(await accessibilityViolations(page, { selector: '[data-fullscreen-root]' })).toEqual([]);
    await page.keyboard.press('Escape');
    for (const name of ['Keyboard shortcuts', 'Share']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog', { name }).waitFor();
      expect(await violationsInBothThemes(page, 'dialog')).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });

  journey(
    'captions: are on at first; use the chosen language, also for the next film; stay off once they are off',
    async ({ page, open }) => {
      await open(`${FILM}?t=1`);
      await waitForPlayback(page, 1);
      // Paused, so that the cue does not end before it is checked.
      await page.keyboard.press('k');
      await page.locator('[data-captions]').getByText('golden thread').waitFor();
      expect((await activeCaptions(page)).language).toBe('en');
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
          .evaluate((element) => element === document.activeElement),
      ).toBe(true);
      await page.getByRole('button', { name: /goldener Faden/ }).waitFor();
      await page.locator('[data-captions]').getByText('goldener Faden').waitFor();
      expect((await activeCaptions(page)).language).toBe('de');
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await captionFontSize(page)).toBeGreaterThanOrEqual(14);
      await page.setViewportSize({ width: 1280, height: 900 });
      await open('/films/boids?t=1');
      await waitForPlayback(page, 1);
      expect((await activeCaptions(page)).language).toBe('de');
      await page.keyboard.press('c');
      await page.getByRole('button', { name: 'Captions', pressed: false }).waitFor();
      expect((await activeCaptions(page)).language).toBeNull();
      await open(`${FILM}?t=1`);
      await waitForPlayback(page, 1);
      await page.getByRole('button', { name: 'Captions', pressed: false }).waitFor();
      expect(await activeCaptions(page)).toEqual({ language: null, text: null });
    },
  );

  journey(
    'collection: starts the next film after the end unless it is cancelled',
    async ({ page, open }) => {
      await page.clock.install();
      await open('/collections/nothing-left-to-chance');
      await page.getByRole('link', { name: 'Lorenz’s butterfly' }).click();
      await page.waitForURL('**/films/lorenz?in=nothing-left-to-chance');
      await page.getByText(/^1 of \d$/).waitFor();
      await page.getByRole('button', { name: /^Play/ }).click();
      await waitForPlayback(page, 0.2);
      await page.keyboard.press('End');
      await page.getByText(/^Up next in/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('Up next', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Replay' }).click();
      await waitForPlayback(page, 0.2);
      await page.keyboard.press('End');
      await page.getByText(/^Up next in/).waitFor();
      // Each second of the countdown is a timer that starts when the page is rendered.
      for (let second = 0; second < COUNTDOWN_SECONDS; second += 1) await page.clock.runFor(1_000);
      await page.waitForURL('**/films/clifford?in=nothing-left-to-chance');
      await waitForPlayback(page, 0.2);
      await page.keyboard.press('p');
      await page.waitForURL('**/films/lorenz?in=nothing-left-to-chance');
      await waitForPlayback(page, 0.2);
      const collectionNav = page.getByRole('navigation', { name: 'Collection' });
      await collectionNav.getByRole('link', { name: /^Next/ }).click();
      await page.waitForURL('**/films/clifford?in=nothing-left-to-chance');
      await waitForPlayback(page, 0.2);
    },
    { isIsolated: true },
  );
}

/** Returns the font size of the captions in CSS pixels. */
const captionFontSize = (page: Page): Promise<number> =>
  page
    .locator('[data-captions]')
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
