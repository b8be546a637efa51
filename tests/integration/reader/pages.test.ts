import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { stegaClean } from '@sanity/client/stega';
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { openPage } from './testing/readPage.ts';

const FIXTURE = `${ROOT}tests/support/fixtures/reader`;

const startReader = (env: Readonly<Record<string, string>> = {}) =>
  startStack({
    schemaDir: `${FIXTURE}/schema`,
    seedDir: `${FIXTURE}/seed`,
    env: { SITES: 'reader', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off', ...env },
  });

let stack: Stack;
beforeAll(async () => {
  stack = await startReader();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.cache.invalidateAll();
  // The request for the sections of the navigation, which all pages share.
  await open('/nowhere');
  await stack.clearRequests();
});
afterEach(() => stack.setFaults('content'));

const open = (path: string, headers?: Record<string, string>) => openPage(stack, path, headers);
const contentRequests = async () => (await stack.requests()).content.length;

describe('reader: home page', () => {
  test('leads with the newest text, and shows the newest documents of each section, in one content request', async () => {
    const { status, heading, text, cards, links, tags } = await open('/');
    expect([status, heading]).toEqual([200, 'Walks & ways']);
    expect(cards[0]).toEqual({ path: '/content/stories/the-tide', text: 'The tide' });
    expect(text).toMatch(
      /The tide.*The tide came in over the causeway .* …Lena Brandt and Omar Haddad · February 9, 2026/s,
    );
    for (const shown of ['All stories 3', 'All walks 53', 'All guides 1', 'Notes for people who walk.'])
      expect(text).toContain(shown);
    const paths = links.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['/content/walks', '/content/walks/along-the-ridge', '/content/pages/about']),
    );
    expect(tags.find(({ attributes }) => attributes.class === 'logo')?.attributes.src).toMatch(
      /400x400.*h=96/,
    );
    expect(await contentRequests()).toBe(1);
  });

  test('has no sections for settings, records for servers, and topics or people before texts', async () => {
    const { links, text } = await open('/');
    const sections = links.map(({ path }) => path).filter((path) => /^\/content\/\w+$/.test(path));
    expect([...new Set(sections)]).toEqual([
      '/content/stories',
      '/content/walks',
      '/content/huts',
      '/content/people',
      '/content/guides',
      '/content/categories',
    ]);
    expect(text).not.toMatch(/redirect|settings/i);
  });
});

describe('reader: list', () => {
  test('pages forwards and backwards by cursor, one content request a page', async () => {
    const follow = async (path: string, text: string) => {
      const { links } = await open(path);
      return links.find((link) => link.text === text)?.path ?? '';
    };
    const first = await open('/content/walks');
    const second = await follow('/content/walks', 'Next');
    const third = await follow(second, 'Next');
    const last = await open(third);
    const titles = last.links
      .filter(({ path }) => path.startsWith('/content/walks/'))
      .map(({ text }) => text);
    expect(titles).toHaveLength(5);
    expect(last.links.map(({ text }) => text)).not.toContain('Next');
    const back = await open(await follow(await follow(third, 'Previous'), 'Previous'));
    expect(back.links.filter(({ path }) => path.startsWith('/content/walks/'))).toEqual(
      first.links.filter(({ path }) => path.startsWith('/content/walks/')),
    );
    expect(first.text).toMatch(/Along the ridge.*January 31, 2026/s);
  });

  test('has the orders of the model as links', async () => {
    const { links } = await open('/content/walks');
    expect(links.filter(({ path }) => path.includes('order=')).map(({ text }) => text)).toEqual([
      'Title',
      'Length',
      'Year',
    ]);
    await stack.clearRequests();
    const longest = await open('/content/walks?order=length');
    expect(longest.links.find(({ path }) => path.startsWith('/content/walks/'))?.text).toBe('Walk 50');
    expect(await contentRequests()).toBe(1);
  });
});

describe('reader: document', () => {
  test('shows every kind of field for readers, in one content request', async () => {
    const { status, heading, text, tags, links } = await open('/content/walks/along-the-ridge');
    expect([status, heading]).toEqual([200, 'Along the ridge']);
    for (const shown of [
      'January 31, 2026',
      'Length12.5',
      'Year1987',
      'SurfaceForest path',
      'windy',
      'map.pdf (PDF, 1.2 MB)',
      '45.07° N, 7.69° W, 240 m',
      'To the hut',
      'By the lake',
      'Extra stage',
      'Start early.',
    ])
      expect(text).toContain(shown);
    for (const hidden of ['Is open', 'forest-path', 'json']) expect(text).not.toContain(hidden);
    const hrefs = links.map(({ path }) => path);
    expect(hrefs).toEqual(expect.arrayContaining(['https://example.org/ridge']));
    expect(links).toContainEqual({ path: expect.stringMatching(/^\/document\//), text: 'Ada Kolb' });
    const images = tags.filter(({ name }) => name === 'img').map(({ attributes }) => attributes);
    expect(images.map(({ alt }) => alt)).toEqual(
      expect.arrayContaining(['A bridge', 'A bag', 'An extra picture']),
    );
    expect(images.find(({ alt }) => alt === 'A bridge')?.srcset).toMatch(/ 320w, .* 1280w/);
    expect(await contentRequests()).toBe(1);
  });

  test('has the head of a text: topic, title, authors, day and picture', async () => {
    const { heading, text, links, tags } = await open('/content/stories/the-tide');
    expect(heading).toBe('The tide');
    expect(text).toMatch(/Coast\s*The tide\s*Lena Brandt and Omar Haddad · February 9, 2026/);
    expect(text).not.toMatch(/seo|featured|Tide \|/i);
    expect(links).toContainEqual({ path: expect.stringMatching(/^\/document\//), text: 'Lena Brandt' });
    const [, first] = tags.filter(({ name }) => name === 'img').map(({ attributes }) => attributes);
    expect(first).toMatchObject({ alt: 'The tide', fetchpriority: 'high' });
  });

  test('shows the sections of a page, and nothing of how they look', async () => {
    const { heading, text, links, html, tags } = await open('/content/pages/about');
    expect(heading).toBe('About us');
    expect(text).toMatch(
      /A small magazine\.\s*Price€12\.50\s*Our workRead it slowlyOne text a month\.Read the latest/,
    );
    expect(text).not.toMatch(
      /theme|dark|align|link type|new tab|is wide|anchor|slowly\b(?<!it slowly)|call to action|name/i,
    );
    expect(links).toContainEqual({ path: '/content/stories/the-tide', text: 'Read the latest' });
    expect(links).toContainEqual({ path: 'mailto:editors@example.org', text: 'Send' });
    expect(links).toContainEqual({ path: '/content/stories', text: 'See all' });
    expect(links).toContainEqual({ path: 'https://example.org/1', text: 'Feature 1' });
    expect(links.map((link) => link.text)).not.toContain('Run');
    expect(html).toMatch(/class="object media"><div class="picture">.*<h2>Read it slowly<\/h2>/s);
    expect(html).toMatch(/<div class="tiles">.*Feature 1.*Feature 2/s);
    expect(tags.filter(({ attributes }) => attributes.class === 'button')).toHaveLength(3);
  });

  test('shows a person with portrait, work and texts', async () => {
    const { links } = await open('/content/people');
    const lena = await open(links.find(({ text }) => text === 'Lena Brandt')?.path ?? '');
    expect([lena.heading, lena.cards.map(({ text }) => text)]).toEqual(['Lena Brandt', ['The tide', 'Fog']]);
    expect(lena.text).toMatch(/Lena Brandt\s*Editor/);
    expect(lena.text).not.toMatch(/first name|last name/i);
    expect(lena.html).toContain('alt="Lena at work"');
  });

  test('shows rich text as semantic HTML, with links to documents', async () => {
    const { html, links, text } = await open('/content/walks/along-the-ridge');
    for (const markup of [
      'Bring <strong>good</strong><a href="/content/walks/a%2Fb%20%3F%26%23.."> boots, see <em>the shore</em></a>',
      '<h2>The way</h2>',
      '<ul><li>one<ul><li>two</li></ul></li></ul>',
      '<ol><li><div class="heading" id="first"><h3>first</h3></div></li></ol>',
      '<blockquote><p>Slow is fast.</p></blockquote>',
      '<figcaption>The old bridge</figcaption>',
      'm.<br>New line.',
    ])
      expect(html).toContain(markup);
    expect(links).toContainEqual({
      path: `/content/walks/${encodeURIComponent('a/b ?&#..')}`,
      text: 'boots, see the shore',
    });
    expect(links).toContainEqual({ path: 'https://example.org/rules', text: 'the rules' });
    expect(links.map((link) => link.text)).not.toContain('nothing');
    expect(text).toContain('An object of the type oldBanner, which the model does not declare.');
  });

  test('shows a formula as MathML, and code once, in colours, without its copy as markup', async () => {
    const { html, text } = await open('/content/walks/along-the-ridge');
    expect(html).toMatch(/<div class="formula"[^>]*><span class="katex"><math .*?<mtable/s);
    expect(text.match(/JavaScriptconst a = 1;\nconst b = 2;/g)).toHaveLength(1);
    expect(html.match(/<span class="tok-keyword">const<\/span>/g)).toHaveLength(2);
    expect(html).not.toContain('&quot;tok-keyword');
  });

  test('shows chapters below the video as links to their times', async () => {
    const { links, html } = await open('/content/walks/along-the-ridge');
    expect(links).toContainEqual({ path: '#t=4.5', text: '0:04 The gate' });
    expect(links.find(({ text }) => text === '1:01:15 The top')?.path).toBe('#t=3675');
    expect(html).toMatch(/<\/video><nav class="chapters" aria-label="Chapters">/);
    expect(html).not.toContain('<h2>Chapters</h2>');
  });

  test('shows videos with a poster, sources and captions, and says that a video is not ready', async () => {
    const { tags } = await open('/content/walks/along-the-ridge');
    const video = tags.find(({ name }) => name === 'video')?.attributes;
    expect(video).toMatchObject({
      controls: '',
      preload: 'none',
      poster: expect.stringContaining('/playRidge'),
    });
    expect(tags.find(({ name }) => name === 'source')?.attributes).toMatchObject({
      type: 'application/vnd.apple.mpegurl',
      src: expect.stringContaining('playRidge0000000000000001.m3u8'),
    });
    expect(tags.find(({ name }) => name === 'track')?.attributes).toMatchObject({
      kind: 'captions',
      srclang: 'en',
      default: '',
    });
    const { text } = await open(`/content/walks/${encodeURIComponent('a/b ?&#..')}`);
    expect(text).toContain('This video is not available yet.');
  });

  test('has an address by id if it has no slug, and a singleton by its name', async () => {
    const { links } = await open('/content/walks');
    const path = links.find(({ text }) => text === 'Without a slug')?.path ?? '';
    expect(path).toMatch(/^\/document\/\w+$/);
    expect((await open(path)).heading).toBe('Without a slug');
    expect((await open('/content/siteSettings')).heading).toBe('Walks & ways');
  });

  test('shows no draft and no field that requires scopes, also not with credentials', async () => {
    const headers = { 'x-perspective': 'drafts', authorization: 'Bearer invalid' };
    for (const path of [
      '/',
      '/content/walks',
      '/content/walks/along-the-ridge',
      '/content/siteSettings',
      '/search?q=secret',
    ])
      for (const { status, text } of [await open(path), await open(path, headers)]) {
        expect({ path, status }).toEqual({ path, status: 200 });
        expect(text).not.toMatch(/Secret draft|Changed in a draft|secret notes|99\.25/);
      }
    expect((await open('/content/walks/secret-draft')).status).toBe(404);
  });
});

describe('reader: search', () => {
  test('shows results with matches and facets as links', async () => {
    const { status, text, html, links } = await open('/search?q=boots');
    expect(status).toBe(200);
    expect(text).toContain('1 result.');
    expect(html).toContain('<mark>boots</mark>');
    expect(links).toContainEqual({ path: '/content/walks/along-the-ridge', text: 'Along the ridge' });
    const facet = links.find((link) => link.text === 'windy');
    expect(facet?.path).toBe('/search?q=boots&TAGS=windy');
    const all = await open('/search?q=&TAGS=high');
    expect(all.text).toContain('2 results.');
    const selected = all.links.find((link) => link.text === 'high');
    expect(selected?.path).toBe('/search?q=');
    expect((await open('/search?q=&LENGTH=12.5&SURFACE=forestPath')).text).toContain('1 result.');
  });

  test('says which words it corrected, whether they are likely, and that no document has all words', async () => {
    expect((await open('/search?q=rigde')).text).toMatch(/Showing results for “ridge”\. \d+ results?\./);
    // Only a long text has the word.
    expect((await open('/search?q=bootts')).text).toMatch(
      /Nothing has these words; these results have “boots”\. \d+ results?\./,
    );
    expect((await open('/search?q=boots+zyzzyva')).text).toMatch(/\d results?\. None has all words\./);
  });

  test('without results says so, and leads to the sections', async () => {
    const { text, html, tags } = await open('/search?q=zyzzyva');
    expect(text).toContain('Nothing matches “zyzzyva”.');
    expect(html).toMatch(/<ul class="tags"><li><a href="\/content\/stories">/);
    expect(html).not.toContain('class="facets"');
    // The form is in the page, and in the header of the other pages.
    expect(tags.filter(({ attributes }) => attributes.role === 'search')).toHaveLength(1);
    expect(tags.find(({ attributes }) => attributes.name === 'q')?.attributes.value).toBe('zyzzyva');
  });

  test('leaves out facets of numbers that no two results share', async () => {
    const { html } = await open('/search?q=walk');
    expect(html).toContain('class="facets"');
    expect(html).not.toMatch(/<h2>Length<\/h2>/);
  });

  test('pages by cursor', async () => {
    const first = await open('/search?q=walk');
    const next = first.links.find(({ text }) => text === 'Next')?.path ?? '';
    const second = await open(next);
    expect(second.status).toBe(200);
    const titles = (page: typeof first) =>
      page.links.filter(({ path }) => path.startsWith('/content/walks/')).map(({ text }) => text);
    expect(new Set([...titles(first), ...titles(second)]).size).toBe(48);
    const back = second.links.find(({ text }) => text === 'Previous')?.path ?? '';
    expect(titles(await open(back))).toEqual(titles(first));
  });
});

describe('reader: responses', () => {
  test('have an ETag, a policy without inline code, and are cached until their content changes', async () => {
    const path = '/content/walks/along-the-ridge';
    const { headers } = await open(path);
    const etag = headers.get('etag') ?? '';
    expect(headers.get('cache-control')).toMatch(/^public/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
    expect((await open(path, { 'if-none-match': etag })).status).toBe(304);
    expect(await contentRequests()).toBe(1);
    await stack.cache.invalidateAll();
    expect((await open(path)).status).toBe(200);
    // One is that of the navigation.
    expect(await contentRequests()).toBe(3);
  });

  test('name themselves to search engines and previews of links', async () => {
    const { tags, html } = await open('/content/stories/the-tide');
    const address = `${stack.url}/content/stories/the-tide`;
    const metadata = Object.fromEntries(
      tags.flatMap(({ name, attributes: { property, content } }) =>
        name === 'meta' && property ? [[property, content]] : [],
      ),
    );
    expect(metadata).toMatchObject({
      'og:title': 'The tide',
      'og:type': 'article',
      'og:url': address,
      'og:site_name': 'Walks & ways',
      'og:description': expect.stringMatching(/^The tide came in .* …$/),
      'og:image': expect.stringContaining('1600x1200'),
    });
    expect(tags).toContainEqual({ name: 'link', attributes: { rel: 'canonical', href: address } });
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'Article',
      headline: 'The tide',
      datePublished: '2026-02-09',
      author: [{ name: 'Lena Brandt' }, { name: 'Omar Haddad' }],
    });
    for (const path of ['/search?q=walk', '/nowhere', '/content/walks?order=length']) {
      const { attributes } =
        (await open(path)).tags.find(({ attributes: { name } }) => name === 'robots') ?? {};
      expect([path, attributes?.content]).toEqual([path, 'noindex']);
    }
  });

  test('include a feed, a sitemap and robots.txt', async () => {
    const get = async (path: string) => {
      const response = await fetch(`${stack.url}${path}`);
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    };
    const feed = await get('/feed.xml');
    expect([feed.status, feed.type]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(feed.text).toMatch(
      /<title>Walks &amp; ways<\/title>.*<entry>.*<title>The tide<\/title>.*<published>2026-02-09T00:00:00.000Z<.*<name>Lena Brandt<.*<title>Fog</s,
    );
    expect(await contentRequests()).toBe(1);
    const index = await get('/sitemap.xml');
    const files = [...index.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, file = '']) =>
      file.replaceAll('&amp;', '&'),
    );
    expect(files.map((file) => file.replace(stack.url, ''))).toContain('/sitemap.xml?type=walks&page=1');
    expect(files.join()).not.toMatch(/redirect|settings/i);
    const pages = await Promise.all(files.map(async (file) => (await fetch(file)).text()));
    const paths = [...pages.join('').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page = '']) =>
      page.replace(stack.url, ''),
    );
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/content/walks',
        '/content/walks/along-the-ridge',
        '/content/pages/about',
      ]),
    );
    expect(paths.filter((path) => path.startsWith('/content/walks/')).length).toBe(52);
    expect((await get('/sitemap.xml?type=siteSettings')).status).toBe(404);
    expect((await get('/robots.txt')).text).toContain(`Sitemap: ${stack.url}/sitemap.xml`);
  });

  test('load one style sheet and one script, which are immutable', async () => {
    const { tags } = await open('/');
    const files = tags.flatMap(
      ({ name, attributes }) =>
        (name === 'link' && attributes.rel === 'stylesheet'
          ? attributes.href
          : name === 'script' && attributes.src) || [],
    );
    expect(files).toHaveLength(2);
    for (const file of files) {
      const { status, headers } = await fetch(`${stack.url}${file}`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  test('are 404 for addresses without a page, for browsers a page and for other clients JSON', async () => {
    for (const path of [
      '/nowhere',
      '/content/nothing',
      '/content/walks/nothing',
      '/document/x',
      '/content/walks?after=x',
    ]) {
      const { status, heading, links } = await open(path);
      expect({ path, status, heading }).toEqual({ path, status: 404, heading: 'Not found' });
      expect(links).toContainEqual({ path: '/content/pages/about', text: 'About us' });
    }
    const { status, headers } = await fetch(`${stack.url}/nowhere`);
    expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('application/json')]);
  });

  test('are 503 with Retry-After while the content service fails', async () => {
    await stack.setFaults('content', [{ kind: 'status', status: 500 }]);
    for (const path of ['/', '/content/walks', '/content/walks/along-the-ridge']) {
      const { status, heading, headers } = await open(path);
      expect({ path, status, heading }).toEqual({ path, status: 503, heading: 'Temporarily unavailable' });
      expect(headers.get('retry-after')).toBe('5');
      expect(headers.get('cache-control')).toMatch(/no-/);
    }
  });

  test('name the values that do not fit the model, and are not cached', async () => {
    await stack.editor
      .patch('walk-01')
      .set({ stages: ['no object'] })
      .commit();
    const { status, text, headers } = await open('/content/walks/walk-01');
    expect(status).toBe(200);
    expect(text).toMatch(
      /Some values are missing on this page\s*walk\.stages expected an object .* got string/,
    );
    expect(headers.get('cache-control')).toMatch(/no-cache/);
  });
});

describe('reader: previews', () => {
  const PATH = '/content/stories/the-tide';
  const enablePath = (secret: string) =>
    `/api/preview/enable?${new URLSearchParams({ 'sanity-preview-secret': secret, 'sanity-preview-pathname': PATH })}`;
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${stack.url}${path}`, { redirect: 'manual', headers: { accept: 'text/html' }, ...init });

  test('a page in preview shows its draft, until when, and a form that leads to the published page', async () => {
    const before = await open(PATH);
    const document = await stack.editor.getDocument('story-tide');
    // The seed has no file of its image.
    const { _rev, mainImage: _image, ...story } = document as NonNullable<typeof document>;
    await stack.editor.createOrReplace({ ...story, _id: 'drafts.story-tide', headline: 'The next tide' });
    const { secret } = await createPreviewSecret(stack.editor, 'test', 'https://studio.example.com', 'ada');
    const enabled = await send(enablePath(secret));
    const [cookie = ''] = String(enabled.headers.get('set-cookie')).split(';');
    const page = await open(PATH, { cookie });
    expect(stegaClean(page.heading)).toBe('The next tide');
    expect(page.text).toMatch(/Preview Drafts Until \w+ \d+, \d{4} at .+ UTC\s+Leave preview/);
    const styles = page.tags.filter(({ attributes }) => attributes.rel === 'stylesheet');
    const loaded = await Promise.all(styles.map(({ attributes }) => send(String(attributes.href))));
    expect(loaded.map(({ status }) => status)).toEqual([200, 200]);
    expect((await open('/content/nowhere', { cookie })).text).toContain('Leave preview');
    const forms = page.tags.filter(({ name }) => name === 'form');
    expect(forms.at(-1)?.attributes).toEqual({ method: 'post', action: '/api/preview/disable' });

    const left = await send('/api/preview/disable', {
      method: 'POST',
      headers: {
        cookie,
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        referer: `${stack.url}${PATH}`,
      },
      body: '',
    });
    expect([left.status, left.headers.get('location')]).toEqual([303, PATH]);
    expect((await open(PATH, { cookie })).html).toBe(before.html);
    expect((await open(PATH)).html).toBe(before.html);
    await stack.editor.delete('drafts.story-tide');
  });

  test('a secret that is wrong has a page that leads to the published page', async () => {
    const { status, heading, links } = await open(enablePath('wrong'));
    expect([status, heading]).toEqual([401, 'The preview was not started']);
    expect(links).toEqual(
      expect.arrayContaining([
        { path: PATH, text: 'Published page' },
        { path: '/', text: 'Home' },
      ]),
    );
  });
});

describe('reader: settings', () => {
  test('ANONYMOUS_ACCESS=trusted: the operations of the pages are trusted', async () => {
    const trusting = await startReader({ ANONYMOUS_ACCESS: 'trusted' });
    try {
      for (const path of ['/', '/content/walks', '/content/walks/along-the-ridge', '/search?q=walk'])
        expect((await openPage(trusting, path)).status).toBe(200);
      expect((await trusting.query('{ walks { totalCount } }')).status).toBe(403);
    } finally {
      await trusting.close();
    }
  }, 60_000);

  test('ANONYMOUS_ACCESS=off: every page says that the content is not public', async () => {
    const closed = await startReader({ ANONYMOUS_ACCESS: 'off' });
    try {
      for (const path of ['/', '/content/walks']) {
        const { status, heading, text } = await openPage(closed, path);
        expect([status, heading]).toEqual([403, 'Not public']);
        expect(text).not.toContain('Along the ridge');
      }
    } finally {
      await closed.close();
    }
  }, 60_000);
});
