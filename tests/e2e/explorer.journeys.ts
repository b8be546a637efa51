import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { waitForSubscriptions } from '../support/subscriber.ts';
import type { Journey, JourneyContext } from './support/setUpJourneys.ts';

/** Opens the explorer and waits until both editors have loaded. */
async function openExplorer({ page, stack }: JourneyContext): Promise<void> {
  await page.goto(`${stack.url}/explorer/`);
  await queryEditor(page).getByText('query', { exact: true }).first().waitFor();
  await page.locator('.result-window .monaco-editor').waitFor();
}

const queryEditor = (page: Page) => page.locator('.graphiql-query-editor');
const runQuery = (page: Page) => page.getByRole('button', { name: /execute query/i }).click();

/** Tests of GraphiQL on `/explorer/`. */
export function explorerJourneys(journey: Journey): void {
  journey('opens at /explorer, and at /graphql in a browser', async ({ stack }) => {
    for (const path of ['/explorer', '/graphql']) {
      const response = await fetch(`${stack.url}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(response.url).toBe(`${stack.url}/explorer/`);
      expect(await response.text()).toContain('<title>Explorer');
    }
  });

  journey('runs the first example query', async (context) => {
    const { page } = context;
    await openExplorer(context);
    expect(await page.title()).toBe('Explorer · Trivium');
    await runQuery(page);
    await page.locator('.result-window').getByText('butterfly').first().waitFor();
  });

  journey('shows the schema documentation', async (context) => {
    const { page } = context;
    await openExplorer(context);
    await page.getByRole('button', { name: /documentation explorer/i }).click();
    await page.getByRole('link', { name: 'Query' }).first().click();
    await page.getByRole('link', { name: 'Film', exact: true }).first().click();
    await page.getByText('A short film about one phenomenon, rendered by code.').first().waitFor();
  });

  journey('restores the tabs after a reload', async (context) => {
    const { page } = context;
    await openExplorer(context);
    await page.getByRole('tab', { name: 'Search' }).click();
    await page.waitForFunction(() =>
      localStorage.getItem('graphiql:tabState')?.includes('"activeTabIndex":1'),
    );
    await page.reload();
    await queryEditor(page).getByText('Search').first().waitFor();
    expect(await page.getByRole('tab').count()).toBe(6);
    await page.locator('.graphiql-editor-tool').getByText('chaos').first().waitFor();
  });

  journey('shows the events of a subscription and ends it when the page is left', async (context) => {
    const { page, stack } = context;
    await stack.connectWebhooks();
    await openExplorer(context);
    await page.getByRole('tab', { name: 'ContentChanged' }).click();
    await queryEditor(page).getByText('subscription', { exact: true }).waitFor();
    await runQuery(page);
    await waitForSubscriptions(stack.url);
    await stack.editor.patch('film-lorenz').set({ title: 'Two wings' }).commit();
    await page.locator('.result-window').getByText('Two wings').first().waitFor();
    await page.goto('about:blank');
    await waitForSubscriptions(stack.url, 0);
  });

  journey('follows the preferred colour scheme', async (context) => {
    const { page } = context;
    await openExplorer(context);
    const container = page.locator('.graphiql-container');
    const background = () => container.evaluate((element) => getComputedStyle(element).backgroundColor);
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually(async () => expect(await background()).not.toBe(light));
  });
}
