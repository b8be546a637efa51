import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { waitForSubscriptions } from '../../../support/subscriber.ts';
import { SUBSCRIPTION } from '../../explorer/explorer.journeys.ts';
import {
  editor,
  FILMS,
  openExplorer,
  openPanel,
  run,
  schemaPanel,
  summary,
} from '../../explorer/explorerPage.ts';
import {
  accessibilityViolations,
  horizontalOverflow,
  violationsInBothThemes,
} from '../../support/accessibility.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

/** Tests of the explorer in a browser. */
export function explorerReleaseJourneys(journey: Journey): void {
  journey('shows what served a response', async (context) => {
    const { page } = context;
    // An operation that no response is cached for, also when the test is repeated.
    await openExplorer(context, { query: `{ films(first: 3) { n${Date.now()}: totalCount } }` });
    await run(page);
    await summary(page)
      .getByText(/Execution, [\d.]+ ms/)
      .waitFor();
    await run(page);
    await summary(page).getByText('Response cache, fresh for').waitFor();
  });

  journey('runs the chosen operation of a document, and formats it with its comments', async (context) => {
    const { page } = context;
    await openExplorer(context, {
      query: '# Two\nquery One { films(first:1) { totalCount } } query Other { people { totalCount } }',
    });
    await page.getByRole('combobox', { name: 'Operation to run' }).selectOption('Other');
    await run(page);
    await editor(page, 'Response').getByText('people').waitFor();
    await page.getByRole('button', { name: 'Format' }).click();
    await editor(page, 'Operation').getByText('films(first: 1) {').waitFor();
    await editor(page, 'Operation').getByText('# Two').waitFor();
  });

  journey('shows the headers of a response, and programs for five clients', async (context) => {
    const { page, stack } = context;
    await openExplorer(context, { query: FILMS });
    await run(page);
    await summary(page).waitFor();
    await openPanel(page, 'Headers');
    await page.getByRole('row', { name: /cache-control/ }).waitFor();
    await openPanel(page, 'Code');
    const clients = page.getByRole('group', { name: 'Client' });
    await clients.getByText('Python').click();
    await page.locator('figure').getByText('import json, urllib.request').waitFor();
    expect(await page.locator('figure').innerText()).toContain(`${stack.url}/graphql`);
    expect(await clients.getByRole('radio').count()).toBe(5);
  });

  for (const transport of ['WebSocket', 'Server-sent events'])
    journey(`shows the events of a subscription with times, and stops it: ${transport}`, async (context) => {
      const { page, stack } = context;
      await stack.connectWebhooks();
      await openExplorer(context, { query: SUBSCRIPTION });
      await page.getByRole('combobox', { name: 'Transport of subscriptions' }).selectOption(transport);
      await run(page);
      const log = page.getByRole('list', { name: 'Events' });
      await log.getByText('Connected').waitFor();
      await waitForSubscriptions(stack.url);
      await stack.editor
        .patch('film-lorenz')
        .set({ title: `Two wings by ${transport}` })
        .commit();
      await log.getByText(`Two wings by ${transport}`).first().waitFor();
      await page.getByText('1 event', { exact: true }).waitFor();
      expect(await log.locator('time').first().innerText()).toMatch(/\d\d:\d\d\.\d{3}/);
      await page.locator('.event-log').getByRole('button', { name: 'Stop' }).click();
      await log.getByText('Stopped').waitFor();
      await waitForSubscriptions(stack.url, 0);
    });

  journey('ends a subscription when the page is left', async (context) => {
    const { page, stack } = context;
    await openExplorer(context, { query: SUBSCRIPTION });
    await run(page);
    await waitForSubscriptions(stack.url);
    await page.goto('about:blank');
    await waitForSubscriptions(stack.url, 0);
  });

  journey('ends a subscription when its operation is closed', async (context) => {
    const { page, stack } = context;
    await openExplorer(context, { query: SUBSCRIPTION });
    await run(page);
    await waitForSubscriptions(stack.url);
    await page
      .getByRole('navigation', { name: 'Open operations' })
      .locator('.active')
      .getByRole('button', { name: /^Close/ })
      .click();
    await waitForSubscriptions(stack.url, 0);
  });

  journey('understands a query string like a fragment, and removes it from the address', async (context) => {
    const { page, stack } = context;
    const operation = new URLSearchParams({ query: 'query Asked { films { totalCount } }', variables: '{}' });
    await page.goto(`${stack.url}/explorer/?${operation}`);
    await editor(page, 'Operation').getByText('query Asked').waitFor();
    expect(page.url()).toBe(`${stack.url}/explorer/`);
  });

  journey('sends further headers, and keeps them out of links and stored data', async (context) => {
    const { page } = context;
    await openExplorer(context, { query: FILMS });
    await openPanel(page, 'Request headers');
    await page.getByRole('textbox', { name: 'Name of header 1' }).fill('Cookie');
    await page.getByText('Browsers do not let pages send Cookie.').waitFor();
    await page.getByRole('textbox', { name: 'Name of header 1' }).fill('X-Of-Test');
    await page.getByRole('textbox', { name: 'Value of header 1' }).fill('secret-value');
    await page.getByRole('textbox', { name: 'Name of header 2' }).fill('not a name');
    await page.getByText('Expected a name of letters').waitFor();
    const request = page.waitForRequest((sent) => sent.url().endsWith('/graphql'));
    await run(page);
    expect((await request).headers()).toMatchObject({ 'x-of-test': 'secret-value' });
    await summary(page).waitFor();
    await page.reload();
    await openPanel(page, 'Request headers');
    const value = page.getByRole('textbox', { name: 'Value of header 1' });
    expect(await value.inputValue()).toBe('secret-value');
    await openPanel(page, 'Code');
    await page.getByText('The explorer also sends x-of-test: ….').waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret-value');
    await page.getByRole('button', { name: 'Remove header 1' }).click();
    expect(await value.inputValue()).toBe('');
  });

  journey('completes and checks variables by their declared types', async (context) => {
    const { page } = context;
    await openExplorer(context, {
      query: 'query Some($count: Int!) { films(first: $count) { totalCount } }',
      variables: '{"count": "many"}',
    });
    await page.locator('.request-parts .cm-lintRange-error', { hasText: 'many' }).first().waitFor();
    await editor(page, 'Variables').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('{"');
    await page.getByRole('option', { name: /"count"/ }).click();
    await page.keyboard.type('2');
    await editor(page, 'Variables').getByText('{"count": 2}').waitFor();
    await page.locator('.request-parts .cm-lintRange-error').waitFor({ state: 'detached' });
  });

  journey('shows type and description of what the pointer is at', async (context) => {
    const { page } = context;
    await openExplorer(context, { query: FILMS });
    // The editor completes and explains by the schema, once it is loaded.
    await openPanel(page, 'Schema');
    await page.locator('.rows li').first().waitFor();
    await editor(page, 'Operation').getByText('title', { exact: true }).hover();
    await page.locator('.hover-documentation').getByText('Film.title: String').waitFor();
    expect(await page.locator('.hover-documentation p').count()).toBeGreaterThan(0);
  });

  journey('runs the operation at the cursor, and names it in the history', async (context) => {
    const { page } = context;
    await openExplorer(context, {
      query: 'query One { films { totalCount } }\nquery Two($n: Int) { people(first: $n) { totalCount } }',
      variables: '{ "n": 3 }',
    });
    await editor(page, 'Operation').getByText('Two').click();
    await page.keyboard.press('Control+Enter');
    await editor(page, 'Response').getByText('people').waitFor();
    expect(await page.getByRole('combobox', { name: 'Operation to run' }).inputValue()).toBe('Two');
    await page.locator('.library').getByRole('button', { name: 'Two { "n": 3 }' }).waitFor();
  });

  journey('finds text beyond the lines in view, copies a response and downloads it', async (context) => {
    const { page } = context;
    await openExplorer(context, {
      query: '{ films(first: 50) { nodes { title id slug } pageInfo { hasNextPage } } }',
    });
    await run(page);
    await summary(page).waitFor();
    await editor(page, 'Response').click();
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).pressSequentially('hasNextPage');
    await page.keyboard.press('Enter');
    await editor(page, 'Response').locator('.cm-searchMatch', { hasText: 'hasNextPage' }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy response' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(copied).data.films.pageInfo).toEqual({ hasNextPage: expect.any(Boolean) });
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('films.json');
    expect(readFileSync(await download.path(), 'utf8')).toBe(copied);
  });

  journey(
    'leads from an error of a response to its position in the document',
    async (context) => {
      const { page } = context;
      await openExplorer(context, { query: '{\n  films { totalCount }\n  unknownField\n}' });
      await page.getByRole('button', { name: 'Operation', exact: true }).click();
      await run(page);
      await page.getByRole('button', { name: 'Line 3, column 3' }).click();
      await page.keyboard.type('here: ');
      await editor(page, 'Operation').getByText('here: unknownField').waitFor();
    },
    { allowedErrors: /422/, width: 390, height: 844 },
  );

  journey('resizes its panes by pointer and keyboard, and keeps their sizes', async (context) => {
    const { page } = context;
    await openExplorer(context, { query: FILMS });
    const separator = page.getByRole('separator', { name: 'Width of the operation' });
    const width = async () => (await page.locator('.column.response').boundingBox())?.width ?? 0;
    const initial = await width();
    await separator.press('ArrowLeft');
    expect(await width()).toBeGreaterThan(initial);
    await separator.press('Enter');
    expect(await width()).toBe(initial);
    const box = await separator.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 4, 400);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 154, 400);
    await page.mouse.up();
    const narrowed = await width();
    expect(narrowed).toBeLessThan(initial - 100);
    await page.reload();
    expect(await width()).toBe(narrowed);
    await page.getByRole('separator', { name: 'Height of the document' }).press('Home');
    expect((await page.locator('.query').boundingBox())?.height).toBeLessThan(200);
  });

  journey('keeps tabs and saved operations, and opens examples of the guides', async (context) => {
    const { page } = context;
    await openExplorer(context, { query: 'query Kept { films { totalCount } }' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.reload();
    const tabs = page.getByRole('navigation', { name: 'Open operations' });
    await tabs.getByRole('button', { name: 'Kept', exact: true }).waitFor();
    await tabs.getByRole('button', { name: 'Close Kept' }).click();
    await page.locator('.library').getByRole('button', { name: 'Kept', exact: true }).first().click();
    await editor(page, 'Operation').getByText('query Kept').waitFor();
    await page.locator('summary').getByText('Pagination').click();
    await page.locator('details[open] .row').first().click();
    await editor(page, 'Operation').getByText('pageInfo').first().waitFor();
  });

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    journey(
      `has no accessibility violations at ${width} pixels`,
      async (context) => {
        const { page } = context;
        await openExplorer(context, { query: FILMS });
        // The colours do not depend on the width.
        const violations = width < 400 ? accessibilityViolations : violationsInBothThemes;
        const check = async () => expect(await violations(page)).toEqual([]);
        await check();
        await openPanel(page, 'Request headers');
        await page.getByRole('textbox', { name: 'Name of header 1' }).fill('Cookie');
        await page.getByRole('alert').waitFor();
        await check();
        await run(page);
        await summary(page).waitFor();
        await editor(page, 'Response').click();
        await page.keyboard.press('Control+f');
        await page.getByRole('textbox', { name: 'Find' }).waitFor();
        for (const name of ['Response', 'Plan', 'Headers', 'Code']) {
          await openPanel(page, name);
          await page
            .locator('.response .panel .cm-content, .requests, table.headers, figure')
            .first()
            .waitFor();
          await check();
        }
        if (width < 400) await page.getByRole('button', { name: 'Library', exact: true }).click();
        for (const name of ['Schema', 'Library']) {
          await openPanel(page, name);
          await page.locator('.rows, .library').first().waitFor();
          await check();
          if (name === 'Library') continue;
          await schemaPanel(page).getByRole('button', { name: 'films', exact: true }).click();
          await page.getByRole('checkbox', { name: 'Select filter' }).waitFor();
          await check();
          await schemaPanel(page).getByRole('button', { name: 'FilmFilter' }).click();
          await page.getByRole('region', { name: 'Used by' }).waitFor();
          await check();
          await page.getByRole('searchbox', { name: 'Search the schema' }).fill('film');
          await page.getByRole('heading', { name: /results/ }).waitFor();
          await check();
        }
      },
      { width, height },
    );

  journey(
    'fits a window of 320 pixels',
    async (context) => {
      const { page } = context;
      await openExplorer(context, { query: FILMS });
      for (const name of ['Library', 'Operation', 'Response']) {
        await page.getByRole('button', { name, exact: true }).click();
        expect([name, await horizontalOverflow(page)]).toEqual([name, []]);
      }
      await page.getByRole('button', { name: 'Library', exact: true }).click();
      await openPanel(page, 'Schema');
      await schemaPanel(page).getByRole('button', { name: 'films', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Select filter' }).waitFor();
      expect(await horizontalOverflow(page)).toEqual([]);
    },
    { width: 320, height: 640 },
  );
}
