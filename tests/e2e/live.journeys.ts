import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { subscribed, uploadFilm } from '../support/subscriber.ts';
import type { Journey, Visit } from './browser.ts';

/** Milliseconds in which an edit is to be seen. */
const SOON = 1_000;

/** Opens a page and waits until it hears of changes. */
async function openLive({ page, house, open }: Visit, path: string): Promise<void> {
  await house.bringNews();
  // The page before this one may be about to leave.
  await subscribed(house.url, 0);
  const connected = page.waitForEvent('websocket');
  await open(path);
  await connected;
  await subscribed(house.url, (count) => count > 0);
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

  journey('lists what has been added, and lets who reads what is taken away read on', async (visit) => {
    const { page, house } = visit;
    await openLive(visit, '/topics');
    const topic = {
      _id: 'topic-brief',
      _type: 'topic',
      title: 'Brief encounters',
      slug: { current: 'brief' },
    };
    await house.editor.create(topic);
    await page.getByRole('link', { name: topic.title }).first().waitFor();
    await page.getByRole('link', { name: topic.title }).first().click();
    await heading(page, topic.title).waitFor();
    await house.editor.delete(topic._id);
    await page.waitForTimeout(SOON);
    expect(await heading(page, topic.title).count()).toBe(1);
    await page.goBack();
    await page.getByRole('link', { name: 'Chaos' }).first().waitFor();
    await page.getByRole('link', { name: topic.title }).first().waitFor({ state: 'detached' });
  });

  journey('shows a film once it is ready, though it was opened before', async (visit) => {
    const { page, house } = visit;
    const asset = await uploadFilm(house);
    await house.editor.create({
      _id: 'film-arriving',
      _type: 'film',
      title: 'Arriving',
      slug: { current: 'arriving' },
      video: { _type: 'mux.video', asset: { _ref: 'arriving-video', _type: 'reference', _weak: true } },
      credits: [],
    });
    await house.editor.create({ _id: 'arriving-video', _type: 'mux.videoAsset', assetId: asset });
    await openLive(visit, '/films/arriving');
    await page.getByRole('button', { name: /^Play/ }).waitFor({ timeout: 5 * SOON });
  });

  journey('holds no connection while nobody looks, and catches up when somebody does', async (visit) => {
    const { page, house } = visit;
    await openLive(visit, '/films/life');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    await subscribed(house.url, 0);
    await house.editor.patch('film-life').set({ title: 'Life, meanwhile' }).commit();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await heading(page, 'Life, meanwhile').waitFor();
  });
}
