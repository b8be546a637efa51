import { expect } from '@jest/globals';
import type { Journey } from './support/setUpJourneys.ts';

/** Tests of the links between pages. */
export function navigationJourneys(journey: Journey): void {
  journey('shows the 404 page with a link to the home page', async ({ page, open }) => {
    for (const path of ['/nowhere', '/films/nothing', '/people/nobody', '/topics/none']) {
      await open(path);
      await page.getByText('404').waitFor();
    }
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  journey('skip link: the first Tab stop moves the focus to the main content', async ({ page, open }) => {
    await open('/films');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
}
