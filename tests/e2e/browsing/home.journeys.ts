import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForPlayback } from '../support/playerPage.ts';
import type { Journey } from '../support/setUpJourneys.ts';

export const lead = (page: Page) => page.getByRole('main').getByRole('article').first();
const sectionOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
const leadTime = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('main video')?.currentTime ?? 0);

/** Tests of the home page. */
export function homeJourneys(journey: Journey): void {
  journey('shows each film and article once, and none that cannot be played', async ({ page, open }) => {
    await open('/');
    const cards = page.getByRole('main').getByRole('article');
    const paths = await cards
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(paths.length).toBeGreaterThan(12);
    expect(paths).toEqual([...new Set(paths)]);
    expect(await cards.getByText(/Coming soon|Unavailable/).count()).toBe(0);
  });

  journey('links the lead film to the article about it, which no section repeats', async ({ page, open }) => {
    await open('/');
    const article = lead(page).getByRole('link', { name: /^Read / });
    const path = (await article.getAttribute('href')) as string;
    expect(await page.getByRole('main').locator(`a[href="${path}"]`).count()).toBe(1);
    expect(await sectionOf(page, 'Articles').getByRole('article').count()).toBe(3);
    await article.click();
    await page.getByRole('link', { name: 'Nobody leads' }).first().waitFor();
  });

  journey('does not repeat a film of “Continue watching” among the new films', async ({ page, open }) => {
    await open('/');
    const titles = () => sectionOf(page, 'New films').getByRole('heading', { level: 3 }).allTextContents();
    const before = await titles();
    await sectionOf(page, 'New films').getByRole('link', { name: before[1], exact: true }).click();
    await page.getByRole('heading', { level: 1, name: before[1] as string }).waitFor();
    await page.goto(`${page.url()}?t=8`);
    await waitForPlayback(page, 8.2);
    await open('/');
    await sectionOf(page, 'Continue watching')
      .getByRole('link', { name: `Continue ${before[1]}` })
      .waitFor();
    const after = await titles();
    expect(after).toHaveLength(before.length);
    expect(after.filter((_, index) => index !== 1)).toEqual(before.filter((_, index) => index !== 1));
    expect(after).not.toContain(before[1]);
  });

  journey('plays the lead film as a silent loop that can be paused', async ({ page, open }) => {
    await open('/');
    const pause = lead(page).getByRole('button', { name: 'Pause preview' });
    await pause.waitFor();
    const video = page.locator('main video');
    expect(
      await video.evaluate((element: HTMLVideoElement) => [element.muted, element.loop, element.currentSrc]),
    ).toEqual([true, true, expect.stringMatching(/\/1080p\.mp4$/)]);
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('main video')?.currentTime ?? 0) > 0.3,
    );
    await pause.click();
    await lead(page).getByRole('button', { name: 'Play preview' }).waitFor();
    expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
  });

  journey(
    'keeps the still of the lead film for readers who prefer reduced motion or save data',
    async ({ page, open }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open('/');
      expect(await page.locator('video').count()).toBe(0);
      await page.emulateMedia({ reducedMotion: null });
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
      await open('/');
      expect(await page.locator('video').count()).toBe(0);
      await page.locator('[data-accent] a').first().focus();
      expect(await leadTime(page)).toBe(0);
    },
    { isIsolated: true },
  );

  journey('plays the lead film on its page after Watch', async ({ page, open }) => {
    await open('/');
    const title = (await lead(page).getByRole('heading').textContent()) ?? '';
    await lead(page)
      .getByRole('link', { name: `Watch ${title}` })
      .click();
    await page.waitForURL(/\/films\/[\w-]+$/);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await waitForPlayback(page, 0.2);
  });

  journey(
    'has AA contrast in both themes for any accent, and no accent from an invalid one',
    async ({ page, open }) => {
      await open('/');
      const lightnesses = [0.05, 0.35, 0.49, 0.64, 0.8, 0.97];
      const accents = lightnesses.flatMap((l) =>
        [0, 0.08, 0.16, 0.25, 0.4].flatMap((c) =>
          Array.from({ length: 36 }, (_, i) => `oklch(${l} ${c} ${i * 10})`),
        ),
      );
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await lowContrasts(page, [...accents, 'tomato'])).toEqual([]);
      }
      const [invalid, none] = await accentColors(page, ['oklch(0.5 0.1); color: red', '']);
      expect(invalid).toBe(none);
    },
  );
}

/** Returns the accents whose text has less than AA contrast to `--surface`, with their contrast. */
const lowContrasts = (page: Page, accents: readonly string[]): Promise<string[]> =>
  page.evaluate((values) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const luminance = (color: string) => {
      if (!canvas) throw new Error('expected a canvas');
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const element = document.body.appendChild(document.createElement('p'));
    element.dataset.accent = '';
    element.style.cssText = 'color: var(--accent); background: var(--surface)';
    const results = values.flatMap((value) => {
      element.style.setProperty('--accent-source', value);
      const { color, backgroundColor } = getComputedStyle(element);
      const [dark = 0, light = 0] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b);
      const contrast = (light + 0.05) / (dark + 0.05);
      return contrast < 4.5 ? [`${value}: ${contrast.toFixed(2)}`] : [];
    });
    element.remove();
    return results;
  }, accents);

/** Returns the computed colors of text with these accents, each in an element of the page. */
const accentColors = (page: Page, accents: readonly string[]): Promise<string[]> =>
  page.evaluate(
    (values) =>
      values.map((value) => {
        const element = document.body.appendChild(document.createElement('p'));
        element.setAttribute('style', `--accent-source: ${value}`);
        element.dataset.accent = '';
        const child = element.appendChild(document.createElement('span'));
        child.style.color = 'var(--accent)';
        const { color } = getComputedStyle(child);
        element.remove();
        return color;
      }),
    accents,
  );
