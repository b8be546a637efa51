import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createApiKey } from '../../support/createApiKey.ts';
import { type Stack, type StackOptions, startStack } from '../../support/stack.ts';
import { text } from './testing/portableText.ts';

type Json = Record<string, unknown>;

/** Starts a stack with a model and documents, passes it to `run`, and closes it. */
async function withModel(
  sdl: string,
  documents: readonly Json[],
  options: StackOptions,
  run: (stack: Stack) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'large-model-'));
  try {
    writeFileSync(join(folder, 'model.graphql'), sdl);
    const lines = documents.map((document) =>
      JSON.stringify({ _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z', ...document }),
    );
    writeFileSync(join(folder, 'data.ndjson'), lines.join('\n'));
    writeFileSync(join(folder, 'mux-assets.json'), '{"assets": []}');
    const stack = await startStack({ ...options, schemaDir: folder, seedDir: folder });
    try {
      await run(stack);
    } finally {
      await stack.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const numbers = (length: number) => Array.from({ length }, (_, i) => i);
const slug = (current: string) => ({ _type: 'slug', current });

const SEARCHABLE_TYPES = 120;
const LANGUAGES = [
  ...[
    'en',
    'de',
    'fr',
    'es',
    'it',
    'pt',
    'nl',
    'sv',
    'da',
    'fi',
    'nb',
    'is',
    'pl',
    'cs',
    'sk',
    'sl',
    'hr',
    'sr',
  ],
  ...[
    'bg',
    'ro',
    'hu',
    'el',
    'tr',
    'ru',
    'uk',
    'et',
    'lv',
    'lt',
    'ga',
    'mt',
    'ja',
    'ko',
    'zh',
    'ar',
    'he',
    'fa',
  ],
  ...['hi', 'th', 'vi', 'id', 'ms', 'ca', 'eu', 'gl'],
];

test('an index in 44 languages has the title in each', async () => {
  const fields = numbers(6).map((i) => `text${i}: String @localized @searchable`);
  const titles = LANGUAGES.map((code) => ({ _key: code, value: `Title ${code}` }));
  await withModel(
    `type Post @document { title: String @localized @searchable slug: String @groq(expr: "slug.current")
      ${fields.join('\n')} body: RichText @localized @searchable }`,
    [{ _id: 'post', _type: 'post', title: titles, slug: slug('post'), text0: titles }],
    { env: { LOCALES: LANGUAGES.join(',') } },
    async ({ query }) => {
      for (const code of ['en', 'gl', 'uk']) {
        const { data, errors } = await query(
          `{ search(query: "Title ${code}") { totalCount nodes { ... on Post { title } } } }`,
          {},
          code,
        );
        expect(errors).toEqual([]);
        expect(data.search).toEqual({ totalCount: 1, nodes: [{ title: `Title ${code}` }] });
      }
    },
  );
}, 120_000);

test('120 searchable types have drafts and the search of the content service', async () => {
  const types = numbers(SEARCHABLE_TYPES);
  await withModel(
    types
      .map(
        (i) => `type Kind${i} @document { title: String @searchable intro: String @searchable
          notes: String @searchable text: RichText @searchable slug: String @groq(expr: "slug.current") }`,
      )
      .join('\n'),
    types.flatMap((i) => [
      {
        _id: `kind-${i}`,
        _type: `kind${i}`,
        title: `Kind ${i}`,
        slug: slug(`kind-${i}`),
        text: text('Rain'),
      },
      {
        _id: `drafts.kind-${i}`,
        _type: `kind${i}`,
        title: `Kind ${i}`,
        slug: slug(`kind-${i}`),
        text: text('Snow'),
      },
    ]),
    { hasCache: false },
    async (stack) => {
      const key = await createApiKey(stack, 'editor', ['read:drafts']);
      const search = async (word: string, perspective: string) => {
        const response = await fetch(`${stack.url}/graphql`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${key}`,
            'x-perspective': perspective,
          },
          body: JSON.stringify({ query: `{ search(query: "${word}") { totalCount } }` }),
        });
        const { data, errors } = await response.json();
        expect(errors).toBeUndefined();
        return data.search.totalCount;
      };
      expect(await search('Rain', 'published')).toBe(SEARCHABLE_TYPES);
      expect(await search('Snow', 'drafts')).toBe(SEARCHABLE_TYPES);
      expect(await search('Rain', 'drafts')).toBe(0);
      await stack.setFaults('search', [{ kind: 'status', status: 503 }]);
      expect(await search('Rain', 'published')).toBe(SEARCHABLE_TYPES);
      expect(await search('Snow', 'drafts')).toBe(SEARCHABLE_TYPES);
    },
  );
}, 120_000);

test('a page has all fields of 60 block types with cards in cards', async () => {
  const blocks = numbers(60);
  const sdl = `
    type Page @document { title: String slug: String! @groq(expr: "slug.current") content: [Block!] @listSize(assumedSize: 8) }
    union Block = ${blocks.map((i) => `Block${i}`).join(' | ')}
    ${blocks
      .map(
        (
          i,
        ) => `type Block${i} @object(type: "block${i}") { heading: String own${i}: String text: RichText image: Image
          link: Link cards: [Card${i}!] @listSize(assumedSize: 2) }
        type Card${i} { title: String image: Image link: Link pages: [Page!] @listSize(assumedSize: 2) cards: [Card!] @listSize(assumedSize: 2) }`,
      )
      .join('\n')}
    type Card { title: String text: RichText image: Image link: Link }
    type Link { label: String href: String page: Page }`;
  const content = blocks.map((i) => ({
    _type: `block${i}`,
    _key: `b${i}`,
    heading: `Block ${i}`,
    [`own${i}`]: `Own ${i}`,
    text: text('Words'),
    cards: [{ _key: 'c', title: `Card ${i}`, cards: [{ _key: 'd', title: `Inner ${i}` }] }],
  }));
  await withModel(
    sdl,
    [{ _id: 'home', _type: 'page', title: 'Home', slug: slug('home'), content }],
    { hasIndex: false },
    async ({ query }) => {
      const { data, errors } = await query(`{ page(by: { slug: "home" }) { content { __typename ${blocks
        .map(
          (
            i,
          ) => `... on Block${i} { heading own${i} text { plainText } image { ...Picture } link { ...Target }
            cards { title image { ...Picture } link { ...Target } pages { slug } cards { ...Inner } } }`,
        )
        .join('\n')} } } }
        fragment Inner on Card { title text { plainText } image { ...Picture } link { ...Target } }
        fragment Picture on Image { url width }
        fragment Target on Link { label href page { slug } }`);
      expect(errors).toEqual([]);
      expect(data.page.content).toEqual(
        blocks.map((i) => ({
          __typename: `Block${i}`,
          heading: `Block ${i}`,
          [`own${i}`]: `Own ${i}`,
          text: { plainText: 'Words' },
          image: null,
          link: null,
          cards: [
            {
              title: `Card ${i}`,
              image: null,
              link: null,
              pages: null,
              cards: [{ title: `Inner ${i}`, text: null, image: null, link: null }],
            },
          ],
        })),
      );
    },
  );
}, 120_000);
