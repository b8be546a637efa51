import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret';
import { decodeHTML } from 'entities';
import type { Stack } from '../../support/stack.ts';
import { startLanguagesStack } from '../languages/testing/languagesStack.ts';
import { openPage, type ReceivedPage } from './testing/readPage.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startLanguagesStack({
    env: { SITES: 'reader', CONSUME_CHANGES: 'off', LOCALES: 'en,de,de-CH:de,ja' },
  });
}, 60_000);
afterAll(() => stack.close());

const pathIn = (address = '') => address.replace(stack.url, '');

/** Returns the path in a tag of the head. */
const headPath = ({ tags }: ReceivedPage, attribute: string, value: string, target: string): string =>
  pathIn(tags.find(({ attributes }) => attributes[attribute] === value)?.attributes[target]);

/** Returns the paths of a page in other languages: the links for search engines, and the links of the header. */
function languageLinks({ tags }: ReceivedPage) {
  const pathsOf = (name: string, known: ReceivedPage['tags']) =>
    Object.fromEntries(
      known.flatMap(({ name: found, attributes: { hreflang, href } }) =>
        found === name && hreflang ? [[hreflang, pathIn(href)]] : [],
      ),
    );
  return { head: pathsOf('link', tags), body: pathsOf('a', tags) };
}

/** Returns the addresses in a sitemap. */
async function locations(path: string): Promise<readonly string[]> {
  const text = await (await fetch(`${stack.url}${path}`)).text();
  return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => pathIn(decodeHTML(address)));
}

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

  test.each(['/content/lessons/knots', '/content/lessons/knoten?locale=de'])(
    'a document of one language has links to its versions, and to no other language: %s',
    async (path) => {
      const versions = { en: '/content/lessons/knots', de: '/content/lessons/knoten?locale=de' };
      const page = await openPage(stack, path);
      expect(page.status).toBe(200);
      expect(languageLinks(page)).toEqual({ head: versions, body: versions });
      expect(headPath(page, 'rel', 'canonical', 'href')).toBe(path);
      expect(headPath(page, 'property', 'og:url', 'content')).toBe(path);
    },
  );

  test('a document without translations has no links to languages, and a document of all languages has all', async () => {
    const page = await openPage(stack, '/content/lessons/sterne?locale=de');
    expect([page.status, page.html.includes('class="locales"')]).toEqual([200, false]);
    const { body } = languageLinks(await openPage(stack, '/content/lessons/sos?locale=ja'));
    expect(body).toEqual({
      en: '/content/lessons/sos',
      de: '/content/lessons/sos?locale=de',
      'de-CH': '/content/lessons/sos?locale=de-CH',
      ja: '/content/lessons/sos?locale=ja',
    });
  });

  test('a fallback names the page of its own language', async () => {
    const page = await openPage(stack, '/content/lessons/knoten?locale=de-CH');
    expect([page.status, headPath(page, 'rel', 'canonical', 'href')]).toEqual([
      200,
      '/content/lessons/knoten?locale=de',
    ]);
    const { links } = await openPage(stack, '/content/lessons?locale=ja');
    expect(links).toContainEqual({ path: '/content/lessons/knots', text: 'Knots and ropes' });
  });

  test('the sitemap has the documents of all languages, each of which has a page', async () => {
    expect(await locations('/sitemap.xml')).toContain('/sitemap.xml?type=lessons&page=1');
    const paths = await locations('/sitemap.xml?type=lessons&page=1');
    expect(paths.toSorted()).toEqual([
      '/content/lessons',
      '/content/lessons/knoten?locale=de',
      '/content/lessons/knots',
      '/content/lessons/sos',
      '/content/lessons/stars',
      '/content/lessons/sterne?locale=de',
    ]);
    for (const path of paths) expect([path, (await openPage(stack, path)).status]).toEqual([path, 200]);
  });

  test('a page leads to the feed of its language', async () => {
    const page = await openPage(stack, '/content/places?locale=de');
    const path = headPath(page, 'type', 'application/atom+xml', 'href');
    expect(page.links).toContainEqual({ path, text: 'Feed' });
    const feed = await (await fetch(`${stack.url}${path}`)).text();
    expect(feed).toContain(`<link rel="self" href="${stack.url}/feed.xml?locale=de"/>`);
    expect(feed).toContain(`<link href="${stack.url}/?locale=de"/>`);
    expect(feed).toContain('<title>Leuchtturm</title>');
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

  test.each([
    ['de', '<aside class="preview" aria-label="Vorschau">', 'Vorschau Entwürfe Bis', 'Vorschau beenden'],
    [
      'ja',
      '<aside class="preview" aria-label="Preview" lang="en" dir="ltr">',
      'Preview Drafts Until',
      'Leave preview',
    ],
  ])(
    'the bar of a preview is in the language of the page, else in English: %s',
    async (tag, bar, words, button) => {
      const { secret } = await createPreviewSecret(stack.editor, 'test', 'https://studio.example.com', 'ada');
      const parameters = new URLSearchParams({
        'sanity-preview-secret': secret,
        'sanity-preview-pathname': '/',
        'sanity-preview-perspective': 'drafts',
      });
      const { headers } = await fetch(`${stack.url}/api/preview/enable?${parameters}`, {
        redirect: 'manual',
      });
      const [cookie = ''] = String(headers.get('set-cookie')).split(';');
      const { html, text } = await openPage(stack, `/content/places?locale=${tag}`, { cookie });
      expect(html).toContain(bar);
      for (const shown of [words, button]) expect(text).toContain(shown);
    },
  );

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
