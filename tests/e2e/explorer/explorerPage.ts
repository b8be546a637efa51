import type { Page } from 'playwright-core';
import type { JourneyContext } from '../support/setUpJourneys.ts';

export const FILMS = '{ films(first: 2) { nodes { title } } }';

/** Opens the explorer, with an operation in its link if one is given, and waits until the editors have loaded. */
export async function openExplorer(
  { page, stack }: Pick<JourneyContext, 'page' | 'stack'>,
  operation: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.goto(`${stack.url}/explorer/#${new URLSearchParams(operation)}`);
  await editor(page, 'Operation').waitFor();
  await editor(page, 'Variables').waitFor();
}

/** Returns the editor with a name. */
export const editor = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** Runs the operation. */
export const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();
/** Selects a tab. */
export const openPanel = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
/** Returns the panel of the schema. */
export const schemaPanel = (page: Page) => page.getByRole('tabpanel', { name: 'Schema', exact: true });
/** Returns the text of the document. */
export const documentIn = async (page: Page) =>
  (await editor(page, 'Operation').locator('.cm-line').allInnerTexts())
    .map((line) => line.replace(/\n$/, ''))
    .join('\n');
/** Returns the summary of the response. */
export const summary = (page: Page) => page.getByRole('status', { name: 'Summary of the response' });
