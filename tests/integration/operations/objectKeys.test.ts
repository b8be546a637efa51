import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { isObjectType, parse } from 'graphql';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import { executePrepared } from '../../reference/executePrepared.ts';

const MODEL = `
type Page @document {
  slug: String! @groq(expr: "slug.current")
  hero: Hero
  lead: Box
  boxes: [Box!]
  section: Section
  sections: [Section!]
  part(first: Int = 20, offset: Int): [Part!] @groq(expr: "parts")
  allParts: [Part!] @groq(expr: "groups[].parts[]")
  firstPart: Part @groq(expr: "parts[0]")
  settings: [Setting!]
  counted: [Count!] @groq(expr: "parts")
  text: RichText
}
"Is never an item."
type Hero { title: String }
"Is a part of rich text, a value and an item."
type Box @richText(as: [BLOCK]) { title: String inner: Box parts: [Part!] }
type Part { title: String }
"Has a key of its own."
type Setting { key: Int value: String }
type Count { title: String }
union Section = Part | Banner | Page
type Banner { title: String }
`;

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
writeFileSync(join(folder, 'model.graphql'), MODEL);
writeFileSync(
  join(folder, 'resolvers.js'),
  'export const resolvers = { Page: { counted: (parts) => parts.map(({ title }) => ({ title })) } };',
);
const defs = await readTypeDefs(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const part = (title: string, more: object = {}) => ({ _type: 'part', title, ...more });
const PAGE = {
  _id: 'a',
  _type: 'page',
  slug: { current: 'a' },
  // Copies of items keep their keys.
  hero: { _key: 'x', title: 'hero' },
  lead: {
    _type: 'box',
    _key: 'x',
    title: 'lead',
    inner: { title: 'inner' },
    parts: [part('p', { _key: 'k' }), part('q')],
  },
  boxes: [
    { title: 'one', _key: 'b1', inner: { _key: 'x', title: 'inner' } },
    'no object',
    { title: 'two' },
    { title: 'three', _key: 7 },
  ],
  section: part('alone', { _key: 'x' }),
  sections: [
    part('one', { _key: 's1' }),
    { _type: 'banner', title: 'two' },
    { _type: 'reference', _ref: 'a', _key: 'r' },
    { _type: 'banner', _key: 's4', title: 'four' },
  ],
  parts: [part('zero', { _key: 'p0' }), part('one'), part('two', { _key: 'p2' }), part('three')],
  groups: [{ parts: [part('a', { _key: 'g' }), part('b')] }, { parts: [part('c')] }],
  settings: [{ _key: 's', key: 5, value: 'five' }],
  text: [
    {
      _type: 'box',
      _key: 't1',
      title: 'block',
      inner: { title: 'inner' },
      parts: [part('p', { _key: 'tp' }), part('q')],
    },
    { _type: 'box', title: 'second' },
  ],
} as unknown as Doc;

/** Executes a selection of the page. */
async function readWith(
  execute: Execute | undefined,
  selection: string,
  variables: Record<string, unknown> = {},
  declarations = '',
) {
  const graph = createContentGraph(defs, createEvaluatorClient([PAGE]), execute);
  const text = `query ${declarations} { page(by: { slug: "a" }) { ${selection} } }`;
  const { data, errors } = await graph.execute(parse(text), variables);
  return { page: JSON.parse(JSON.stringify(data)).page, errors: errors ?? [], graph };
}

type Execute = Parameters<typeof createContentGraph>[2];

describe.each<[string, Execute]>([
  ['graphql-js', undefined],
  ['a prepared operation', executePrepared],
])('keys of inline objects by %s', (_name, execute) => {
  const read = readWith.bind(undefined, execute);

  test('are the stored keys of the items of a list, and the positions of items without one', async () => {
    const { page } = await read('boxes { title key } part { key } text { blocks { ... on Box { key } } }');
    expect(page).toEqual({
      boxes: [
        { title: 'one', key: 'b1' },
        { title: 'two', key: '2' },
        { title: 'three', key: '3' },
      ],
      part: [{ key: 'p0' }, { key: '1' }, { key: 'p2' }, { key: '3' }],
      text: { blocks: [{ key: 't1' }, { key: '1' }] },
    });
  });

  test('are null for objects that are in no list, also with a stored key', async () => {
    const { page, errors } = await read(
      'lead { key inner { key } } section { ... on Part { key } } firstPart { key } boxes { inner { key } } text { blocks { ... on Box { inner { key } } } }',
    );
    expect(page).toEqual({
      lead: { key: null, inner: { key: null } },
      section: { key: null },
      firstPart: { key: null },
      boxes: [{ inner: { key: null } }, { inner: null }, { inner: null }],
      text: { blocks: [{ inner: { key: null } }, { inner: null }] },
    });
    // The text that is no object.
    expect(errors.map(({ path }) => path?.join('.'))).toEqual(['page.boxes']);
  });

  test('are those of the inner lists of objects', async () => {
    const { page } = await read('lead { parts { key } } text { blocks { ... on Box { parts { key } } } }');
    expect(page.lead.parts).toEqual([{ key: 'k' }, { key: '1' }]);
    expect(page.text.blocks).toEqual([{ parts: [{ key: 'tp' }, { key: '1' }] }, { parts: null }]);
  });

  test('are those of the members of a list of a union, in one selection', async () => {
    const { page, errors } = await read(
      'sections { __typename ... on Part { key } ... on Banner { key } ... on Page { slug } }',
    );
    expect(errors).toEqual([]);
    expect(page.sections).toEqual([
      { __typename: 'Part', key: 's1' },
      { __typename: 'Banner', key: '1' },
      { __typename: 'Page', slug: 'a' },
      { __typename: 'Banner', key: 's4' },
    ]);
  });

  test('count positions from the start of the list, whatever part of it is selected', async () => {
    const { page } = await read('part(first: 2, offset: 2) { key } allParts { key }');
    expect(page).toEqual({
      part: [{ key: 'p2' }, { key: '3' }],
      allParts: [{ key: 'g' }, { key: '1' }, { key: '2' }],
    });
  });

  test('have aliases and conditions, beside an attribute of the same name', async () => {
    const { page } = await read(
      'a: part { id: key title } b: part { key @include(if: $isKeyed) title: key } settings { key value }',
      { isKeyed: false },
      '($isKeyed: Boolean!)',
    );
    expect(page.a[1]).toEqual({ id: '1', title: 'one' });
    expect(page.b[0]).toEqual({ title: 'p0' });
    expect(page.settings).toEqual([{ key: 5, value: 'five' }]);
  });

  test('are null for the values of a computed list', async () => {
    const { page, errors } = await read('counted { key title }');
    expect(errors).toEqual([]);
    expect(page.counted[0]).toEqual({ key: null, title: 'zero' });
  });

  test('are requested only if they are selected', async () => {
    const { graph } = await read('part { title } sections { ... on Part { title } } boxes { title }');
    expect(JSON.stringify(graph.requests)).not.toContain('_key');
  });

  test('have one type in the schema, so that one selection contains those of several types', async () => {
    const { graph } = await read('slug');
    const keyOf = (name: string) => {
      const type = graph.schema.getType(name);
      const field = isObjectType(type) ? type.getFields().key : undefined;
      return (
        field &&
        `${field.type}${field.astNode?.directives?.map((directive) => ` @${directive.name.value}`) ?? ''}`
      );
    };
    expect(
      Object.fromEntries(
        ['Hero', 'Box', 'Part', 'Setting', 'Count', 'Banner', 'RichTextPicture'].map((name) => [
          name,
          keyOf(name),
        ]),
      ),
    ).toEqual({
      Hero: undefined,
      Box: 'String',
      Part: 'String',
      Setting: 'Int',
      Count: 'String',
      Banner: 'String',
      RichTextPicture: 'String',
    });
  });
});
