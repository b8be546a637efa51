import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { readTypeDefs, type TypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { boundContent } from '../../../gateway/providers/content/bounds/boundedContent.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';

/** Kinds of objects as in public studios: tables with text in cells, links with an object, glossary terms, formulas. */
const STUDIO_MODEL = `
type Post @document { title: String slug: String! @groq(expr: "slug.current") content: RichText secret: Secret }
type Secret @document @requiresScopes(scopes: [["read:drafts"]]) { title: String }
type CustomUrl { kind: String href: String internal: Post }
type CustomLink @richText(as: [ANNOTATION]) { customLink: CustomUrl }
type GlossaryTerm @richText(as: [ANNOTATION, INLINE]) { term: String! }
type FeaturedPost @richText(as: [BLOCK]) { post: Post secret: Secret }
type Table @richText(as: [BLOCK]) { headerRows: Int rows: [Row!] }
type Row { cells: [Cell!] }
type Cell { value: RichText }
type Formula @richText(as: [BLOCK, INLINE], type: "latex") { tex: String @groq(expr: "body") }
type Callout @richText(as: [BLOCK]) { level: Int marks: [Int!] children: [String!] }
type AnyDocument @richText(as: [BLOCK], type: "reference") { document: Node @groq(expr: "@") }
`;

const MAX_TEXT_CHARACTERS = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'studio-'));
writeFileSync(join(folder, 'model.graphql'), STUDIO_MODEL);
const defs = await readTypeDefs(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const post = (id: string, attributes: object = {}) =>
  ({ _id: id, _type: 'post', title: id, slug: { current: id }, ...attributes }) as unknown as Doc;
const span = (text: string, ...marks: string[]) => ({ _type: 'span', _key: text, text, marks });
const block = (children: unknown, more: object = {}) => ({
  _type: 'block',
  _key: 'b',
  style: 'normal',
  markDefs: [],
  children,
  ...more,
});

/** Executes a selection of `RichText` over a text, within the limits of content. Returns the rich text, the errors and the requests. */
async function read(
  content: unknown,
  selection: string,
  { documents = [], model = defs, variables = {}, declarations = '' }: ReadOptions = {},
) {
  const client = createEvaluatorClient([post('a', { content }), ...documents]);
  const graph = createContentGraph(model, {
    async query(...args) {
      const response = await client.query(...args);
      boundContent(response.result, MAX_TEXT_CHARACTERS);
      return response;
    },
  });
  const { data, errors } = await graph.execute(
    parse(`query ${declarations} { post(by: { slug: "a" }) { content { ${selection} } } }`),
    variables,
  );
  const { post: found } = JSON.parse(JSON.stringify(data));
  return { content: found.content, errors, requests: graph.requests };
}

interface ReadOptions {
  readonly documents?: readonly Doc[];
  readonly model?: TypeDefs;
  readonly variables?: Record<string, unknown>;
  readonly declarations?: string;
}

describe('words of objects in a rich text', () => {
  const wordModel = async (sdl: string, files: Record<string, string> = {}) => {
    const modelFolder = mkdtempSync(join(tmpdir(), 'words-'));
    writeFileSync(join(modelFolder, 'model.graphql'), sdl);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(modelFolder, name), text);
    const model = await readTypeDefs(modelFolder);
    rmSync(modelFolder, { recursive: true });
    return model;
  };
  const MODEL = `
    type Post @document { title: String slug: String! @groq(expr: "slug.current") content: RichText }
    type Quote @richText(as: [BLOCK]) { text: String by: Speaker tags: [String!] href: String rank: Int post: Post computed: String @groq(expr: "{text}") }
    type Speaker { name: String role: String @groq(expr: "job.role") }
    type Listing @richText(as: [BLOCK, INLINE], text: ["code"]) { language: String code: String }
    type Photo @richText(as: [BLOCK]) { image: Image gallery: [Image!] }
    type Table @richText(as: [BLOCK]) { caption: String rows: [Row!] }
    type Row { cells: [Cell!] }
    type Cell { value: RichText }
    type Part @richText(as: [BLOCK]) { items: [Item!] }
    union Item = Speaker | Hint
    type Hint { hint: String }
    type Note @richText(as: [ANNOTATION]) { text: RichText }
    type Term @richText(as: [ANNOTATION, INLINE]) { term: String meaning: String }
  `;
  const CONTENT = [
    block(
      [
        span('Hello '),
        { _type: 'term', term: 'Tarn', meaning: 'a lake' },
        span(' world', 'n'),
        span('!', 't'),
      ],
      {
        markDefs: [
          {
            _type: 'note',
            _key: 'n',
            text: [
              block([span('noted', 'n')], {
                markDefs: [{ _type: 'note', _key: 'n', text: [block([span('innermost')])] }],
              }),
              { _type: 'quote', text: 'footquote' },
            ],
          },
          { _type: 'term', _key: 't', term: 'Exclamation' },
          { _type: 'term', _key: 'unused', term: 'forgotten' },
        ],
      },
    ),
    {
      _type: 'quote',
      text: 'Think collectively',
      by: { name: 'Selous', job: { role: 'ornithologist' } },
      tags: ['birds', 7, null, 'thought'],
      href: 'address',
      rank: 4,
    },
    { _type: 'quote', text: 7, by: 'nobody', tags: 'none' },
    { _type: 'listing', language: 'basic', code: 'print' },
    {
      _type: 'photo',
      image: { _type: 'image', alt: 'alternative', caption: 'A flock' },
      gallery: [{ _type: 'image', caption: 'Pictured' }, {}, null],
    },
    { _type: 'photo' },
    { _type: 'image', asset: { _ref: 'image-a-1x1-png' }, caption: 'Core caption' },
    {
      _type: 'table',
      caption: 'Counts',
      rows: [
        {
          cells: [
            { value: [block([span('cell one')])] },
            { value: [{ _type: 'listing', code: 'cellcode' }] },
          ],
        },
        null,
      ],
    },
    {
      _type: 'part',
      items: [
        { _type: 'hint', hint: 'hinted' },
        { _type: 'speaker', name: 'Ellen' },
        { _type: 'other', hint: 'undeclared' },
      ],
    },
    { _type: 'undeclared', text: 'unknown' },
    null,
    block([span('End')]),
  ];

  test('are in the plain text in order of declaration, and notes follow', async () => {
    const { content, errors } = await read(CONTENT, 'plainText readingMinutes', {
      model: await wordModel(MODEL),
    });
    expect(errors?.map(({ message }) => message) ?? []).toEqual([]);
    expect(content.plainText.split('\n\n')).toEqual([
      'Hello Tarn a lake world!',
      'Think collectively\nSelous\nornithologist\nbirds\nthought',
      'print',
      'A flock\nPictured',
      'Core caption',
      'Counts\ncell one\ncellcode',
      'hinted\nEllen',
      'End',
      'noted\nfootquote',
      'Exclamation',
      'innermost',
    ]);
    expect(content.readingMinutes).toBe(1);
  });

  test.each([
    ...[
      'Hello',
      'Tarn',
      'lake',
      'noted',
      'innermost',
      'footquote',
      'Exclamation',
      'collectively',
      'Selous',
      'ornithologist',
    ],
    ...[
      'birds',
      'thought',
      'print',
      'flock',
      'caption',
      'Counts',
      'Pictured',
      'one',
      'cellcode',
      'hinted',
      'Ellen',
      'End',
      'hinted Hello',
    ],
  ])('are found by filters: %s', async (words) => {
    const graph = createContentGraph(
      await wordModel(MODEL),
      createEvaluatorClient([post('a', { content: CONTENT }), post('b', { content: 'x' }), post('c')]),
    );
    const { data, errors } = await graph.execute(
      parse(
        'query ($words: String!) { posts(filter: { content: { matches: $words } }) { nodes { title } } }',
      ),
      { words },
    );
    expect(errors).toBeUndefined();
    expect(JSON.parse(JSON.stringify(data))).toEqual({ posts: { nodes: [{ title: 'a' }] } });
  });

  test.each([
    'address',
    'basic',
    'alternative',
    'forgotten',
    'unknown',
    'undeclared',
    'nobody',
    '7',
    'language',
  ])('are not: %s', async (words) => {
    const model = await wordModel(MODEL);
    const { content } = await read(CONTENT, 'plainText', { model });
    expect(content.plainText.split(/\W/)).not.toContain(words);
    const graph = createContentGraph(model, createEvaluatorClient([post('a', { content: CONTENT })]));
    const { data } = await graph.execute(
      parse('query ($words: String!) { posts(filter: { content: { matches: $words } }) { totalCount } }'),
      { words },
    );
    expect(JSON.parse(JSON.stringify(data))).toEqual({ posts: { totalCount: 0 } });
  });

  test('count for the reading time, a formula as one word', async () => {
    const quotes = Array.from({ length: 110 }, () => ({ _type: 'quote', text: 'two words' }));
    const formula = block([span('x'), { _type: 'math', tex: 'a + b + c' }]);
    const model = await wordModel(MODEL, {
      'resolvers.ts':
        "export const resolvers = {}; export const objectText = ({ tex }) => typeof tex === 'string' ? 'a and b and c' : undefined;",
    });
    expect((await read(quotes, 'readingMinutes', { model })).content).toEqual({ readingMinutes: 1 });
    expect((await read([...quotes, formula], 'readingMinutes plainText', { model })).content).toMatchObject({
      readingMinutes: 2,
      plainText: expect.stringMatching(/xa and b and c$/),
    });
  });
});

describe('typed rich text', () => {
  test('has blocks, spans and annotations of the text', async () => {
    const text = [
      block([span('Read '), span('this', 'strong', 'l')], {
        style: 'h2',
        markDefs: [{ _type: 'link', _key: 'l', href: 'https://example.org' }],
      }),
      block([span('one')], { _key: 'c', listItem: 'bullet', level: 2 }),
    ];
    const { content } = await read(
      text,
      `blocks { __typename ... on TextBlock { key style listItem level
        children { ... on TextSpan { text marks } } markDefs { ... on RichTextLink { key href } } } }`,
    );
    expect(content.blocks).toEqual([
      {
        __typename: 'TextBlock',
        key: 'b',
        style: 'h2',
        listItem: null,
        level: null,
        children: [
          { text: 'Read ', marks: [] },
          { text: 'this', marks: ['strong', 'l'] },
        ],
        markDefs: [{ key: 'l', href: 'https://example.org' }],
      },
      {
        __typename: 'TextBlock',
        key: 'c',
        style: 'normal',
        listItem: 'bullet',
        level: 2,
        children: [{ text: 'one', marks: [] }],
        markDefs: [],
      },
    ]);
  });

  test('has the kinds of objects that the model declares, and follows their references in the same request', async () => {
    const text = [
      block([span('a', 'l', 'g'), { _type: 'glossaryTerm', _key: 't', term: 'inline' }], {
        markDefs: [
          { _type: 'customLink', _key: 'l', customLink: { kind: 'in', internal: { _ref: 'p' } } },
          { _type: 'glossaryTerm', _key: 'g', term: 'annotation' },
        ],
      }),
      { _type: 'featuredPost', _key: 'f', post: { _type: 'reference', _ref: 'p' } },
      { _type: 'featuredPost', _key: 'gone', post: { _type: 'reference', _ref: 'nothing' } },
      { _type: 'reference', _key: 'r', _ref: 'p' },
      {
        _type: 'table',
        _key: 'x',
        headerRows: 1,
        rows: [{ cells: [{ value: [block([span('cell')])] }, { value: null }] }],
      },
    ];
    const { content, errors, requests } = await read(
      text,
      `blocks { __typename
        ... on TextBlock {
          children { ... on GlossaryTerm { term } }
          markDefs { ... on CustomLink { customLink { kind internal { title } } } ... on GlossaryTerm { term } }
        }
        ... on FeaturedPost { post { title } }
        ... on AnyDocument { document { ... on Post { title } } }
        ... on Table { headerRows rows { cells { value { plainText
          blocks { ... on TextBlock { children { ... on TextSpan { text } } } } } } } }
      }`,
      { documents: [post('p')] },
    );
    expect(errors).toBeUndefined();
    expect(content.blocks).toEqual([
      {
        __typename: 'TextBlock',
        children: [{}, { term: 'inline' }],
        markDefs: [{ customLink: { kind: 'in', internal: { title: 'p' } } }, { term: 'annotation' }],
      },
      { __typename: 'FeaturedPost', post: { title: 'p' } },
      { __typename: 'FeaturedPost', post: null },
      { __typename: 'AnyDocument', document: { title: 'p' } },
      {
        __typename: 'Table',
        headerRows: 1,
        rows: [
          {
            cells: [
              { value: { plainText: 'cell', blocks: [{ children: [{ text: 'cell' }] }] } },
              { value: null },
            ],
          },
        ],
      },
    ]);
    expect(requests).toHaveLength(1);
  });

  test('has other objects as UnknownRichTextNode with type and JSON, at each position', async () => {
    const poll = { _type: 'poll', _key: 'p', options: ['a', { b: 1 }] };
    // Declared as an annotation only.
    const link = { _type: 'customLink', _key: 'l', href: 'x' };
    const text = [poll, block([poll, link], { markDefs: [poll] }), { nothing: true }];
    const unknown = '__typename ... on UnknownRichTextNode { key type json }';
    const { content } = await read(
      text,
      `blocks { ${unknown} ... on TextBlock { children { ${unknown} } markDefs { ${unknown} } } }`,
    );
    const node = { __typename: 'UnknownRichTextNode', key: 'p', type: 'poll', json: poll };
    expect(content.blocks).toEqual([
      node,
      {
        __typename: 'TextBlock',
        children: [node, { ...node, key: 'l', type: 'customLink', json: link }],
        markDefs: [node],
      },
      { __typename: 'UnknownRichTextNode', key: '2', type: '', json: { nothing: true } },
    ]);
  });

  test('has objects whose type is no text as UnknownRichTextNode', async () => {
    const types = [{ toString: 'x' }, [{ toString: 'x' }], 7, null];
    const text = types.map((_type) => ({ _type, _key: 'k' }));
    const { content, errors } = await read(
      [...text, block(text, { markDefs: text })],
      'blocks { __typename ... on TextBlock { children { __typename } markDefs { __typename } } }',
    );
    expect(errors).toBeUndefined();
    const unknown = types.map(() => ({ __typename: 'UnknownRichTextNode' }));
    expect(content.blocks).toEqual([
      ...unknown,
      { __typename: 'TextBlock', children: unknown, markDefs: unknown },
    ]);
  });

  // JSON can contain objects that JavaScript cannot convert to a text.
  test.each([
    ['a number', 7],
    ['a list', [[['quote']]]],
    ['an object without a conversion to text', { toString: null }],
    ['a list of such objects', [{ toString: false }]],
  ])('omits the words of objects whose type is %s', async (_, type) => {
    const text = [
      { _type: type, text: 'lost' },
      block(
        [
          { _type: 'span', text: 'kept', marks: ['note'] },
          { _type: type, text: 'lost' },
        ],
        {
          markDefs: [{ _key: 'note', _type: type, text: 'lost' }],
        },
      ),
    ];
    const { content } = await read(text, 'plainText readingMinutes');
    expect(content).toEqual({ plainText: 'kept', readingMinutes: 1 });
  });

  test('names each of several values that are no parts of a text', async () => {
    const text = ['x', block([7, { _type: 'span', text: 'a', marks: [1, 'em', {}] }, ['y']]), 5];
    const { errors } = await read(
      text,
      'blocks { ... on TextBlock { children { ... on TextSpan { marks } } } }',
    );
    expect(errors?.map(({ extensions }) => `${extensions.attribute}: ${extensions.found}`).sort()).toEqual([
      'content[0]: string',
      'content[1].children[0]: number',
      'content[1].children[1].marks[0]: number',
      'content[1].children[1].marks[2]: object',
      'content[1].children[2]: list',
      'content[2]: number',
    ]);
    const json = await read(text, 'json');
    expect(json.errors?.map(({ extensions }) => extensions.attribute)).toEqual(
      expect.arrayContaining(['content[0]', 'content[2]', 'content[1].children[2]']),
    );
  });

  test.each([1.5, 0, -1, 40])(
    'a list level of %d is omitted and named, in blocks and in json',
    async (level) => {
      const text = [
        block([span('x')], { listItem: 'bullet', level }),
        { _type: 'callout', _key: 'c', level },
        block([span('y')], { listItem: 'bullet', level: 10 }),
      ];
      const { content, errors } = await read(text, 'json blocks { ... on TextBlock { level } }');
      const issue = {
        attribute: 'content[0].level',
        expected: 'a whole number of 1 to 10',
        found: String(level),
      };
      expect(errors).toMatchObject([{ extensions: issue }, { extensions: issue }]);
      expect(content.blocks).toEqual([{ level: null }, {}, { level: 10 }]);
      expect(content.json.map((node: { level?: number }) => node.level)).toEqual([undefined, level, 10]);
    },
  );

  test('omits values that are no parts of a text, and names each', async () => {
    const text = [
      null,
      7,
      'text',
      block(null, { markDefs: 'x', style: 7, level: 'x', listItem: {} }),
      block([null, 'x', { _type: 'span', text: 7, marks: [null, 'em', {}] }, { _type: 7 }]),
    ];
    const selection = `blocks { ... on TextBlock { style level listItem markDefs { __typename }
      children { __typename ... on RichTextNode { key } ... on TextSpan { text marks } } } }`;
    const { content, errors } = await read(text, selection);
    expect(errors?.map(({ extensions }) => `${extensions.attribute}: ${extensions.found}`).sort()).toEqual([
      'content: number and 1 more',
      'content[3].level: string',
      'content[3].listItem: object',
      'content[3].markDefs: string',
      'content[3].style: number',
      'content[4].children: string',
      'content[4].children[2].marks[2]: object',
      'content[4].children[2].text: number',
    ]);
    expect(errors?.[0]).toMatchObject({
      path: ['post', 'content', 'blocks'],
      message: expect.stringMatching(
        /^expected .* as content.* in the document a, got .*; correct the document/,
      ),
      extensions: { code: 'CONTENT_MISMATCH', document: 'a' },
    });
    const empty = { style: 'normal', level: null, listItem: null, markDefs: [] };
    expect(content.blocks).toEqual([
      { ...empty, children: [] },
      {
        ...empty,
        children: [
          { __typename: 'TextSpan', key: '0', text: '', marks: ['em'] },
          { __typename: 'UnknownRichTextNode', key: '1' },
        ],
      },
    ]);
    for (const [invalid, found] of [
      ['text', 'string'],
      [7, 'number'],
      [{ _type: 'block' }, 'object block'],
    ]) {
      const response = await read(invalid, selection);
      expect(response.content).toBeNull();
      expect(response.errors).toMatchObject([{ extensions: { code: 'CONTENT_MISMATCH', found } }]);
    }
  });

  test('names texts without a _type, and texts of another kind, in every form', async () => {
    const text = [
      block([{ _key: 's', text: 'lost' }, { _type: 'span', _key: 't', text: 4711 }, span('kept')]),
      block('no list', { _key: 'c' }),
      block({ an: 'object' }, { _key: 'd' }),
      block([['nested']], { _key: 'e' }),
      block([span('x')], { _key: 'f', markDefs: null, style: undefined, level: null }),
      { _key: 'g', children: [] },
      null,
    ];
    const expected = [
      'content[0].children[0]._type: none',
      'content[0].children[1].text: number',
      'content[1].children: string',
      'content[2].children: object',
      'content[3].children[0]: list',
      'content[5]._type: none',
    ];
    const named = ({ errors }: Awaited<ReturnType<typeof read>>) =>
      errors?.map(({ extensions }) => `${extensions.attribute}: ${extensions.found}`).sort();
    const blocks = await read(
      text,
      'b: blocks { ... on TextBlock { c: children { ... on TextSpan { text } } } }',
    );
    expect(blocks.content.b[0].c).toEqual([{}, { text: '' }, { text: 'kept' }]);
    expect(named(blocks)).toEqual(expected);
    expect(named(await read(text, 'json'))).toEqual(expected);
  });

  test('names the limit that a text exceeds, and has all that is within it', async () => {
    const long = (length: number) => block([{ ...span('x'.repeat(length)), _key: 's' }]);
    const whole = long(300_000);
    const { content, errors } = await read([whole], 'json plainText');
    expect(errors).toBeUndefined();
    expect(content).toEqual({ json: [whole], plainText: 'x'.repeat(300_000) });
    const excess = await read([long(500_001)], 'json');
    expect(excess.errors).toMatchObject([
      {
        extensions: {
          code: 'CONTENT_MISMATCH',
          document: 'a',
          attribute: 'content[0].children[0].text',
          expected: 'a text of at most 500,000 characters',
          found: '500,001 characters',
        },
      },
    ]);
  });

  test('a missing required attribute fails one object, and the others remain', async () => {
    const text = [block([{ _type: 'glossaryTerm', _key: 't' }, span('x')])];
    const { content, errors } = await read(
      text,
      'blocks { ... on TextBlock { children { ... on GlossaryTerm { term } ... on TextSpan { text } } } }',
    );
    expect(content.blocks).toEqual([{ children: [null, { text: 'x' }] }]);
    expect(errors).toMatchObject([
      {
        path: ['post', 'content', 'blocks', 0, 'children', 0, 'term'],
        extensions: { code: 'INCOMPLETE_DOCUMENT' },
      },
    ]);
  });

  test('has independent selections under aliases, and parts that variables exclude', async () => {
    const text = [block([span('x')]), { _type: 'featuredPost', _key: 'f', post: { _ref: 'p' } }];
    const { content } = await read(
      text,
      `a: blocks { ... on FeaturedPost { post { t: title } } ... on TextBlock { c: children { __typename } d: children @include(if: $no) { __typename } } }
       b: blocks @include(if: $yes) { ... on FeaturedPost { post: key } ... on TextBlock { children { ... on TextSpan { text: marks } } } }
       e: blocks @skip(if: $yes) { __typename }`,
      {
        documents: [post('p')],
        variables: { yes: true, no: false },
        declarations: '($yes: Boolean!, $no: Boolean!)',
      },
    );
    expect(content).toEqual({
      a: [{ c: [{ __typename: 'TextSpan' }] }, { post: { t: 'p' } }],
      b: [{ children: [{ text: [] }] }, { post: 'f' }],
    });
  });

  test('keeps attributes of objects that have the names of attributes of text', async () => {
    const text = [{ _type: 'callout', _key: 'c', level: 40, marks: [1, 2], children: ['x'] }];
    const { content } = await read(text, 'blocks { ... on Callout { level marks children } }');
    expect(content.blocks).toEqual([{ level: 40, marks: [1, 2], children: ['x'] }]);
  });

  test('has a note in place of a formula above the limit, under any alias', async () => {
    const formula = { _type: 'latex', _key: 'm', body: 'x'.repeat(2_001) };
    const text = [formula, block([formula, { ...formula, body: 'y' }])];
    const { content } = await read(
      text,
      `blocks { __typename ... on Formula { a: tex } ... on TextBlock { c: children {
        __typename ... on TextSpan { t: text } ... on Formula { b: tex } } } }`,
    );
    const note = {
      __typename: 'TextSpan',
      t: 'Formula omitted: it exceeds the limit of 2,000 characters.',
    };
    expect(content.blocks).toEqual([
      { __typename: 'TextBlock', c: [note] },
      { __typename: 'TextBlock', c: [note, { __typename: 'Formula', b: 'y' }] },
    ]);
  });

  test('has the images of a text with the keys of their blocks, null for a block without one', async () => {
    const asset = { _ref: 'image-f00-10x20-png' };
    const { content, errors } = await read(
      [
        { _type: 'image', _key: 'i', asset },
        { _type: 'image', asset },
        { _type: 'image', _key: 7, asset },
      ],
      'links { images { key image { width } } }',
    );
    expect(errors ?? []).toEqual([]);
    const image = { width: 10 };
    expect(content.links.images).toEqual([
      { key: 'i', image },
      { key: null, image },
      { key: null, image },
    ]);
  });

  test('keeps scopes of documents in the text', async () => {
    const secret = { _id: 's', _type: 'secret', title: 'hidden' } as unknown as Doc;
    const text = [
      { _type: 'featuredPost', _key: 'f', secret: { _ref: 's' } },
      { _type: 'reference', _key: 'r', _ref: 's' },
    ];
    const { content, errors } = await read(
      text,
      'blocks { ... on FeaturedPost { secret { title } } ... on AnyDocument { document { ... on Secret { title } } } }',
      { documents: [secret] },
    );
    expect(content.blocks).toEqual([{ secret: null }, { document: null }]);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  });
});
