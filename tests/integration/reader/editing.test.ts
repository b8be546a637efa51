import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stegaClean, stegaEncodeSourceMap } from '@sanity/client/stega';
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { startLanguagesStack } from '../languages/testing/languagesStack.ts';
import { openPage } from './testing/readPage.ts';

const FIXTURE = `${ROOT}tests/support/fixtures/reader`;
const STUDIO = 'https://studio.example';
const ENV = { SITES: 'reader', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' };
/** What an editor gets besides: invisible characters, what marks them on the way, and attributes. */
const SOURCES = /[\u200b-\u200d\ufeff]{8}|[\ufdd0-\ufdef]|%EF%B7|#source-|data-sanity/i;

interface Field {
  readonly id: string;
  readonly type: string;
  /** As in a source map. */
  readonly path: string;
}

/** Returns the invisible characters that lead to a field. */
function charactersOf({ id, type, path }: Field): string {
  const encoded = stegaEncodeSourceMap(
    { text: 'A text' },
    {
      documents: [{ _id: id, _type: type }],
      paths: [path],
      mappings: {
        "$['text']": { type: 'value', source: { type: 'documentValue', document: 0, path: 0 } },
      },
    },
    { enabled: true, studioUrl: STUDIO },
  );
  return encoded.text.slice('A text'.length);
}

/** Starts a session as the Presentation tool does. Returns its cookie. */
async function startSession({ editor, url }: Stack, perspective = 'drafts'): Promise<string> {
  const { secret } = await createPreviewSecret(editor, 'sanity/presentation', STUDIO);
  const parameters = new URLSearchParams({
    'sanity-preview-secret': secret,
    'sanity-preview-pathname': '/',
    'sanity-preview-perspective': perspective,
  });
  const { headers } = await fetch(`${url}/api/preview/enable?${parameters}`, { redirect: 'manual' });
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Returns a page without what only previews have. */
const publishedPart = (html: string): string =>
  (stegaClean(html) as string)
    .replaceAll(/ data-sanity="[^"]*"/g, '')
    .replaceAll(/\n<link rel="stylesheet" href="\/reader\/preview-[^>]*>/g, '')
    .replaceAll(/\n<script type="module" src="\/reader\/overlays\/[^>]*><\/script>/g, '')
    .replaceAll(/\n<aside class="preview".*?<\/aside>/gs, '');

let stack: Stack;
let cookie: string;
beforeAll(async () => {
  stack = await startStack({ schemaDir: `${FIXTURE}/schema`, seedDir: `${FIXTURE}/seed`, env: ENV });
  for (const id of ['drafts.walk-ridge', 'drafts.walk-secret']) await stack.editor.delete(id);
  cookie = await startSession(stack);
}, 60_000);
afterAll(() => stack.close());

const open = async (path: string) => (await openPage(stack, path, { cookie })).html;

describe('reader: a page in the session of an editor', () => {
  test.each([
    ['/', 'The tide', { id: 'story-tide', type: 'story', path: "$['headline']" }],
    ['/', 'Fog is a wall.', { id: 'story-fog', type: 'story', path: "$['body']" }],
    ['/', 'Lena', { id: 'person-lena', type: 'person', path: "$['firstName']" }],
    ['/', 'Walks &amp; ways', { id: 'settings', type: 'siteSettings', path: "$['siteName']" }],
    ['/', 'Notes for people who walk.', { id: 'settings', type: 'siteSettings', path: "$['description']" }],
    [
      '/content/stories/the-tide',
      'The tide came in',
      {
        id: 'story-tide',
        type: 'story',
        path: "$['body'][?(@._key=='b')]['children'][?(@._key=='s')]['text']",
      },
    ],
    [
      '/content/pages/about',
      'Words 2',
      {
        id: 'page-about',
        type: 'page',
        path: "$['pageBuilder'][?(@._key=='f')]['items'][?(@._key=='i2')]['text']",
      },
    ],
    ['/search?q=fog', 'Fog', { id: 'story-fog', type: 'story', path: "$['headline']" }],
    ['/content/nothing', 'Walks &amp; ways', { id: 'settings', type: 'siteSettings', path: "$['siteName']" }],
  ])('at %s leads from “%s” to its field', async (path, text, field) => {
    expect(await open(path)).toContain(`>${charactersOf(field)}${text}`);
  });

  test('leads from pictures, videos, files, times and links to their fields', async () => {
    const pages = await Promise.all(
      ['/content/pages/about', '/content/walks/along-the-ridge'].map((path) =>
        openPage(stack, path, { cookie }),
      ),
    );
    const found = pages.flatMap(({ tags }) =>
      tags.flatMap(({ name, attributes: { 'data-sanity': source } }) =>
        source === undefined ? [] : [[name, JSON.parse(source)]],
      ),
    );
    const walk = { baseUrl: STUDIO, id: 'walk-ridge', type: 'walk' };
    expect(found).toEqual(
      expect.arrayContaining([
        [
          'img',
          {
            baseUrl: STUDIO,
            id: 'page-about',
            type: 'page',
            path: 'pageBuilder[_key=="f"].items[_key=="i2"].icon',
          },
        ],
        ['video', { ...walk, path: 'clip' }],
        ['a', { ...walk, path: 'map' }],
        ['a', { ...walk, path: 'website' }],
        ['time', { ...walk, path: 'publishedAt' }],
      ]),
    );
  });

  test.each([
    '/',
    '/content/walks',
    '/content/walks?order=title',
    '/content/walks/along-the-ridge',
    '/content/walks/the-shore',
    '/content/stories/the-tide',
    '/content/pages/about',
    '/content/people',
    '/content/huts',
    '/search?q=walk',
    '/content/nothing',
  ])('at %s is the published page with sources', async (path) => {
    const published = (await openPage(stack, path)).html;
    const edited = await open(path);
    expect(publishedPart(edited)).toBe(published);
    expect(edited).toMatch(SOURCES);
  });

  test('has no sources in its head, structured data and attributes, and resources have none', async () => {
    const edited = await open('/content/stories/the-tide');
    const head = edited.slice(0, edited.indexOf('</head>'));
    expect(head).toContain('"headline":"The tide"');
    const attributes = [...edited.matchAll(/ (?!data-sanity)[\w-]+="([^"]*)"/g)].map(([, value]) => value);
    expect(`${head}${attributes.join('\n')}`).not.toMatch(SOURCES);
    for (const path of ['/feed.xml', '/sitemap.xml', '/sitemap.xml?page=1', '/robots.txt'])
      expect([path, SOURCES.test(await open(path))]).toEqual([path, false]);
  });

  test('has no sources in the perspective of published content, and other readers get none', async () => {
    const published = await startSession(stack, 'published');
    const readers: Readonly<Record<string, string>>[] = [{ cookie: published }, {}];
    for (const headers of readers) {
      const { html } = await openPage(stack, '/content/stories/the-tide', headers);
      expect(html).toContain('The tide');
      expect(html).not.toMatch(SOURCES);
    }
  });
});

test('reader: a localized text leads to the field of the language of its page', async () => {
  const languages = await startLanguagesStack({ env: ENV });
  try {
    const session = await startSession(languages);
    const path = '/content/places?locale=de';
    const { html } = await openPage(languages, path, { cookie: session });
    const name = { id: 'place-mill', type: 'place', path: "$['name']['de']" };
    expect(html).toContain(`${charactersOf(name)}Wassermühle`);
    expect(publishedPart(html)).toBe((await openPage(languages, path)).html);
  } finally {
    await languages.close();
  }
});
