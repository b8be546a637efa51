import { expect } from '@jest/globals';
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret';
import type { Stack } from '../support/stack.ts';
import { heading } from './liveUpdates.journeys.ts';
import { violationsInBothThemes } from './support/accessibility.ts';
import { MAX_LAYOUT_SHIFT, recordLayoutShift } from './support/layoutShift.ts';
import type { Journey } from './support/setUpJourneys.ts';

const FILM = '/films/lorenz';
const PUBLISHED_TITLE = 'Lorenz’s butterfly';
const DRAFT_ID = 'drafts.film-lorenz';

/** Creates a draft of the film with another title. */
async function createDraft({ editor }: Stack, title: string): Promise<void> {
  const document = await editor.getDocument('film-lorenz');
  if (!document) throw new Error('expected the film in the seed, got none');
  const { _rev, ...published } = document;
  await editor.createOrReplace({ ...published, _id: DRAFT_ID, title });
}

/** Returns the path that starts a session and leads to a page, as the Presentation tool opens it. */
async function enablePath({ editor }: Stack, path: string): Promise<string> {
  const studio = 'http://127.0.0.1:3333/presentation';
  const { secret } = await createPreviewSecret(editor, 'sanity/presentation', studio);
  const parameters = {
    'sanity-preview-secret': secret,
    'sanity-preview-pathname': path,
    'sanity-preview-perspective': 'drafts',
  };
  return `/api/preview/enable?${new URLSearchParams(parameters)}`;
}

/** Tests of pages in preview. */
export function previewJourneys(journey: Journey): void {
  journey('shows a draft with a banner, and the published page after “Leave preview”', async (context) => {
    const { page, stack, open } = context;
    await createDraft(stack, 'A draft of the butterfly');
    const layoutShift = await recordLayoutShift(page);
    await open(await enablePath(stack, FILM));
    expect(new URL(page.url()).pathname).toBe(FILM);
    await heading(page, 'A draft of the butterfly').waitFor();
    const banner = page.getByRole('complementary', { name: 'Preview' });
    await banner.getByText('Drafts').waitFor();
    expect(await layoutShift()).toBeLessThan(MAX_LAYOUT_SHIFT);
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.cookie)).not.toContain('__Host-trivium-preview=');
    for (const title of ['A second draft', 'A third draft']) {
      await stack.editor.patch(DRAFT_ID).set({ title }).commit();
      await heading(page, title).waitFor();
    }
    await banner.getByRole('button', { name: 'Leave preview' }).click();
    await heading(page, PUBLISHED_TITLE).waitFor();
    await banner.waitFor({ state: 'detached' });
    await stack.editor.delete(DRAFT_ID);
  });
}
