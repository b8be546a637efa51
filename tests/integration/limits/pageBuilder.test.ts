import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import { type Stack, startStack } from '../../support/stack.ts';

const BLOCK_TYPES = 20;
/** Each block type by itself would need this many. */
const MAX_GROQ_CHARACTERS = 6_000;

const numbers = Array.from({ length: BLOCK_TYPES }, (_, i) => i);
const sdl = `
  type Page @document { title: String! slug: String! @groq(expr: "slug.current") content: [Block!] }
  union Block = ${numbers.map((i) => `Block${i}`).join(' | ')}
  ${numbers
    .map(
      (i) => `type Block${i} @object(type: "block.${i}") {
        eyebrow: String heading: String own${i}: String style: Style columns: Int
        text: RichText image: Image background: Media link: Link buttons: [Link!] items: [Item!] pages: [Page!]
      }`,
    )
    .join('\n')}
  enum Style { light dark }
  union Media = Image | Video
  type Link { label: String href: String page: Page }
  type Item { heading: String text: RichText image: Image link: Link }
`;

const query = `query ($slug: String!) { page(by: { slug: $slug }) { title content { __typename ${numbers
  .map(
    (i) => `... on Block${i} { eyebrow heading own${i} style columns text { ...Text } image { ...Picture }
      background { ... on Image { ...Picture } ... on Video { id assetId } } link { ...Target } buttons { ...Target }
      items { heading text { ...Text } image { ...Picture } link { ...Target } } pages { slug title } }`,
  )
  .join('\n')} } } }
  fragment Text on RichText { blocks { __typename ... on TextBlock { style children { ... on TextSpan { text marks } }
    markDefs { ... on RichTextLink { href } } } } }
  fragment Picture on Image { width height alt }
  fragment Target on Link { label href page { slug } }`;

const text = (words: string) => [
  {
    _type: 'block',
    _key: 'b',
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: 's', text: words }],
  },
];
const image = { _type: 'image', asset: { _type: 'reference', _ref: 'image-abc-40x30-png' } };
const link = { label: 'More', href: '/more', page: { _type: 'reference', _ref: 'page-1' } };
const blockOf = (i: number) => ({
  _type: `block.${i}`,
  _key: `k${i}`,
  eyebrow: 'Eyebrow',
  heading: `Block ${i}`,
  [`own${i}`]: 'own',
  style: 'dark',
  columns: 3,
  text: text('Words'),
  image,
  background: image,
  link,
  buttons: [link, link],
  items: [{ _key: 'i', heading: 'Item', text: text('Inner'), image, link }],
  pages: [{ _type: 'reference', _key: 'p', _ref: 'page-1' }],
});

const PAGE = {
  _id: 'page-1',
  _type: 'page',
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
  _rev: 'r',
  title: 'Home',
  slug: { _type: 'slug', current: 'home' },
  content: numbers.map(blockOf),
};

const folder = mkdtempSync(join(tmpdir(), 'builder-'));
let stack: Stack;
beforeAll(async () => {
  writeFileSync(join(folder, 'model.graphql'), sdl);
  writeFileSync(join(folder, 'content.ndjson'), JSON.stringify(PAGE));
  writeFileSync(join(folder, 'mux-assets.json'), '{"assets": []}');
  stack = await startStack({ schemaDir: folder, seedDir: folder, hasIndex: false });
});
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true });
});

test('page builder: twenty block types with every field are one content request within the default limits', async () => {
  await stack.clearRequests();
  const { data, errors, status } = await stack.query(query, { slug: 'home' });
  expect({ status, errors }).toEqual({ status: 200, errors: [] });
  expect(data.page.content).toHaveLength(BLOCK_TYPES);
  expect(data.page.content[7]).toMatchObject({
    __typename: 'Block7',
    heading: 'Block 7',
    own7: 'own',
    style: 'dark',
    text: { blocks: [{ children: [{ text: 'Words' }] }] },
    background: { width: 40 },
    buttons: [{ page: { slug: 'home' } }, { page: { slug: 'home' } }],
    items: [{ heading: 'Item', text: { blocks: [{ children: [{ text: 'Inner' }] }] } }],
    pages: [{ slug: 'home', title: 'Home' }],
  });
  const { content } = await stack.requests();
  expect(content).toHaveLength(1);
});

test('page builder: attributes that blocks have in common are in the query once', async () => {
  const graph = createContentGraph(await readTypeDefs(folder), createEvaluatorClient([PAGE]));
  const { errors } = await graph.execute(parse(query), { slug: 'home' });
  expect(errors).toBeUndefined();
  expect(graph.requests).toHaveLength(1);
  expect(graph.requests[0]?.groq.length).toBeLessThan(MAX_GROQ_CHARACTERS);
});
