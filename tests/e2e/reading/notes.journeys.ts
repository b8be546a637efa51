import { expect } from '@jest/globals';
import { accessibilityViolations } from '../support/accessibility.ts';
import type { Journey } from '../support/setUpJourneys.ts';

const ARTICLE = '/articles/sensitive-dependence';

/** Tests of the footnotes of an article: previews, and notes beside the text. */
export function notesJourneys(journey: Journey): void {
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
}
