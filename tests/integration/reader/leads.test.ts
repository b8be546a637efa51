import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { openPage } from './testing/readPage.ts';

const FIXTURE = `${ROOT}tests/support/fixtures/reader`;

const walk = (slug: string, publishedAt: string, values: object = {}) => ({
  _id: `walk-${slug}`,
  _type: 'walk',
  title: slug,
  slug: { _type: 'slug', current: slug },
  publishedAt: `${publishedAt}T10:00:00Z`,
  guide: { _type: 'reference', _ref: 'guide-ada' },
  ...values,
});

/** The newest walks: one whose video is being prepared, and one without a picture. */
const WALKS = [
  walk('unready', '2026-03-02', { clip: 'assetShore00000000000000001' }),
  walk('plain', '2026-03-01'),
];

/** Walks with one slug, which no page can show. They are the oldest. */
const AMBIGUOUS = ['a', 'b'].map((id) =>
  walk('twin', '2001-01-01', { _id: `twin-${id}`, guide: undefined, title: 'Twin' }),
);

/** The fixture without stories, and with these walks. */
let stack: Stack;
let seedDir: string;
beforeAll(async () => {
  seedDir = mkdtempSync(join(tmpdir(), 'reader-leads-'));
  cpSync(`${FIXTURE}/seed`, seedDir, { recursive: true });
  const content = join(seedDir, 'content.ndjson');
  const documents = readFileSync(content, 'utf8').trimEnd().split('\n');
  const kept = documents.filter((line) => JSON.parse(line)._type !== 'story');
  const added = [...WALKS, ...AMBIGUOUS].map((each) => JSON.stringify(each));
  writeFileSync(content, [...kept, ...added, ''].join('\n'));
  stack = await startStack({
    schemaDir: `${FIXTURE}/schema`,
    seedDir,
    env: { SITES: 'reader', CONSUME_CHANGES: 'off', RATE_LIMIT_ANONYMOUS: 'off' },
  });
}, 60_000);
afterAll(async () => {
  await stack.close();
  rmSync(seedDir, { recursive: true });
});
beforeEach(async () => {
  await stack.cache.invalidateAll();
  await stack.clearRequests();
});

const open = (path: string) => openPage(stack, path);
const walksOf = ({ cards }: { readonly cards: readonly { readonly path: string }[] }) =>
  cards.flatMap(({ path }) =>
    path.startsWith('/content/walks/') ? path.slice('/content/walks/'.length) : [],
  );

test('reader: leads with the newest document that can be played and has a picture', async () => {
  const [lead, ...others] = walksOf(await open('/'));
  expect(lead).toBe('along-the-ridge');
  expect(others).toContain('plain');
});

test('reader: lists documents that cannot be played after the others', async () => {
  const inList = walksOf(await open('/content/walks'));
  expect(inList.slice(0, 2)).toEqual(['plain', 'along-the-ridge']);
  expect(inList.slice(-2)).toEqual(['unready', 'a%2Fb%20%3F%26%23..']);
  const { links } = await open('/content/walks/along-the-ridge');
  const guide = links.find(({ text }) => text === 'Ada Kolb')?.path ?? '';
  expect(walksOf(await open(guide))).toEqual(['plain', 'along-the-ridge', 'unready', 'a%2Fb%20%3F%26%23..']);
});

test('reader: has no documents that cannot be played in the feed, which is of the first section with documents', async () => {
  const feed = await (await fetch(`${stack.url}/feed.xml`)).text();
  expect(feed).toContain('<title>Along the ridge</title>');
  expect(feed).not.toContain('<title>unready</title>');
});

test.each(['/', '/content/walks', '/content/walks/plain', '/search?q=zyzzyva', '/nowhere'])(
  'reader: names only sections with documents on %s',
  async (path) => {
    const paths = (await open(path)).links.map((link) => link.path);
    expect(paths).toContain('/content/huts');
    expect(paths).not.toContain('/content/stories');
  },
);

test('reader: has no empty lists in the sitemap', async () => {
  const textOf = async (path: string) => (await fetch(`${stack.url}${path}`)).text();
  expect(await textOf('/sitemap.xml')).not.toContain('stories');
  expect(await textOf('/sitemap.xml?type=stories&page=1')).not.toContain('<loc>');
});

test('reader: omits documents with one slug from the sitemap, and names the site on the page that says so', async () => {
  const map = await (await fetch(`${stack.url}/sitemap.xml?type=walks&page=1`)).text();
  expect(map).toContain('/content/walks/plain<');
  expect(map).not.toContain('twin');
  const response = await fetch(`${stack.url}/content/walks/twin`);
  expect(response.status).toBe(409);
  const home = await (await fetch(`${stack.url}/`)).text();
  const siteName = /<title>([^<]+)<\/title>/.exec(home)?.[1] ?? 'none';
  expect(await response.text()).toMatch(new RegExp(`<title>[^<]*${siteName}</title>`));
});

test('reader: counts the documents of sections in one content request for all pages', async () => {
  await open('/content/walks/plain');
  expect((await stack.requests()).content).toHaveLength(2);
  await open('/content/walks/along-the-ridge');
  expect((await stack.requests()).content).toHaveLength(3);
});
