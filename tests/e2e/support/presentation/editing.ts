import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret';
import type { Locator, Page } from 'playwright-core';
import type { Stack } from '../../../support/stack.ts';

/** Clicks an element as an editor does, and returns the field that the Studio opens. */
export async function clickToEdit(page: Page, element: Locator): Promise<unknown> {
  const before = await page.evaluate(() => window.studio.focused.length);
  // The overlay of a text covers its words, not the rest of the line.
  const words = element.locator('bdi').first();
  const target = (await words.count()) > 0 ? words : element;
  await target.scrollIntoViewIfNeeded();
  await target.hover({ force: true });
  await target.click({ force: true });
  await page.waitForFunction((count) => window.studio.focused.length > count, before);
  return page.evaluate(() => window.studio.focused.at(-1));
}

/** Creates or replaces the draft of a document. @param changes its values that differ from the published ones */
export async function setDraft({ editor }: Stack, id: string, changes: object): Promise<void> {
  const document = await editor.getDocument(id);
  if (!document) throw new Error(`expected ${id} in the seed, got none`);
  const { _rev, ...published } = document;
  await editor.createOrReplace({ ...published, ...changes, _id: `drafts.${id}` });
}

/** Returns the path that starts a session and leads to a page, as the Presentation tool opens it. */
export async function enablePath({ editor }: Stack, studioUrl: string, path: string): Promise<string> {
  const { secret } = await createPreviewSecret(editor, 'sanity/presentation', studioUrl, 'editor');
  const parameters = new URLSearchParams({
    'sanity-preview-secret': secret,
    'sanity-preview-perspective': 'drafts',
    'sanity-preview-pathname': path,
  });
  return `/api/preview/enable?${parameters}`;
}
