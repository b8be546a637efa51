import { expect } from '@jest/globals';
import { createApiKey } from '../../support/createApiKey.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import type { Journey } from '../support/setUpJourneys.ts';
import { translatePage } from '../support/translatePage.ts';
import { editor, FILMS, openExplorer, openPanel, run, summary } from './explorerPage.ts';

export const SUBSCRIPTION = 'subscription { contentChanged { kind node { ... on Film { title } } } }';

/** Tests of the explorer in a browser. */
export function explorerJourneys(journey: Journey): void {
  journey('opens at /explorer, and at /graphql in a browser', async ({ stack }) => {
    for (const path of ['/explorer', '/graphql']) {
      const response = await fetch(`${stack.url}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(response.url).toBe(`${stack.url}/explorer/`);
      expect(await response.text()).toContain('<title>Explorer');
    }
  });

  journey(
    'runs the first example, with status, time, size and layer, and keeps it in the history',
    async (context) => {
      const { page } = context;
      await openExplorer(context);
      // The operation is longer than its editor.
      expect(await accessibilityViolations(page, { rules: ['scrollable-region-focusable'] })).toEqual([]);
      await run(page);
      await editor(page, 'Response').getByText('butterfly').first().waitFor();
      expect(await summary(page).innerText()).toMatch(
        /Status\s+200\s+Time\s+\d+ ms\s+Size\s+[\d.]+ kB\s+Served by/,
      );
      await page.getByRole('button', { name: 'Clear history' }).waitFor();
    },
  );

  journey(
    'shows the schema and why a document does not parse, while the browser translates it',
    async (context) => {
      const { page } = context;
      await openExplorer(context, { query: '{ 1 }' });
      await openPanel(page, 'Schema');
      await translatePage(page);
      await page.getByText(/DOCUMENT PARSES.*FOUND INT "1"/).waitFor();
      await editor(page, 'Operation').fill('{ "a" }');
      await page.getByText(/DOCUMENT PARSES.*FOUND STRING "A"/).waitFor();
      await editor(page, 'Operation').fill(FILMS);
      await page.getByText(/DOCUMENT PARSES/).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'FILMS', exact: true }).first().click();
      await openPanel(page, 'LIBRARY');
      await page.getByText('OPERATIONS THAT YOU RUN APPEAR HERE.').waitFor();
    },
  );

  journey('runs the operation by Ctrl+Enter from anywhere', async (context) => {
    const { page } = context;
    await openExplorer(context, { query: FILMS });
    await page.getByRole('button', { name: 'Format', exact: true }).focus();
    await page.keyboard.press('Control+Enter');
    await editor(page, 'Response').getByText('"title"').first().waitFor();
  });

  journey(
    'shows the errors of a rejected operation and of variables',
    async (context) => {
      const { page } = context;
      await openExplorer(context, { query: '{ unknownField }' });
      await run(page);
      await editor(page, 'Response').getByText('"GRAPHQL_VALIDATION_FAILED"').waitFor();
      await summary(page).getByText('422').waitFor();
      await openExplorer(context, { query: '{ films { totalCount } }', variables: '{n: 1}' });
      await run(page);
      await page.getByText('Variables: expected a JSON object').waitFor();
    },
    { allowedErrors: /422/ },
  );

  journey('completes fields and marks errors by the schema', async (context) => {
    const { page } = context;
    await openExplorer(context, { query: '{ films { tot } }' });
    await page.locator('.cm-lintRange-error').waitFor();
    await page.locator('.cm-line').getByText('tot').first().click();
    await page.keyboard.press('End');
    for (const _ of '  }}') await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: /^totalCount/ }).click();
    await editor(page, 'Operation').getByText('totalCount').waitFor();
  });

  journey('shows the plan of a query: requests, cost by field and tags', async (context) => {
    const { page } = context;
    await openExplorer(context, { query: '{ films(first: 2) { nodes { title related { title } } } }' });
    await run(page);
    await summary(page).waitFor();
    await openPanel(page, 'Plan');
    const requests = page.locator('.requests > li');
    await requests.nth(2).waitFor();
    expect((await requests.locator('b').allInnerTexts()).map((text) => text.replace(/^\W+/, ''))).toEqual([
      'Sanity',
      'Algolia',
      'Sanity',
    ]);
    await requests.first().locator('summary').click();
    await requests.first().getByText('*[_type == "film"').waitFor();
    await page.getByRole('row', { name: /films\.nodes\.related/ }).waitFor();
    await page.getByText('content:type:film', { exact: true }).waitFor();
    // The plan stays that of the last query, which was sent without a perspective.
    let plans = 0;
    page.on('request', (sent) => {
      if (sent.url().endsWith('/explorer/plan')) plans += 1;
    });
    await page.getByRole('combobox', { name: 'Perspective' }).fill('drafts');
    await page.getByText('content:type:film', { exact: true }).waitFor();
    expect(plans).toBe(0);
  });

  journey(
    'sends key, perspective and language over HTTP and WebSocket, and stores no key',
    async (context) => {
      const { page, stack } = context;
      const key = await createApiKey(stack, 'explorer', ['read:drafts']);
      const sentFrames: string[] = [];
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => void sentFrames.push(String(payload))),
      );
      await openExplorer(context, { query: '{ viewer { apiKey { name } } }' });
      await page.getByRole('textbox', { name: 'API key' }).fill(key);
      await page.getByRole('combobox', { name: 'Perspective' }).fill('drafts');
      await page.getByRole('textbox', { name: 'Language' }).fill('de');
      const request = page.waitForRequest((sent) => sent.url().endsWith('/graphql'));
      await run(page);
      await editor(page, 'Response').getByText('"explorer"').waitFor();
      const headers = { 'x-api-key': key, 'x-perspective': 'drafts', 'x-locale': 'de' };
      expect((await request).headers()).toMatchObject(headers);
      await openExplorer(context, { query: SUBSCRIPTION });
      await run(page);
      await page.getByRole('list', { name: 'Events' }).getByText('Connected').waitFor();
      expect(JSON.parse(sentFrames[0] as string)).toMatchObject({
        type: 'connection_init',
        payload: headers,
      });
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key);
      expect(page.url()).not.toContain(key);
    },
  );

  journey('a link opens the operation with its variables', async (context) => {
    const { page } = context;
    await openExplorer(context, {
      query: 'query Linked($n: Int) { films(first: $n) { totalCount } }',
      variables: '{ "n": 7 }',
    });
    expect(new URL(page.url()).hash).toBe('');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.goto(link);
    await editor(page, 'Operation').getByText('query Linked').waitFor();
    expect(await editor(page, 'Variables').innerText()).toContain('"n": 7');
  });

  journey('can be left by the keyboard, and runs by Ctrl+Enter', async (context) => {
    const { page } = context;
    await openExplorer(context, { query: FILMS });
    await editor(page, 'Operation').focus();
    await page.keyboard.press('Control+Enter');
    await summary(page).waitFor();
    // The tabs of what is sent, then the editor.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await editor(page, 'Variables').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
  });
}
