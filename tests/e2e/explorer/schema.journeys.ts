import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Journey } from '../support/setUpJourneys.ts';
import { documentIn, editor, openExplorer, schemaPanel, summary } from './explorerPage.ts';

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const [label] = (activeElement as HTMLInputElement | null)?.labels ?? [];
    return activeElement?.ariaLabel ?? (label?.textContent || activeElement?.textContent);
  });

const MAX_TAB_STOPS = 80;

/** Presses Tab until the control with a name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if ((await focusedName(page)) === name) return;
  }
  throw new Error(`expected ${name} within ${MAX_TAB_STOPS} tab stops`);
}

/** Tests of the schema beside the operation, in a browser. */
export function schemaJourneys(journey: Journey): void {
  journey('builds an operation by keyboard, and keeps comments and what was written', async (context) => {
    const { page } = context;
    await openExplorer(context, {
      query: '# Mine\nquery Built {\n  films(first: 1) { totalCount } # all\n}\n',
    });
    await page.getByRole('tab', { name: 'Library', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await schemaPanel(page).getByRole('heading', { name: 'query Built' }).waitFor();
    await tabTo(page, 'Search the schema');
    await page.keyboard.type('Query.search');
    await tabTo(page, 'Query.search');
    await page.keyboard.press('Enter');
    await schemaPanel(page).getByRole('heading', { name: 'search', exact: true }).waitFor();
    await tabTo(page, 'nodes');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Select ... on Film');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    expect(await focusedName(page)).toBe('Select ... on Collection');
    await tabTo(page, '... on Film');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Select title');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const selections = (fields: string) =>
      `# Mine\nquery Built($query: String!) {\n  films(first: 1) { totalCount } # all\n  search(query: $query) {\n` +
      `    nodes {\n      ... on Film {\n${fields}      }\n    }\n  }\n}\n`;
    expect(await documentIn(page)).toBe(selections('        title\n        slug\n'));
    await tabTo(page, 'Operation');
    await page.keyboard.press('Control+z');
    expect(await documentIn(page)).toBe(selections('        title\n'));
    await schemaPanel(page).getByRole('checkbox', { name: 'Select slug', checked: false }).waitFor();
    await page.keyboard.press('Control+Enter');
    await editor(page, 'Response').getByText('totalCount').waitFor();
    expect(await editor(page, 'Variables').innerText()).toContain('"query": ""');
    await summary(page).getByText('200').waitFor();
  });
}
