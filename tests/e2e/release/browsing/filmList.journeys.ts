import { expect } from '@jest/globals';
import { filters, search } from '../../browsing/filmList.journeys.ts';
import { horizontalOverflow } from '../../support/accessibility.ts';
import type { Journey } from '../../support/setUpJourneys.ts';

/** Tests of the list of films: its filters, its order, its pages and the timeline. */
export function filmListReleaseJourneys(journey: Journey): void {
  journey(
    'orders by year, title and length, with films that cannot be played last',
    async ({ page, open }) => {
      await open('/films');
      const order = filters(page).getByLabel('Order');
      const last = page.getByRole('main').getByRole('article').last();
      for (const [label, first] of [
        ['Year described', 'The second arm'],
        ['Title', 'A gun for gliders'],
      ] as const) {
        await order.selectOption({ label });
        await page.waitForFunction(
          (title) => document.querySelector('main article h2')?.textContent === title,
          first,
        );
      }
      expect(search(page)).toBe('?order=title');
      await last.getByText(/^Expected|Coming soon|Unavailable/).waitFor();
    },
  );

  journey('says that no film matches, with a link to all films', async ({ page, open }) => {
    await open('/films?topic=flow&to=1900');
    await page.getByText('No film matches all of these filters.').waitFor();
    await page.getByRole('link', { name: 'Show all films' }).click();
    await page.getByRole('main').getByRole('article').first().waitFor();
  });

  for (const width of [1280, 320])
    journey(
      `lists the films by the year of their subject, at ${width} pixels`,
      async ({ page, open }) => {
        await open('/films');
        const links = page.locator('#timeline').getByRole('list').getByRole('link');
        const years = (await links.allTextContents()).map((text) => Number(text.slice(0, 4)));
        expect(years).toHaveLength(14);
        expect(years).toEqual(years.toSorted((one, other) => one - other));
        const boxes = await links.evaluateAll((elements) =>
          elements.map((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            return { left, right, top, bottom };
          }),
        );
        const overlaps = boxes.filter((one, i) =>
          boxes.some(
            (other, j) =>
              i < j &&
              one.left < other.right &&
              other.left < one.right &&
              one.top < other.bottom - 1 &&
              other.top < one.bottom - 1,
          ),
        );
        expect(overlaps).toEqual([]);
        expect(await horizontalOverflow(page)).toEqual([]);
      },
      { width, height: 900 },
    );

  journey('plays a silent video over the still of a card on hover', async ({ page, open }) => {
    await open('/films');
    const card = page.getByRole('main').getByRole('article').first();
    expect(await page.locator('main video').count()).toBe(0);
    await card.hover();
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('main video')?.currentTime ?? 0) > 0.2,
    );
    expect(await card.locator('video').evaluate(({ muted }: HTMLVideoElement) => muted)).toBe(true);
    await page.mouse.move(0, 0);
    await card.locator('video').waitFor({ state: 'detached' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await card.hover();
    expect(await card.locator('video').count()).toBe(0);
  });
}
