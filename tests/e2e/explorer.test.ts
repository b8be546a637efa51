import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { subscribed } from '../support/subscriber.ts';
import { openJourneys, type Visit } from './browser.ts';

const journey = openJourneys();

/** Opens the explorer and waits until both of its editors are there. */
async function openExplorer({ page, house }: Visit): Promise<void> {
  await page.goto(`${house.url}/explorer/`);
  await queryEditor(page).getByText('query', { exact: true }).first().waitFor();
  await page.locator('.result-window .monaco-editor').waitFor();
}

const queryEditor = (page: Page) => page.locator('.graphiql-query-editor');
const execute = (page: Page) => page.getByRole('button', { name: /execute query/i }).click();

describe('the explorer', () => {
  journey('is found without the slash at the end, and where a browser opens the graph', async ({ house }) => {
    for (const path of ['/explorer', '/graphql']) {
      const response = await fetch(`${house.url}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(response.url).toBe(`${house.url}/explorer/`);
      expect(await response.text()).toContain('<title>Explorer');
    }
  });

  journey('runs its first example with one click', async (visit) => {
    const { page } = visit;
    await openExplorer(visit);
    expect(await page.title()).toBe('Explorer · Trivium');
    await execute(page);
    await page.locator('.result-window').getByText('butterfly').first().waitFor();
  });

  journey('describes the schema in words', async (visit) => {
    const { page } = visit;
    await openExplorer(visit);
    await page.getByRole('button', { name: /documentation explorer/i }).click();
    await page.getByRole('link', { name: 'Query' }).first().click();
    await page.getByRole('link', { name: 'Film', exact: true }).first().click();
    await page.getByText('A short film about one phenomenon, rendered by code.').first().waitFor();
  });

  journey('keeps what somebody wrote, for the next visit', async (visit) => {
    const { page } = visit;
    await openExplorer(visit);
    await page.getByRole('tab', { name: 'Search' }).click();
    await page.waitForFunction(() =>
      localStorage.getItem('graphiql:tabState')?.includes('"activeTabIndex":1'),
    );
    await page.reload();
    await queryEditor(page).getByText('Search').first().waitFor();
    expect(await page.getByRole('tab').count()).toBe(6);
    await page.locator('.graphiql-editor-tool').getByText('chaos').first().waitFor();
  });

  journey('stays open for a subscription, and shows its events', async (visit) => {
    const { page, house } = visit;
    await house.bringNews();
    await openExplorer(visit);
    await page.getByRole('tab', { name: 'Live' }).click();
    await queryEditor(page).getByText('subscription', { exact: true }).waitFor();
    await execute(page);
    await subscribed(house.url);
    await house.editor.patch('film-lorenz').set({ title: 'Two wings' }).commit();
    await page.locator('.result-window').getByText('Two wings').first().waitFor();
    await page.goto('about:blank');
    await subscribed(house.url, 0);
  });

  journey('is dark for a reader who prefers dark', async (visit) => {
    const { page } = visit;
    await openExplorer(visit);
    const container = page.locator('.graphiql-container');
    const background = () => container.evaluate((element) => getComputedStyle(element).backgroundColor);
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually(async () => expect(await background()).not.toBe(light));
  });
});
