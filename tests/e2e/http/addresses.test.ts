import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeHTML } from 'entities';
import { markdownPathOf, pathOf } from '../../../web/lib/paths.ts';
import { ODD_SLUGS as SLUGS } from '../../../web/testing/oddSlugs.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { RATE_LIMIT_ANONYMOUS: 'off' } });
  const video = await stack.editor.fetch('*[_type == "film" && slug.current == "lorenz"][0].video');
  const transaction = stack.editor.transaction();
  for (const [i, current] of SLUGS.entries()) {
    const slug = { _type: 'slug', current };
    const publishedAt = `2027-01-01T00:00:${String(i).padStart(2, '0')}Z`;
    const text = { _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text: `Text ${i}.` }] };
    transaction.create({
      _id: `a-${i}`,
      _type: 'article',
      title: `Article ${i}`,
      slug,
      publishedAt,
      body: [text],
    });
    transaction.create({ _id: `f-${i}`, _type: 'film', title: `Film ${i}`, slug, publishedAt, video });
    transaction.create({ _id: `p-${i}`, _type: 'person', name: `Person ${i}`, slug });
  }
  await transaction.commit();
}, 60_000);
afterAll(() => stack.close());

const get = async (path: string) => {
  const response = await fetch(new URL(path, stack.url), { headers: { accept: 'text/html' } });
  return { status: response.status, text: await response.text() };
};
const headingOf = (html: string) =>
  decodeHTML((/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replaceAll(/<[^>]*>/g, ''));
const canonicalOf = (html: string) =>
  decodeHTML(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '');

describe.each(SLUGS.map((slug, i) => ({ slug, i })))(
  'address of a document with the slug $slug',
  ({ slug, i }) => {
    test('is that of its page, and the canonical one', async () => {
      for (const [type, title] of [
        ['Article', `Article ${i}`],
        ['Film', `Film ${i}`],
        ['Person', `Person ${i}`],
      ] as const) {
        const { status, text } = await get(pathOf(type, slug));
        expect([status, headingOf(text)]).toEqual([200, expect.stringContaining(title)]);
        expect(canonicalOf(text)).toBe(`${stack.url}${pathOf(type, slug)}`);
      }
      const embed = await get(`/embed${pathOf('Film', slug)}`);
      expect([embed.status, headingOf(embed.text)]).toEqual([200, expect.stringContaining(`Film ${i}`)]);
    });

    test('has the article as Markdown with the suffix .md', async () => {
      const { status, text } = await get(markdownPathOf(slug));
      expect([status, text.split('\n', 1)[0]]).toEqual([200, `# Article ${i}`]);
    });

    test('is that of an oEmbed card, whose player shows the film', async () => {
      const card = async (path: string) => {
        const { status, text } = await get(`/oembed?url=${encodeURIComponent(`${stack.url}${path}`)}`);
        return { status, ...JSON.parse(text) };
      };
      expect(await card(pathOf('Article', slug))).toMatchObject({ status: 200, title: `Article ${i}` });
      const film = await card(pathOf('Film', slug));
      expect(film).toMatchObject({ status: 200, title: `Film ${i}` });
      const player = decodeHTML(/src="([^"]*)"/.exec(film.html)?.[1] ?? '');
      expect(headingOf((await get(player)).text)).toContain(`Film ${i}`);
    });
  },
);

test('addresses: each link of lists, feed and sitemap to a document works', async () => {
  const pages = await Promise.all(['/articles', '/films', '/people'].map(get));
  const links = pages.flatMap(({ text }) => [
    ...text.matchAll(/<a [^>]*?href="(\/(?:articles|films|people)\/[^"]*)"/g),
  ]);
  const feed = [
    ...(await get('/feed.xml')).text.matchAll(/<link rel="alternate" type="text\/html" href="([^"]*)"/g),
  ];
  const sitemap = [...(await get('/sitemap.xml')).text.matchAll(/<loc>([^<]*)<\/loc>/g)];
  const paths = new Set([...links, ...feed, ...sitemap].map(([, link = '']) => decodeHTML(link)));
  expect(paths.size).toBeGreaterThan(3 * SLUGS.length);
  // The pages of the slugs are tested above.
  for (const slug of SLUGS)
    for (const type of ['Article', 'Film', 'Person'] as const)
      for (const path of [pathOf(type, slug), `${stack.url}${pathOf(type, slug)}`]) paths.delete(path);
  const failed: unknown[] = [];
  for (const path of paths) {
    const { status, text } = await get(path);
    const { href } = new URL(path, stack.url);
    if (status !== 200 || canonicalOf(text) !== href) failed.push([path, status, canonicalOf(text)]);
  }
  expect(failed).toEqual([]);
});

test.each(['/articles/100%', '/articles/%E5%BF', '/articles/%zz.md', '/films/%', '/embed/films/%c3'])(
  'addresses: rejects the malformed path %s',
  async (path) => {
    expect([400, 404]).toContain((await get(path)).status);
  },
);

test('addresses: the page of a slug with the suffix .md has its plain path, if no article has that Markdown', async () => {
  await stack.editor.create({
    _id: 'alone',
    _type: 'article',
    title: 'Alone',
    slug: { _type: 'slug', current: 'alone.md' },
  });
  const { status, text } = await get('/articles/alone.md');
  expect([status, headingOf(text)]).toEqual([200, 'Alone']);
  expect((await get('/articles/none.md')).status).toBe(404);
});
