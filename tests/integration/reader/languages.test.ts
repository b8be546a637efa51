import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Stack } from '../../support/stack.ts';
import { startLanguagesStack } from '../languages/testing/languagesStack.ts';
import { openPage } from './testing/readPage.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startLanguagesStack({
    env: { SITES: 'reader', CONSUME_CHANGES: 'off', LOCALES: 'en,de,de-CH:de,ja' },
  });
}, 60_000);
afterAll(() => stack.close());

describe('reader: languages', () => {
  test('a site without settings and a document for the home page has the name of its host', async () => {
    const { html } = await openPage(stack, '/');
    expect(html).toMatch(/<a class="site-name" [^>]*>127\.0\.0\.1/);
  });

  test('every page has links to the languages, and its other links keep the language', async () => {
    const { links } = await openPage(stack, '/content/places');
    expect(links).toContainEqual({ path: '/content/places?locale=de', text: 'Deutsch' });
    const german = await openPage(stack, '/content/places?locale=de');
    expect(german.html).toContain('<html lang="de" dir="ltr">');
    const mill = german.links.find(({ text }) => text === 'Wassermühle');
    expect(mill?.path).toMatch(/locale=de$/);
    expect((await openPage(stack, mill?.path ?? '')).heading).toBe('Wassermühle');
  });

  test('the links of a document with a slug in each language lead to the same document', async () => {
    const german = await openPage(stack, '/content/places?locale=de');
    const mill = await openPage(stack, german.links.find(({ text }) => text === 'Wassermühle')?.path ?? '');
    const english = mill.links.find(({ text }) => text === 'English');
    expect((await openPage(stack, english?.path ?? '')).heading).toBe('Water mill');
  });

  test('a document of one language links to its translations', async () => {
    const { links } = await openPage(stack, '/content/lessons');
    const paths = links.map(({ path }) => path).filter((path) => path.startsWith('/content/lessons/'));
    const lessons = await Promise.all(paths.map((path) => openPage(stack, path)));
    const translated = lessons.find(({ text }) => text.includes('Translations'));
    const translation = translated?.links.find(
      ({ path, text }) => /locale=de$/.test(path) && text !== 'Deutsch',
    );
    expect(translation?.path).toMatch(/^\/content\/lessons\//);
    const { heading, html } = await openPage(stack, translation?.path ?? '');
    expect(heading).toBe(translation?.text);
    expect(html).toContain('<html lang="de"');
  });

  test('the fixed words of pages are in the language of the page', async () => {
    const german = await openPage(stack, '/content/places?locale=de-CH');
    expect(german.html).toContain('<a class="skip" href="#main">Zum Inhalt springen</a>');
    expect(german.html).toContain('<button>Suche</button>');
    const search = await openPage(stack, '/search?q=zyzzyva&locale=de');
    expect(search.heading).toBe('Suche: zyzzyva');
    expect(search.text).toContain('Nichts passt zu „zyzzyva“.');
    expect((await openPage(stack, '/content/places/nowhere?locale=de')).heading).toBe('Nicht gefunden');
    expect((await openPage(stack, '/?locale=de')).text).toContain('Alle Places');
  });

  test('the fixed words are English, and say so, in a language without words', async () => {
    const { html } = await openPage(stack, '/content/places?locale=ja');
    expect(html).toContain('<html lang="ja"');
    expect(html).toContain('<a class="skip" href="#main" lang="en">Skip to content</a>');
  });

  test('an unknown language is the default', async () => {
    const { status, html } = await openPage(stack, '/content/places?locale=xx');
    expect(status).toBe(200);
    expect(html).toContain('<html lang="en" dir="ltr">');
  });
  test.each(['-'.repeat(15_000), `de${'-x'.repeat(40)}`])(
    'a language longer than a tag is rejected',
    async (tag) => {
      const { status, heading } = await openPage(stack, `/content/places?locale=${tag}`);
      expect([status, heading]).toEqual([400, 'Unknown language']);
    },
  );
});
