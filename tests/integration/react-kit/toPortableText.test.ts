import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readExtract } from '../../../gateway/cli/modelImport/extract/readExtract.ts';
import { importModel } from '../../../gateway/cli/modelImport/importModel.ts';
import { readCoreSdl, readTypeDefs, type TypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { toPortableText } from '../../../web/kit/rich-text/toPortableText.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import { execute } from '../../reference/edgeCases.ts';
import { ROOT } from '../../support/stack.ts';

interface Stored {
  readonly _type: string;
  readonly _key: string;
  readonly children?: readonly Stored[];
  readonly markDefs?: readonly Stored[];
  readonly [attribute: string]: unknown;
}

/** Returns a text with the types and keys of its objects, without their attributes, which the model names otherwise. */
const withoutObjects = (nodes: readonly Stored[]): unknown =>
  nodes.map((node) => {
    if (node._type === 'span') return node;
    if (node._type !== 'block') return { _type: node._type, _key: node._key };
    const { children = [], markDefs = [] } = node;
    return { ...node, children: withoutObjects(children), markDefs: withoutObjects(markDefs) };
  });

/** Returns the `_type`s of the types of a model that toPortableText cannot derive. */
const typesOf = ({ model }: TypeDefs): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...model.types.values()].flatMap(({ name, richText }) => (richText ? [[name, richText.type]] : [])),
  );

/** Imports the model of a studio. */
async function importStudio(name: string): Promise<TypeDefs> {
  const file = `${ROOT}tests/support/fixtures/studios/${name}/schema.json`;
  const schema = readExtract(readFileSync(file, 'utf8'), file);
  const { files } = await importModel(schema, { core: readCoreSdl().definitions });
  const folder = mkdtempSync(join(tmpdir(), 'portable-text-'));
  try {
    for (const [own, sdl] of files) writeFileSync(join(folder, own), sdl);
    return await readTypeDefs(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('toPortableText: gives the Portable Text of every article of the sample, with the fields of its objects', async () => {
  const defs = await readTypeDefs(`${ROOT}schema/model`);
  const documents = readFileSync(`${ROOT}schema/sample/seed/content.ndjson`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Doc => JSON.parse(line));
  const types = typesOf(defs);
  const graph = createContentGraph(defs, createEvaluatorClient(documents));
  const { data, errors } = await execute(
    graph,
    `{ articles(first: 3) { nodes { body { json blocks { ...N ... on TextBlock {
      style listItem level children { ...N ... on TextSpan { text marks } } markDefs { ...N ... on RichTextLink { href } }
    } ... on Formula { tex } } } } } }
    fragment N on RichTextNode { __typename key }`,
  );
  expect(errors).toBeUndefined();
  expect(data.articles.nodes).toHaveLength(3);
  for (const { body } of data.articles.nodes) {
    const converted = toPortableText(body.blocks, types);
    expect(withoutObjects(converted as never)).toEqual(withoutObjects(body.json));
    for (const { _type, _key, ...fields } of converted.filter((block) => block._type === 'math'))
      expect(fields).toEqual({ tex: body.json.find((block: Stored) => block._key === _key).tex });
  }
});

test('toPortableText: leaves out what failed, and keeps unknown objects and links as they are', () => {
  const blocks = [
    null,
    { __typename: 'UnknownRichTextNode', key: 'u', json: { _type: 'poll', _key: 'u', votes: 3 } },
    {
      __typename: 'TextBlock',
      key: 'b',
      style: 'normal',
      listItem: null,
      level: null,
      children: [{ __typename: 'TextSpan', text: 'a', marks: ['l'] }, null],
      markDefs: [{ __typename: 'RichTextLink', key: 'l', href: '/x' }],
    },
  ];
  expect(toPortableText(blocks)).toEqual([
    { _type: 'poll', _key: 'u', votes: 3 },
    {
      _type: 'block',
      _key: 'b',
      style: 'normal',
      children: [{ _type: 'span', _key: '0', text: 'a', marks: ['l'] }],
      markDefs: [{ _type: 'link', _key: 'l', href: '/x' }],
    },
  ]);
});

const IMAGE = 'image-0123456789abcdef0123456789abcdef01234567-40x30-png';
const reference = (_ref: string) => ({ _type: 'reference', _ref });
const block = (_key: string, children: readonly Stored[], more: object = {}): Stored => ({
  _type: 'block',
  _key,
  style: 'normal',
  markDefs: [],
  children,
  ...more,
});
const span = (_key: string, text: string, marks: readonly string[] = []): Stored => ({
  _type: 'span',
  _key,
  text,
  marks,
});

/** A text with everything that the studio allows: overlapping annotations, nested lists, and objects at each position. */
const WALL_TEXT: readonly Stored[] = [
  block('h', [span('s', 'Heading')], { style: 'h2' }),
  block(
    'nested',
    [
      span('a', 'plain '),
      span('b', 'linked ', ['l']),
      span('c', 'linked, noted and strong', ['strong', 'l', 'n']),
      { _type: 'formula', _key: 'f', tex: 'x^2' },
      span('d', ' internal', ['i', 'n']),
    ],
    {
      markDefs: [
        { _type: 'link', _key: 'l', href: '/x' },
        { _type: 'note', _key: 'n', text: 'A note.' },
        { _type: 'internalLink', _key: 'i', reference: reference('artwork-1') },
      ],
    },
  ),
  block('one', [span('s', 'One')], { listItem: 'bullet', level: 1 }),
  block('two', [span('s', 'Two')], { listItem: 'number', level: 2 }),
  {
    _type: 'image',
    _key: 'image',
    asset: reference(IMAGE),
    hotspot: { x: 0.25, y: 0.5, width: 0.5, height: 0.5 },
    crop: { left: 0.1, top: 0, right: 0.2, bottom: 0 },
    alt: 'A door',
    credit: 'Ann',
  },
  { _type: 'image', _key: 'bare', asset: reference(IMAGE) },
  { _type: 'download', _key: 'file', title: 'Plan' },
  { _type: 'reference', _key: 'work', _ref: 'artwork-1' },
  { _type: 'divider', _key: 'rule' },
];

test('toPortableText: gives the Portable Text of an imported studio, with objects, images, lists and annotations', async () => {
  const defs = await importStudio('museum');
  const documents: Doc[] = [
    {
      _id: 'artwork-1',
      _type: 'artwork',
      _createdAt: '2026-01-01T00:00:00Z',
      _updatedAt: '2026-01-01T00:00:00Z',
      text: WALL_TEXT,
    },
  ];
  const { data, errors } = await execute(
    createContentGraph(defs, createEvaluatorClient(documents)),
    `{ artworks { nodes { id text { json blocks { ...N ... on TextBlock {
      style listItem level
      children { ...N ... on TextSpan { text marks } ... on Formula { tex } }
      markDefs { ...N ... on RichTextLink { href } ... on Note { text } ... on InternalLink { reference { id } } }
    }
    ... on RichTextPicture { credit image {
      alt hotspot { x y width height } crop { left top right bottom } asset { assetId }
    } }
    ... on Download { title } ... on Reference { document { id } }
    } } } } }
    fragment N on RichTextNode { __typename key }`,
  );
  expect(errors).toBeUndefined();
  const [{ id, text }] = data.artworks.nodes;
  const converted = toPortableText(text.blocks, typesOf(defs));
  expect(withoutObjects(converted as never)).toEqual(withoutObjects(WALL_TEXT));
  expect(withoutObjects(text.json)).toEqual(withoutObjects(WALL_TEXT));
  const objects = new Map(converted.map(({ _key, _type, ...fields }) => [_key, fields]));
  expect(converted[1]?.markDefs).toEqual([
    { _type: 'link', _key: 'l', href: '/x' },
    { _type: 'note', _key: 'n', text: 'A note.' },
    { _type: 'internalLink', _key: 'i', reference: { id } },
  ]);
  expect(converted[1]?.children).toContainEqual({ _type: 'formula', _key: 'f', tex: 'x^2' });
  const { hotspot, crop } = text.json.find(({ _key }: Stored) => _key === 'image');
  expect(objects.get('image')).toEqual({
    credit: 'Ann',
    image: { alt: 'A door', hotspot, crop, asset: { assetId: IMAGE } },
  });
  expect(objects.get('bare')).toEqual({
    credit: null,
    image: { alt: null, hotspot: null, crop: null, asset: { assetId: IMAGE } },
  });
  expect(objects.get('file')).toEqual({ title: 'Plan' });
  expect(objects.get('work')).toEqual({ document: { id } });
  expect(objects.get('rule')).toEqual({});
});
