import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForSubscriptions } from '../support/subscriber.ts';
import type { Journey, JourneyContext } from './support/setUpJourneys.ts';

/** An edit is usually displayed within this time, which `freshness.bench.ts` measures. */
const UPDATE_TIME_MS = 1_000;

/** Opens a page and waits until it has subscribed to changes. */
export async function openSubscribed({ page, stack, open }: JourneyContext, path: string): Promise<void> {
  await stack.connectWebhooks();
  // The page of the previous test may still be subscribed.
  await waitForSubscriptions(stack.url, 0);
  const connected = page.waitForEvent('websocket');
  await open(path);
  await connected;
  await waitForSubscriptions(stack.url, (count) => count > 0);
}

export const heading = (page: Page, text: string) => page.locator('h1', { hasText: text });

/** Tests of pages that are open while documents change. */
export function liveUpdatesJourneys(journey: Journey): void {
  journey('film page: shows an edit without a reload, and announces it', async (context) => {
    const { page, stack } = context;
    await openSubscribed(context, '/films/lorenz');
    await page.evaluate(() => {
      (window as { isSamePage?: boolean }).isSamePage = true;
    });
    await stack.editor.patch('film-lorenz').set({ title: 'Two wings of a moth' }).commit();
    await heading(page, 'Two wings of a moth').waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: 'This page was just updated' })
      .waitFor({ state: 'attached' });
    expect(await page.evaluate(() => (window as { isSamePage?: boolean }).isSamePage)).toBe(true);
    await stack.editor.patch('film-lorenz').set({ title: 'Lorenz’s butterfly' }).commit();
    await heading(page, 'Lorenz’s butterfly').waitFor();
  });

  journey(
    'topic pages: list an added topic, and keep a deleted topic on screen while it is open',
    async (context) => {
      const { page, stack } = context;
      await openSubscribed(context, '/topics');
      const topic = {
        _id: 'topic-brief',
        _type: 'topic',
        title: 'Brief encounters',
        slug: { current: 'brief' },
      };
      await stack.editor.create(topic);
      await page.getByRole('link', { name: topic.title }).first().waitFor();
      await page.getByRole('link', { name: topic.title }).first().click();
      await heading(page, topic.title).waitFor();
      await stack.editor.delete(topic._id);
      // The heading stays for as long as an update may take.
      await page.waitForTimeout(UPDATE_TIME_MS);
      expect(await heading(page, topic.title).count()).toBe(1);
      await page.goBack();
      await page.getByRole('link', { name: 'Chaos' }).first().waitFor();
      await page.getByRole('link', { name: topic.title }).first().waitFor({ state: 'detached' });
    },
  );
}
