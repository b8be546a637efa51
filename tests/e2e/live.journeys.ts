import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { House } from '../house.ts';
import type { Journey, Visit } from './visit.ts';

/** Milliseconds in which an edit is to be seen. */
const SOON = 1_000;

/** Opens a page and waits until it hears of changes. */
async function openLive({ page, house, open }: Visit, path: string): Promise<void> {
  await house.bringNews();
  const connected = page.waitForEvent('websocket');
  await open(path);
  await connected;
  await subscribed(house);
}

async function subscribed(house: House): Promise<void> {
  for (let left = 100; left > 0; left--) {
    const metrics = await (await fetch(`${house.url}/metrics`)).text();
    if (/trivium_live_subscriptions [1-9]/.test(metrics)) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error('expected the page to subscribe within two seconds');
}

const heading = (page: Page, text: string) => page.locator('h1', { hasText: text });

/** Readers whose page changes under them. */
export function liveJourneys(journey: Journey): void {
  journey(
    'shows an edit without a reload, within a second, and says so to those who hear it',
    async (visit) => {
      const { page, house } = visit;
      await openLive(visit, '/films/lorenz');
      await page.evaluate(() => {
        (window as { here?: boolean }).here = true;
      });
      const begun = performance.now();
      await house.editor.patch('film-lorenz').set({ title: 'Two wings of a moth' }).commit();
      await heading(page, 'Two wings of a moth').waitFor({ timeout: 5 * SOON });
      expect(performance.now() - begun).toBeLessThan(SOON);
      await page.getByRole('status').filter({ hasText: 'brought up to date' }).waitFor({ state: 'attached' });
      expect(await page.evaluate(() => (window as { here?: boolean }).here)).toBe(true);
      await house.editor.patch('film-lorenz').set({ title: 'Lorenz’s butterfly' }).commit();
      await heading(page, 'Lorenz’s butterfly').waitFor({ timeout: 5 * SOON });
    },
  );
}
