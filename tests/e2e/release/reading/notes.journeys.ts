import { expect } from '@jest/globals';
import { accessibilityViolations } from '../../support/accessibility.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

const ARTICLE = '/articles/sensitive-dependence';

/** Tests of the footnotes of an article: previews, and notes beside the text. */
export function notesReleaseJourneys(journey: Journey): void {
  journey(
    'show a preview on hover and on keyboard focus',
    async ({ page, open }) => {
      await open(ARTICLE);
      const mark = page.getByRole('link', { name: 'Note 1', exact: true });
      const preview = page.locator('[data-footnote-popover="1"]');
      await mark.scrollIntoViewIfNeeded();
      await mark.hover();
      await preview.getByText('symposium in Tokyo').waitFor();
      await preview.hover();
      expect(await preview.isVisible()).toBe(true);
      await page.mouse.move(0, 0);
      await preview.waitFor({ state: 'detached' });
      // The focus style appears only after keyboard input.
      await page.keyboard.press('Tab');
      await mark.focus();
      await preview.waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await preview.waitFor({ state: 'detached' });
    },
    { width: 1000 },
  );

  journey(
    'a tap shows the preview, and the next tap hides it',
    async ({ page, open }) => {
      await open(ARTICLE);
      const mark = page.getByRole('link', { name: 'Note 1', exact: true });
      const preview = page.locator('[data-footnote-popover="1"]');
      await mark.tap();
      await preview.getByText('symposium in Tokyo').tap();
      expect(await preview.isVisible()).toBe(true);
      expect(new URL(page.url()).hash).toBe('');
      await page
        .getByRole('main')
        .locator('p')
        .filter({ has: mark })
        .tap({ position: { x: 4, y: 4 } });
      await preview.waitFor({ state: 'detached' });
      await mark.tap();
      await preview.waitFor();
      await mark.tap();
      await preview.waitFor({ state: 'detached' });
      await mark.tap();
      const [note, sentence] = [await preview.boundingBox(), await mark.boundingBox()];
      const distance = Math.max(
        (note?.y ?? 0) - (sentence?.y ?? 0),
        (sentence?.y ?? 0) - (note?.y ?? 0) - (note?.height ?? 0),
      );
      expect(distance).toBeGreaterThan(80);
      await preview.getByRole('button', { name: 'Close note' }).tap();
      await preview.waitFor({ state: 'detached' });
    },
    { width: 390, height: 844, isTouch: true },
  );

  journey(
    'stand beside the text in wide windows, where their mark focuses them',
    async ({ page, open }) => {
      await open(ARTICLE);
      const note = page
        .getByRole('complementary', { name: 'Note' })
        .filter({ hasText: 'symposium in Tokyo' });
      const mark = page.getByRole('link', { name: 'Note 1', exact: true });
      const text = page.getByRole('main').locator('p').filter({ has: mark });
      const [noteBox, textBox] = [await note.boundingBox(), await text.boundingBox()];
      expect(noteBox?.x).toBeGreaterThan((textBox?.x ?? 0) + (textBox?.width ?? 0));
      expect(Math.abs((noteBox?.y ?? 0) - (textBox?.y ?? 0))).toBeLessThan(10);
      expect(await page.getByRole('region', { name: 'Notes' }).isVisible()).toBe(false);
      await mark.click();
      expect(await note.locator(':focus').count()).toBe(1);
      expect(await page.locator('[data-footnote-popover]').count()).toBe(0);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
    { width: 1440 },
  );
}
