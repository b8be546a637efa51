import { expect } from '@jest/globals';
import { heading } from './liveUpdates.journeys.ts';
import { violationsInBothThemes } from './support/accessibility.ts';
import { MAX_LAYOUT_SHIFT, recordLayoutShift } from './support/layoutShift.ts';
import { enablePath, setDraft } from './support/presentation/editing.ts';
import type { Journey } from './support/setUpJourneys.ts';

const FILM = '/films/lorenz';
const PUBLISHED_TITLE = 'Lorenz’s butterfly';
const STUDIO = 'http://127.0.0.1:3333/presentation';

/** Tests of pages in preview. */
export function previewJourneys(journey: Journey): void {
  journey('shows a draft with a banner, and the published page after “Leave preview”', async (context) => {
    const { page, stack, open } = context;
    await setDraft(stack, 'film-lorenz', { title: 'A draft of the butterfly' });
    try {
      const layoutShift = await recordLayoutShift(page);
      await open(await enablePath(stack, STUDIO, FILM));
      expect(new URL(page.url()).pathname).toBe(FILM);
      await heading(page, 'A draft of the butterfly').waitFor();
      const banner = page.getByRole('complementary', { name: 'Preview' });
      await banner.getByText('Drafts').waitFor();
      expect(await layoutShift()).toBeLessThan(MAX_LAYOUT_SHIFT);
      expect(await violationsInBothThemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.cookie)).not.toContain('__Host-trivium-preview=');
      for (const title of ['A second draft', 'A third draft']) {
        await stack.editor.patch('drafts.film-lorenz').set({ title }).commit();
        await heading(page, title).waitFor();
      }
      await banner.getByRole('button', { name: 'Leave preview' }).click();
      await heading(page, PUBLISHED_TITLE).waitFor();
      await banner.waitFor({ state: 'detached' });
    } finally {
      // It would be in the pages of the next journey.
      await stack.editor.delete('drafts.film-lorenz');
    }
  });
}
