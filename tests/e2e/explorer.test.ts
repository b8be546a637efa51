import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Browser, chromium as driver } from 'playwright-core';
import { CHROMIUM_FLAGS, chromium, testWith } from '../support/projectBinaries.ts';
import { type House, openHouse } from '../support/stack.ts';
import { subscribed } from '../support/subscriber.ts';

/** Milliseconds. */
const BUILDING = 120_000;
const PATIENCE = 10_000;
const tool = chromium();

let house: House;
let browser: Browser;

beforeAll(async () => {
  if (!tool.path) return;
  house = await openHouse();
  browser = await driver.launch({ executablePath: tool.path, args: [...CHROMIUM_FLAGS] });
}, BUILDING);

afterAll(async () => {
  await browser?.close();
  await house?.close();
});

/** Opens the explorer as somebody who has never been there. */
async function visit(colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const foreign: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== new URL(house.url).host)
      foreign.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${house.url}/explorer/`);
  await page.locator('.graphiql-query-editor').getByText('query', { exact: true }).first().waitFor();
  return { context, page, foreign, faults };
}

describe('the explorer', () => {
  testWith(tool, 'is found without the slash at the end, and where a browser opens the graph', async () => {
    for (const path of ['/explorer', '/graphql']) {
      const answer = await fetch(`${house.url}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(answer.url).toBe(`${house.url}/explorer/`);
      expect(await answer.text()).toContain('<title>Explorer');
    }
  });

  testWith(tool, 'runs its first example with one click, and asks no other host', async () => {
    const { context, page, foreign, faults } = await visit();
    expect(await page.title()).toBe('Explorer · Trivium');
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.locator('.result-window').getByText('butterfly').first().waitFor();
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
    await context.close();
  });

  testWith(tool, 'describes the schema in words', async () => {
    const { context, page } = await visit();
    await page.getByRole('button', { name: /documentation explorer/i }).click();
    await page.getByRole('link', { name: 'Query' }).first().click();
    await page.getByRole('link', { name: 'Film', exact: true }).first().click();
    await page.getByText('A short film of one phenomenon, drawn by code.').first().waitFor();
    await context.close();
  });

  testWith(tool, 'keeps what somebody wrote, for the next visit', async () => {
    const { context, page } = await visit();
    await page.getByRole('tab', { name: 'Search' }).click();
    await page.waitForFunction(() =>
      localStorage.getItem('graphiql:tabState')?.includes('"activeTabIndex":1'),
    );
    await page.reload();
    await page.locator('.graphiql-query-editor').getByText('Search').first().waitFor();
    expect(await page.getByRole('tab').count()).toBe(6);
    await page.locator('.graphiql-editor-tool').getByText('chaos').first().waitFor();
    await context.close();
  });

  testWith(tool, 'stays open for a subscription, and shows what it is told', async () => {
    await house.bringNews();
    const { context, page, foreign, faults } = await visit();
    await page.getByRole('tab', { name: 'Live' }).click();
    await page.locator('.graphiql-query-editor').getByText('subscription', { exact: true }).waitFor();
    await page.getByRole('button', { name: /execute query/i }).click();
    await subscribed(house.url);
    await house.editor.patch('film-lorenz').set({ title: 'Two wings' }).commit();
    await page.locator('.result-window').getByText('Two wings').first().waitFor();
    expect({ faults, foreign }).toEqual({ faults: [], foreign: [] });
    await context.close();
    await subscribed(house.url, 0);
  });

  testWith(tool, 'is dark where the reader likes it dark', async () => {
    const grounds: string[] = [];
    for (const scheme of ['light', 'dark'] as const) {
      const { context, page } = await visit(scheme);
      grounds.push(
        await page.locator('.graphiql-container').evaluate((one) => getComputedStyle(one).backgroundColor),
      );
      await context.close();
    }
    expect(new Set(grounds).size).toBe(2);
  });
});
