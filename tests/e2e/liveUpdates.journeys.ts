import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForSubscriptions } from '../support/subscriber.ts';
import type { Journey, JourneyContext } from './support/setUpJourneys.ts';

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
      await page.evaluate(() => {
        const lengths: number[] = [];
        Object.assign(window, { headingLengths: lengths });
        new MutationObserver(() =>
          lengths.push(document.querySelector('h1')?.textContent?.length ?? 0),
        ).observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      await stack.editor.delete(topic._id);
      // The second event shows that the page has received the first one.
      await stack.editor.create({ ...topic, title: 'Brief encounters, again' });
      await heading(page, 'Brief encounters, again').waitFor();
      const lengths = await page.evaluate(
        () => (window as unknown as { headingLengths: number[] }).headingLengths,
      );
      expect(Math.min(...lengths)).toBeGreaterThanOrEqual(topic.title.length);
      await stack.editor.delete(topic._id);
      await page.goBack();
      await page.getByRole('link', { name: 'Chaos' }).first().waitFor();
      await page.getByRole('link', { name: topic.title }).first().waitFor({ state: 'detached' });
    },
  );

  journey('list of films: loads more in place, with the gap of the other rows', async (context) => {
    const { page, stack } = context;
    await openSubscribed(context, '/films');
    const count = page.getByRole('form', { name: 'Filters' }).getByRole('status');
    const lorenz = await stack.editor.getDocument('film-lorenz');
    const ids = Array.from({ length: 6 }, (_, index) => `film-more-${index}`);
    await stack.editor
      .transaction(
        ids.map((_id) => ({ create: { ...lorenz, _id, _type: 'film', title: _id, slug: { current: _id } } })),
      )
      .commit();
    await count.getByText('21 films', { exact: true }).waitFor();
    const cards = page.getByRole('main').getByRole('article');
    await page.waitForFunction(() => document.querySelectorAll('main article').length === 12);
    const rowGap = await gapAfter(page, 2);
    await page.getByRole('link', { name: 'Load more films' }).click();
    await page.waitForFunction(() => document.querySelectorAll('main article').length === 21);
    expect(Math.abs((await gapAfter(page, 11)) - rowGap)).toBeLessThan(1);
    await cards.last().getByRole('link').first().click();
    await page.waitForURL(/\/films\/[\w-]+/);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('main article').length === 21);
    await stack.editor.transaction(ids.map((id) => ({ delete: { id } }))).commit();
    await count.getByText('15 films', { exact: true }).waitFor();
  });
}

/** Returns the pixels between a card at the end of a row and the next row. */
const gapAfter = (page: Page, index: number): Promise<number> =>
  page.locator('main article').evaluateAll((cards, at) => {
    const boxes = cards.map((card) => card.getBoundingClientRect());
    return (boxes[at + 1]?.top ?? 0) - (boxes[at]?.bottom ?? 0);
  }, index);
