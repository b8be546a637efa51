import { expect } from '@jest/globals';
import { accessibilityViolations, violationsInBothThemes } from '../../support/accessibility.ts';
import { waitForPlayback } from '../../support/playerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const FILM = '/films/lorenz';

/** Tests of the player: keyboard, touch, captions, transcript search, sharing and autoplay. */
export function playerReleaseJourneys(journey: Journey): void {
  journey('settings: their button opens and closes the panel', async ({ page, open }) => {
    await open(`${FILM}?t=2`);
    await waitForPlayback(page, 2);
    await page.keyboard.press('k');
    const panel = page.getByRole('dialog', { name: 'Settings' });
    for (const state of ['visible', 'detached', 'visible'] as const) {
      await page.getByRole('button', { name: 'Settings' }).click();
      await panel.waitFor({ state });
    }
    await page.getByRole('heading', { level: 1 }).click();
    await panel.waitFor({ state: 'detached' });
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
    expect(await link.inputValue()).toBe(`${stack.url}${FILM}`);
    await dialog.getByRole('checkbox', { name: 'Start at' }).check();
    expect(await link.inputValue()).toBe(`${stack.url}${FILM}?t=6`);
    await dialog.getByRole('textbox', { name: 'Start time' }).fill('0:1x');
    await dialog.getByText(/Enter a time such as/).waitFor();
    await dialog.getByRole('textbox', { name: 'Start time' }).fill('1m2s');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stack.url}${FILM}?t=62`);
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
}
