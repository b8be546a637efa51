import { describe, expect } from '@jest/globals';
import type { Request } from 'playwright-core';
import { ROOT } from '../support/stack.ts';
import { waitForSubscriptions } from '../support/subscriber.ts';
import { clickToEdit, setDraft } from './support/presentation/editing.ts';
import { serveStudio } from './support/presentation/serveStudio.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const FIXTURE = `${ROOT}tests/support/fixtures/reader`;
const STORY = '/content/stories/the-tide';
/** The fixture has records of pictures and videos, and no files. */
const OPTIONS = {
  allowedErrors: /^foreign: http:\/\/localhost:\d+\/|\/images\/|\/thumbnail\./,
  isIsolated: true,
} as const;

const journey = setUpJourneys({
  schemaDir: `${FIXTURE}/schema`,
  seedDir: `${FIXTURE}/seed`,
  env: { SITES: 'reader', RATE_LIMIT_ANONYMOUS: 'off' },
});

journey(
  'reader: a click leads to the field of a text, a picture, a video, a person and an object in a list',
  async ({ page, stack }) => {
    const studio = await serveStudio();
    try {
      const story = { id: 'story-tide', type: 'story' };
      let frame = await studio.openPreview(page, stack, STORY);
      const edit = (selector: string) => clickToEdit(page, frame.locator(selector).first());
      expect(await edit('h1')).toMatchObject({ ...story, path: 'headline' });
      expect(await edit('.hero img')).toMatchObject({ ...story, path: 'mainImage' });
      expect(await edit('.prose p')).toMatchObject({
        ...story,
        path: 'body[_key=="b"].children[_key=="s"].text',
      });
      expect(await edit('.byline a')).toMatchObject({ id: 'person-lena', path: 'firstName' });
      expect(await edit('header .site-name')).toMatchObject({ id: 'settings', path: 'siteName' });
      frame = await studio.openPreview(page, stack, '/content/pages/about');
      expect(await edit('text=Words 2')).toMatchObject({
        id: 'page-about',
        type: 'page',
        path: 'pageBuilder[_key=="f"].items[_key=="i2"].text',
      });
      frame = await studio.openPreview(page, stack, '/content/walks/along-the-ridge');
      await stack.editor.delete('drafts.walk-ridge');
      await frame.locator('video').waitFor();
      expect(await edit('video')).toMatchObject({ id: 'walk-ridge', type: 'walk', path: 'clip' });
    } finally {
      studio.close();
    }
  },
  OPTIONS,
);

journey(
  'reader: a page follows its drafts and the location and perspective of the Studio, and stays where it is',
  async ({ page, stack }) => {
    const studio = await serveStudio();
    try {
      const frame = await studio.openPreview(page, stack, '/content/stories/fog');
      await waitForSubscriptions(stack.url, (count) => count > 0);
      await frame.evaluate(() => Object.assign(window, { kept: document.querySelector('header') }));
      await setDraft(stack, 'story-fog', { headline: 'Mist' });
      await frame.locator('h1', { hasText: 'Mist' }).waitFor();
      expect(
        await frame.evaluate(
          () => (window as unknown as { kept: Element }).kept === document.querySelector('header'),
        ),
      ).toBe(true);
      expect(await clickToEdit(page, frame.locator('h1'))).toMatchObject({
        id: 'story-fog',
        path: 'headline',
      });
      await page.evaluate(() => window.studio.setPerspective('published'));
      await frame.locator('h1', { hasText: 'Fog' }).waitFor();
      await page.evaluate(() => window.studio.navigate('/content/walks'));
      await frame.waitForURL(/\/content\/walks$/);
      await page.waitForFunction(() => window.studio.locations.at(-1)?.endsWith('/content/walks'));
      await stack.editor.delete('drafts.story-fog');
    } finally {
      studio.close();
    }
  },
  OPTIONS,
);

journey(
  'reader: a player that plays stays while a draft changes other parts, and follows changes of the video',
  async ({ page, stack }) => {
    const studio = await serveStudio();
    try {
      // The fixture has no document of the pictures.
      const draft = { cover: undefined, extras: undefined, text: undefined };
      await setDraft(stack, 'walk-ridge', draft);
      const frame = await studio.openPreview(page, stack, '/content/walks/along-the-ridge');
      await waitForSubscriptions(stack.url, (count) => count > 0);
      await frame.evaluate(() => {
        const video = document.querySelector('main video') as HTMLVideoElement;
        // As a library for streams does.
        video.setAttribute('data-attached', '');
        Object.assign(window, { kept: video });
      });
      const isKept = () =>
        frame.evaluate(
          () => (window as unknown as { kept: Element }).kept === document.querySelector('main video'),
        );
      await setDraft(stack, 'walk-ridge', { ...draft, title: 'Along the crest' });
      await frame.locator('h1', { hasText: 'Along the crest' }).waitFor();
      expect(await isKept()).toBe(true);
      await setDraft(stack, 'walk-ridge', { ...draft, title: 'Along the edge', clip: undefined });
      await frame.locator('h1', { hasText: 'Along the edge' }).waitFor();
      await frame.locator('main video').waitFor({ state: 'detached' });
      await setDraft(stack, 'walk-ridge', { ...draft, title: 'Along the rim' });
      await frame.locator('h1', { hasText: 'Along the rim' }).waitFor();
      await frame.locator('main video').waitFor();
      expect(await isKept()).toBe(false);
      await stack.editor.delete('drafts.walk-ridge');
    } finally {
      studio.close();
    }
  },
  OPTIONS,
);

journey(
  'reader: pages without a session load nothing of previews',
  async ({ page, stack }) => {
    const files = new Set<string>();
    page.on('request', (request: Request) => files.add(request.url()));
    for (const path of ['/', STORY, '/content/walks', '/content/walks/along-the-ridge', '/search?q=fog'])
      await page.goto(`${stack.url}${path}`);
    expect(files.size).toBeGreaterThan(5);
    expect([...files].filter((url) => /overlays|preview/.test(url))).toEqual([]);
  },
  OPTIONS,
);

describe('reader: languages', () => {
  const journeyOfSample = setUpJourneys({ env: { SITES: 'reader', RATE_LIMIT_ANONYMOUS: 'off' } });
  journeyOfSample(
    'a German title leads to its field, and the Studio and the page agree on the language',
    async ({ page, stack }) => {
      const studio = await serveStudio();
      try {
        const topic = { id: 'topic-chaos', type: 'topic' };
        const frame = await studio.openPreview(page, stack, '/content/topics/chaos');
        expect(await clickToEdit(page, frame.locator('h1'))).toMatchObject({
          ...topic,
          path: 'title[_key=="en"].value',
        });
        await frame.getByRole('link', { name: 'Deutsch' }).click();
        await frame.waitForURL(/\?locale=de$/);
        await page.waitForFunction(() => window.studio.locations.at(-1)?.endsWith('?locale=de'));
        expect(await clickToEdit(page, frame.locator('h1'))).toMatchObject({
          ...topic,
          path: 'title[_key=="de"].value',
        });
        await page.evaluate(() => window.studio.navigate('/content/topics/chaos'));
        await frame.waitForURL(/\/chaos$/);
        await frame.locator('html[lang="en"]').waitFor();
      } finally {
        studio.close();
      }
    },
    OPTIONS,
  );
});
