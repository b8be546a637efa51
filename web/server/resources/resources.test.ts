import { describe, expect, test } from '@jest/globals';
import { type Element, xml2js } from 'xml-js';
import { type FeedItem, type FeedSubject, feedXml, paragraphs } from './feedXml.ts';
import { markdownHtml } from './markdownHtml.ts';
import { filmCard } from './oembedCard.ts';
import { openSearchXml } from './openSearch.ts';
import { sitemapXml, videoOf } from './sitemap.ts';
import { element } from './xml.ts';

const ORIGIN = 'https://figures.test';

/** Parses XML strictly. @throws if it is not well-formed */
const parse = (xml: string): Element =>
  (xml2js(xml) as Element).elements?.find(({ type }) => type === 'element') as Element;

const elements = (node: Element, name: string): Element[] =>
  (node.elements ?? []).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elements(child, name),
  ]);
const textContent = (node: Element | undefined): string | undefined =>
  node?.elements?.map(({ text }) => text ?? '').join('');
const textOf = (node: Element, name: string) => textContent(elements(node, name)[0]);

const HOSTILE = `Rock & "Roll" <script>alert('1')</script> ]]> \u0007`;
const READ_BACK = HOSTILE.replace('\u0007', '');

const item: FeedItem = {
  path: '/films/lorenz',
  title: HOSTILE,
  summary: HOSTILE,
  text: paragraphs('One.\n\nTwo < three.'),
  authors: [
    { name: 'Ines <Varga>', slug: 'ines-varga' },
    { name: 'A guest', slug: null },
  ],
  videoUrl: 'https://films.test/a/1080p.mp4',
  image: { url: 'https://pictures.test/a.webp?width=1280&height=720', alt: 'A "figure"' },
  publishedAt: '2026-02-01T08:00:00Z',
  updatedAt: '2026-03-01T08:00:00Z',
  topics: [{ slug: 'chaos', title: '<Chaos>' }],
};

const subject: FeedSubject = {
  path: '/topics/chaos',
  feedPath: '/topics/chaos/feed.xml',
  title: 'Chaos · Moving Figures',
  subtitle: null,
};

describe('feed', () => {
  const feed = parse(feedXml(ORIGIN, subject, [item]));

  test('has the elements that Atom requires', () => {
    expect(feed.attributes?.xmlns).toBe('http://www.w3.org/2005/Atom');
    for (const name of ['id', 'title', 'updated', 'author'])
      expect(feed.elements?.map((child) => child.name)).toContain(name);
    expect(
      feed.elements?.find(({ name, attributes }) => name === 'link' && attributes?.rel === 'self')?.attributes
        ?.href,
    ).toBe(`${ORIGIN}/topics/chaos/feed.xml`);
    expect(textContent(feed.elements?.find(({ name }) => name === 'updated'))).toBe(
      '2026-03-01T08:00:00.000Z',
    );
  });

  test('has the authors of an entry and its video as an enclosure', () => {
    const entry = elements(feed, 'entry')[0] as Element;
    const authors = elements(entry, 'author').map((author) => [
      textOf(author, 'name'),
      textOf(author, 'uri'),
    ]);
    expect(authors).toEqual([
      ['Ines <Varga>', `${ORIGIN}/authors/ines-varga`],
      ['A guest', undefined],
    ]);
    const enclosure = elements(entry, 'link').find(({ attributes }) => attributes?.rel === 'enclosure');
    expect(enclosure?.attributes).toMatchObject({ type: 'video/mp4', href: item.videoUrl });
  });

  test('escapes text', () => {
    const entry = elements(feed, 'entry')[0] as Element;
    expect(textOf(entry, 'title')).toBe(READ_BACK);
    expect(textOf(entry, 'summary')).toBe(READ_BACK);
    expect(elements(entry, 'category')[0]?.attributes?.label).toBe('<Chaos>');
    expect(elements(entry, 'media:thumbnail')[0]?.attributes?.url).toBe(item.image?.url);
  });

  test('renders an entry as HTML with escaped text', () => {
    const content = textOf(elements(feed, 'entry')[0] as Element, 'content') ?? '';
    expect(content).toContain('<p>One.</p><p>Two &lt; three.</p>');
    expect(content).toContain('src="https://pictures.test/a.webp?width=1280&amp;height=720"');
    expect(content).not.toContain('<script');
  });

  test('shows browsers the date of an entry in words, and has the width of a phone there', () => {
    expect(textOf(elements(feed, 'entry')[0] as Element, 'html:time')).toBe('1 February 2026');
    expect(elements(feed, 'html:meta')[0]?.attributes).toMatchObject({ name: 'viewport' });
  });

  test('is valid without entries', () => {
    expect(textOf(parse(feedXml(ORIGIN, subject, [])), 'updated')).toBe('2000-01-01T00:00:00.000Z');
  });
});

test('text of an article in a feed: is HTML with escaped text, without empty elements', () => {
  const text = (value: string) => ({ type: 'text', value }) as const;
  const html = markdownHtml([
    { type: 'heading', depth: 1, children: [text('A <b>')] },
    {
      type: 'paragraph',
      children: [text('See '), { type: 'link', url: 'https://a.test/?b&c', children: [] }],
    },
    { type: 'paragraph', children: [] },
    { type: 'list', ordered: true, children: [{ type: 'listItem', children: [text('One') as never] }] },
    { type: 'code', value: 'a < b' },
    { type: 'paragraph', children: [{ type: 'inlineMath', value: 'x^2' }, { type: 'break' }] },
  ]);
  expect(element('div', html).markup).toBe(
    '<div><h2>A &lt;b&gt;</h2><p>See </p><ol><li>One</li></ol><pre><code>a &lt; b</code></pre><p><code>x^2</code><br/></p></div>',
  );
});

describe('sitemap', () => {
  const video = {
    title: HOSTILE,
    description: HOSTILE,
    thumbnail_loc: 'https://pictures.test/still?a=1&b=2',
    content_loc: 'https://films.test/a.m3u8',
    duration: 1,
    tag: ['<Chaos> & waves'],
  };
  const map = sitemapXml(ORIGIN, [
    { url: '/' },
    { url: '/films/lorenz', lastmod: '2026-03-01T08:00:00Z', video },
    { url: '/people/lorenz', img: 'https://pictures.test/p.jpg?w=1&h=2' },
  ]).then(parse);

  test('has the absolute URL, last change and image of each page', async () => {
    expect(elements(await map, 'loc').map(textContent)).toEqual([
      `${ORIGIN}/`,
      `${ORIGIN}/films/lorenz`,
      `${ORIGIN}/people/lorenz`,
    ]);
    expect(elements(await map, 'lastmod').map(textContent)).toEqual(['2026-03-01T08:00:00.000Z']);
    expect(textOf(await map, 'image:loc')).toBe('https://pictures.test/p.jpg?w=1&h=2');
  });

  test('escapes the text of a video and removes characters that XML forbids', async () => {
    const [film] = elements(await map, 'video:video') as [Element];
    expect(textOf(film, 'video:title')).toBe(READ_BACK);
    expect(textOf(film, 'video:description')).toBe(READ_BACK);
    expect(textOf(film, 'video:tag')).toBe('<Chaos> & waves');
    expect(textOf(film, 'video:thumbnail_loc')).toBe(video.thumbnail_loc);
  });

  test('applies the limits of the video extension, and leaves out signed videos and sound', () => {
    const playback = { policy: 'PUBLIC', still: 'https://pictures.test/s', hlsUrl: 'https://films.test/a' };
    const film = {
      title: 'Lorenz',
      tagline: 'x'.repeat(3000),
      publishedAt: null,
      topics: Array.from({ length: 40 }, (_, at) => ({ title: `tag ${at}` })),
      video: { status: 'READY', duration: 0.4, playback },
    } as unknown as Parameters<typeof videoOf>[0];
    const { video: limited } = videoOf(film) as { video: { description: string; tag: string[] } };
    expect(limited).toMatchObject({ duration: 1, content_loc: playback.hlsUrl });
    expect([limited.description.length, limited.tag.length]).toEqual([2048, 32]);
    const signed = { ...film, video: { ...film.video, playback: { ...playback, policy: 'SIGNED' } } };
    expect(videoOf(signed as typeof film)).toEqual({});
    const sound = { ...film, video: { ...film.video, playback: { ...playback, still: null } } };
    expect(videoOf(sound as typeof film)).toEqual({});
  });
});

test('search description: has a URL template for the search terms', () => {
  const [url] = elements(parse(openSearchXml(ORIGIN)), 'Url') as [Element];
  expect(url.attributes?.template).toBe(`${ORIGIN}/search?q={searchTerms}`);
});

describe('oEmbed card', () => {
  const film = {
    slug: 'lorenz',
    title: 'A "quoted" <film>',
    video: {
      status: 'READY',
      aspectRatio: 16 / 9,
      playback: { policy: 'PUBLIC', still: 'https://pictures.test/s' },
    },
  };
  const noLimit = { width: undefined, height: undefined };

  test('fits a film into the maximum size, and starts at the requested time', () => {
    const card = filmCard(ORIGIN, film, { seconds: 65.5, language: 'de' }, { width: 640, height: 180 });
    expect(card).toMatchObject({ type: 'video', width: 320, height: 180, thumbnail_height: 720 });
    expect(card.html).toContain(`src="${ORIGIN}/embed/films/lorenz?t=65.5&amp;lang=de"`);
    expect(card.html).toContain('title="A &quot;quoted&quot; &lt;film&gt;"');
    expect(filmCard(ORIGIN, film, {}, noLimit)).toMatchObject({ width: 960, height: 540 });
    const tall = { ...film, video: { ...film.video, aspectRatio: 9 / 16 } };
    expect(filmCard(ORIGIN, tall, {}, { ...noLimit, height: 320 })).toMatchObject({
      width: 180,
      height: 320,
    });
  });

  test('has a player and no picture of sound', () => {
    const playback = { policy: 'PUBLIC', still: null };
    const sound = { ...film.video, isAudio: true, aspectRatio: null, playback };
    const card = filmCard(ORIGIN, { ...film, video: sound }, {}, noLimit);
    expect(card).toMatchObject({ type: 'rich', html: expect.stringContaining('<iframe') });
    expect(card).not.toHaveProperty('thumbnail_url');
  });

  test('has no still of a signed video, and no player for a video that is not ready', () => {
    const signed = { ...film.video, playback: { ...film.video.playback, policy: 'SIGNED' } };
    expect(filmCard(ORIGIN, { ...film, video: signed }, {}, noLimit)).not.toHaveProperty('thumbnail_url');
    const card = filmCard(ORIGIN, { ...film, video: { ...film.video, status: 'PREPARING' } }, {}, noLimit);
    expect(card).toMatchObject({ type: 'link', title: film.title });
    expect(card).not.toHaveProperty('html');
  });
});
