import { expect } from '@jest/globals';
import { accessibilityViolations } from '../support/accessibility.ts';
import { pageChecks } from '../support/pageChecks.ts';
import type { Journey } from '../support/setUpJourneys.ts';

/** Paths of further states of pages. */
const PAGES = {
  'lists and texts': ['/articles', '/people', '/topics', '/collections', '/authors', '/about'],
  'films that cannot be played, and article pages': [
    '/films/sunflower',
    '/articles/plates-that-sing',
    '/articles/interference',
    '/articles/losing-nothing',
  ],
  'states of a person, a topic and a search': [
    '/people/bill-gosper',
    '/topics/resonance',
    '/search?q=zzyzxqw',
  ],
};

/** Tests of further states of pages. */
export function pagesReleaseJourneys(journey: Journey): void {
  pageChecks(journey, PAGES);

  journey(
    'film page: has no accessibility violations in the dark theme while the video plays',
    async ({ page, open }) => {
      await open('/films/lorenz?t=1');
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
    { colorScheme: 'dark' },
  );
}
