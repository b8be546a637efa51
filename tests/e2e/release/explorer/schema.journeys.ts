import { expect } from '@jest/globals';
import {
  documentIn,
  editor,
  FILMS,
  openExplorer,
  openPanel,
  schemaPanel,
} from '../../explorer/explorerPage.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

/** Tests of the schema beside the operation, in a browser. */
export function schemaReleaseJourneys(journey: Journey): void {
  journey('builds an operation in an empty document, and removes what is not selected', async (context) => {
    const { page } = context;
    await openExplorer(context, { query: '# Nothing yet' });
    await openPanel(page, 'Schema');
    const select = (name: string) =>
      page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
    const open = (name: string) => schemaPanel(page).getByRole('button', { name, exact: true }).click();
    await select('film');
    await open('film');
    await select('title');
    expect(await documentIn(page)).toBe(
      '# Nothing yet\n\nquery Film($by: FilmBy!) {\n  film(by: $by) {\n    title\n  }\n}\n',
    );
    await editor(page, 'Variables').getByText('"by"').waitFor();
    await open('query Film');
    await open('subscription');
    await select('contentChanged');
    await page.getByRole('combobox', { name: 'Operation to run' }).waitFor();
    expect(await documentIn(page)).toMatch(
      /subscription ContentChanged \{\n {2}contentChanged \{\n {4}__typename\n/,
    );
    await open('query Film');
    await select('film');
    expect(await documentIn(page)).toMatch(/^# Nothing yet\n\nquery Film \{\n {2}__typename\n\}/);
    await editor(page, 'Operation').press('Control+End');
    await page.keyboard.type('query Broken ');
    await schemaPanel(page).getByText('Fields can be selected once the document parses.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select film', exact: true }).isDisabled()).toBe(true);
  });

  journey('shows the place at the cursor, and leads through the types and a search', async (context) => {
    const { page } = context;
    await openExplorer(context, { query: FILMS });
    await openPanel(page, 'Schema');
    const panel = schemaPanel(page);
    await panel.getByRole('heading', { name: 'query', exact: true }).waitFor();
    await editor(page, 'Operation').getByText('title').first().click();
    await panel.getByRole('heading', { name: 'nodes', exact: true }).waitFor();
    await panel.locator('[aria-current]', { hasText: 'title' }).waitFor();
    await panel.getByRole('button', { name: '[Film]!' }).click();
    await panel.getByRole('heading', { name: 'Film', exact: true }).waitFor();
    await panel
      .getByRole('region', { name: 'Used by' })
      .getByRole('button', { name: 'SearchItem' })
      .waitFor();
    await panel.getByRole('button', { name: 'tagline', exact: true }).click();
    const reference = panel.getByRole('link', { name: 'Reference' });
    expect(await reference.getAttribute('href')).toBe('/docs/reference/Film#tagline');
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('checkbox', { name: 'Select title', checked: true }).waitFor();
    await panel.getByRole('button', { name: 'Forward' }).click();
    await panel.getByRole('heading', { name: 'Film', exact: true }).waitFor();
    const search = page.getByRole('searchbox', { name: 'Search the schema' });
    await search.fill('Query.films(filter:)');
    await panel.getByRole('button', { name: 'Query.films(filter:)' }).click();
    await page.getByRole('checkbox', { name: 'Select filter' }).click();
    expect(await documentIn(page)).toBe(
      'query ($filter: FilmFilter) { films(first: 2, filter: $filter) { nodes { title } } }',
    );
    await search.fill('xyzzy');
    await panel.getByText('Nothing in the schema has this').waitFor();
  });
}
