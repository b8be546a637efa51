import type { Locator, Page } from 'playwright-core';
import type { Stack } from '../../../support/stack.ts';

/** Clicks an element as an editor does, and returns the field that the Studio opens. */
export async function clickToEdit(page: Page, element: Locator): Promise<unknown> {
  const before = await page.evaluate(() => window.studio.focused.length);
  await element.scrollIntoViewIfNeeded();
  await element.hover({ force: true });
  await element.click({ force: true });
  await page.waitForFunction((count) => window.studio.focused.length > count, before);
  return page.evaluate(() => window.studio.focused.at(-1));
}

/** Creates or changes the draft of the film. */
export async function setDraftTitle({ editor }: Stack, title: string): Promise<void> {
  const document = await editor.getDocument('film-lorenz');
  if (!document) throw new Error('expected the film in the seed, got none');
  const { _rev, ...published } = document;
  await editor.createOrReplace({ ...published, _id: 'drafts.film-lorenz', title });
}
