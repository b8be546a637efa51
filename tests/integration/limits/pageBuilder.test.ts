import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FragmentDefinitionNode, Kind, parse, type SelectionSetNode } from 'graphql';
import { documentId } from '../../../gateway/graphql/operations/persisted/documentStore.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { text } from './testing/portableText.ts';

const BLOCK_TYPES = 25;
/** Blocks that contain blocks. */
const GRID_TYPES = 6;
/** Each block type by itself would need this many. */
const MAX_GROQ_CHARACTERS = 7_000;

const numbers = Array.from({ length: BLOCK_TYPES }, (_, i) => i);
const grids = Array.from({ length: GRID_TYPES }, (_, i) => i);
const sdl = `
  type Page @document { title: String! slug: String! @groq(expr: "slug.current") content: [Block!] @listSize(assumedSize: 8) }
  union Block = ${[...numbers.map((i) => `Block${i}`), ...grids.map((i) => `Grid${i}`)].join(' | ')}
  ${grids.map((i) => `type Grid${i} @object(type: "grid.${i}") { title: String blocks: [Block!] @listSize(assumedSize: 2) }`).join('\n')}
  ${numbers
    .map(
      (i) => `type Block${i} @object(type: "block.${i}") {
        eyebrow: String heading: String own${i}: String story${i}: RichText @localized title${i}: String @localized style: Style columns: Int
        text: RichText image: Image background: Media link: Link buttons: [Link!] @listSize(assumedSize: 2) items: [Item!] @listSize(assumedSize: 3) pages: [Page!]
        @listSize(assumedSize: 3)
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

/** The fields of all blocks without blocks. */
const BLOCKS = numbers
  .map(
    (i) => `... on Block${i} { eyebrow heading own${i} style columns text { ...Text } image { ...Picture }
      background { ... on Image { ...Picture } ... on Video { id assetId } } link { ...Target } buttons { ...Target }
      items { heading text { ...Text } image { ...Picture } link { ...Target } } pages { slug title } }`,
  )
  .join('\n');
const PARTS = `
  fragment Text on RichText { plainText blocks { __typename ...Words ... on RichTextPicture { key image { ...Picture } } } }
  fragment Words on TextBlock { key style listItem level children { __typename ... on TextSpan { text marks } }
    markDefs { __typename ... on RichTextLink { key href } } }
  fragment Picture on Image { url width height alt caption placeholder color srcSet(widths: [400, 800]) }
  fragment Target on Link { label href page { slug title } }`;

/** A page with all fields of all blocks, each grid with grids, as GROQ's `...` has them. */
const wholePage = `query WholePage($slug: String!) { page(by: { slug: $slug }) { title content { ...Level0 } } }
  fragment Level0 on Block { __typename ...Blocks ${grids.map((i) => `... on Grid${i} { title blocks { ...Level1 } }`).join(' ')} }
  fragment Level1 on Block { __typename ...Blocks ${grids.map((i) => `... on Grid${i} { title blocks { __typename ...Blocks } }`).join(' ')} }
  fragment Blocks on Block { ${BLOCKS} } ${PARTS}
  # ${'A comment of the team. '.repeat(1_000)}`;

interface GraphqlBody {
  // biome-ignore lint/suspicious/noExplicitAny: the data have the types of the model above
  readonly data?: any;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Returns the number of selections with expanded fragments. */
function countSelections(source: string): number {
  const { definitions } = parse(source);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const count = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce(
      (sum, each) =>
        sum +
        1 +
        count(
          each.kind === Kind.FRAGMENT_SPREAD
            ? fragments.get(each.name.value)?.selectionSet
            : each.selectionSet,
        ),
      0,
    );
  const [operation] = definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? count(operation.selectionSet) : 0;
}

const image = { _type: 'image', asset: { _type: 'reference', _ref: 'image-abc-40x30-png' } };
const link = { label: 'More', href: '/more', page: { _type: 'reference', _ref: 'page-1' } };
const blockOf = (i: number) => ({
  _type: `block.${i}`,
  _key: `k${i}`,
  eyebrow: 'Eyebrow',
  heading: `Block ${i}`,
  [`own${i}`]: 'own',
  [`story${i}`]: { en: text('Story') },
  [`title${i}`]: [{ _key: 'en', value: 'Title' }],
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
  content: [
    ...numbers.map(blockOf),
    {
      _type: 'grid.2',
      _key: 'g',
      title: 'Outer',
      blocks: [{ _type: 'grid.5', _key: 'h', title: 'Inner', blocks: [blockOf(3)] }],
    },
  ],
};

/** A trusted document of the same size that the schema no longer fits. */
const unknownField = wholePage.replace('title content', 'titel content');

const folder = mkdtempSync(join(tmpdir(), 'builder-'));
let stack: Stack;
beforeAll(async () => {
  writeFileSync(join(folder, 'model.graphql'), sdl);
  writeFileSync(join(folder, 'content.ndjson'), JSON.stringify(PAGE));
  writeFileSync(join(folder, 'mux-assets.json'), '{"assets": []}');
  const manifests = join(folder, 'trusted-documents');
  mkdirSync(manifests);
  const operations = [wholePage, unknownField].map((body) => ({ id: documentId(body), body }));
  const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations };
  writeFileSync(join(manifests, 'site.json'), JSON.stringify(manifest));
  stack = await startStack({
    schemaDir: folder,
    seedDir: folder,
    hasIndex: false,
  });
});
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true });
});

test('page builder: 25 block types with every field are one content request within the default limits', async () => {
  await stack.clearRequests();
  const { data, errors, status } = await stack.query(query, { slug: 'home' });
  expect({ status, errors }).toEqual({ status: 200, errors: [] });
  expect(data.page.content).toHaveLength(BLOCK_TYPES + 1);
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

test('page builder: 25 localized rich texts and texts are one content request', async () => {
  const stories = numbers.map(
    (i) =>
      `... on Block${i} { title${i} story${i} { plainText ...Text links { images { key image { url } } } } }`,
  );
  await stack.clearRequests();
  const { data, errors, status } = await stack.query(
    `query ($slug: String!) { page(by: { slug: $slug }) { content { ... on Block0 { link { ...Target } } ${stories.join(' ')} } } } ${PARTS}`,
    { slug: 'home' },
  );
  expect({ status, errors }).toEqual({ status: 200, errors: [] });
  expect(data.page.content[24]).toMatchObject({
    title24: 'Title',
    story24: { plainText: 'Story', blocks: [{ children: [{ text: 'Story' }] }] },
  });
  const { content } = await stack.requests();
  expect(content).toHaveLength(1);
});

test('page builder: an ordinary document has as many selections as a page with 25 kinds of blocks needs', async () => {
  const flat = `query ($slug: String!) { page(by: { slug: $slug }) { title content { __typename ${BLOCKS} } } } ${PARTS}`;
  expect(countSelections(flat)).toBeGreaterThan(3_134);
  const { data, errors, status } = await stack.query(flat, { slug: 'home' });
  expect({ status, errors }).toEqual({ status: 200, errors: [] });
  expect(data.page.content[3]).toMatchObject({ heading: 'Block 3', image: { width: 40 } });
});

describe('page builder: a trusted document', () => {
  const send = async (request: object, path = '/graphql') => {
    const response = await fetch(`${stack.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'x-trivium-cost': '1' },
      body: JSON.stringify(request),
    });
    return { status: response.status, ...((await response.json()) as GraphqlBody) };
  };
  const variables = { slug: 'home' };
  const documentOf = (body: string) => ({ documentId: `sha256:${documentId(body)}`, variables });

  test('has no limits of characters, selections, depth and duplicates, by its id and by its text', async () => {
    expect(wholePage.length).toBeGreaterThan(24_110);
    expect(countSelections(wholePage)).toBeGreaterThan(24_800);
    await stack.clearRequests();
    for (const request of [documentOf(wholePage), { query: wholePage, variables }]) {
      const { status, errors, data } = await send(request);
      expect({ status, errors }).toEqual({ status: 200, errors: undefined });
      expect(data?.page.content.at(-1)).toMatchObject({
        __typename: 'Grid2',
        blocks: [{ __typename: 'Grid5', title: 'Inner', blocks: [{ heading: 'Block 3' }] }],
      });
    }
    expect((await stack.requests()).content).toHaveLength(1);
  });

  test('is priced like every other: its estimate, its text, and its response', async () => {
    const { extensions } = await send({ ...documentOf(wholePage), variables: { slug: 'another' } });
    const { requestedQueryCost, actualQueryCost } = (extensions?.cost ?? {}) as Record<string, number>;
    expect(requestedQueryCost).toBeGreaterThan(500);
    expect(requestedQueryCost).toBeLessThan(20_000);
    expect(actualQueryCost).toBeLessThan(100);
  });

  test('with an error in it is rejected for that, and not for its size', async () => {
    const { status, errors } = await send(documentOf(unknownField));
    expect([status, errors?.[0]?.message, errors?.[0]?.extensions.code]).toEqual([
      422,
      expect.stringContaining('Cannot query field "titel" on type "Page".'),
      'GRAPHQL_VALIDATION_FAILED',
    ]);
  });

  test('differs from the document of a stranger, which names the limit and what to do', async () => {
    const stranger = `${wholePage} `;
    const tokens = `{ ${'a '.repeat(4_000)}}`;
    const longText = `{ __typename } #${'x'.repeat(40_000)}`;
    const withoutComment = wholePage.slice(0, wholePage.indexOf('#'));
    for (const [document, code, limit, message] of [
      [tokens, 'GRAPHQL_PARSE_FAILED', 4_000, 'expected a document of at most 4000 tokens, got more; '],
      [longText, 'GRAPHQL_PARSE_FAILED', 40_000, 'at most 40000 characters, got 40016; '],
      [withoutComment, 'TOO_MANY_SELECTIONS', 4_000, 'expected a document of at most 4000 selections'],
      [stranger, 'TOO_MANY_SELECTIONS', 4_000, 'expected a document of at most 4000 selections'],
    ] as const) {
      const { errors } = await send({ query: document, variables });
      expect([errors?.[0]?.extensions.code, errors?.[0]?.extensions.limit]).toEqual([code, limit]);
      expect(errors?.[0]?.message).toContain(message);
      expect(errors?.[0]?.message).toMatch(/trusted/);
    }
  });
});
