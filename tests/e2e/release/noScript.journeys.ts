import { expect } from '@jest/globals';
import type { Journey } from '../support/setUpJourneys.ts';

/** Tests of pages in a browser that runs no JavaScript. */
export function noScriptReleaseJourneys(journey: Journey): void {
  journey(
    'filters and pages through search results with a form',
    async ({ page, open }) => {
      await open('/search');
      await page.getByRole('searchbox', { name: /^Search films/ }).fill('wave');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText(/results .*for “wave”/).waitFor();
      expect(new URL(page.url()).search).toBe('?q=wave');
      await page.getByRole('checkbox', { name: /^Harmonics/ }).check();
      await page.getByLabel('To', { exact: true }).fill('1830');
      await page.getByRole('button', { name: 'Apply filters' }).click();
      await page.getByRole('link', { name: 'Remove Harmonics' }).waitFor();
      expect(new URL(page.url()).search).toBe('?q=wave&topic=harmonics&to=1830');
      await page.getByRole('link', { name: 'Wheels within wheels' }).first().waitFor();
      await open('/search?q=the&type=moment&page=2');
      expect(
        await page
          .getByRole('main')
          .getByRole('link', { name: /^From / })
          .count(),
      ).toBeGreaterThan(24);
    },
    { javaScriptEnabled: false },
  );
}
