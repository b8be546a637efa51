import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { GraphQLError } from 'graphql';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import { createGraph, edgeCase, execute, reference } from '../../reference/edgeCases.ts';
import { createPagesGraph, documentOf, image, page, textBlock } from '../../reference/pages.ts';
import { queryPage } from '../../reference/queryPage.ts';
import { queryGateway, startStack } from '../../support/stack.ts';

describe('value of another kind than the model declares', () => {
  test.each([
    [
      'a string in place of a list of objects',
      { sections: 'one' },
      'sections { heading }',
      [],
      'sections',
      'string',
    ],
    [
      'an object in place of a list',
      { content: { _type: 'hero.cover' } },
      'content { __typename }',
      null,
      'content',
      'object hero.cover',
    ],
    ['a string in place of a list of strings', { tags: 'one' }, 'tags', null, 'tags', 'string'],
    [
      'a string in place of a list of references',
      { relatedPages: 'b' },
      'relatedPages { slug }',
      null,
      'relatedPages',
      'string',
    ],
    [
      'a reference in place of a connection',
      { children: reference('b') },
      'children { totalCount }',
      null,
      'children',
      'reference',
    ],
    [
      'a reference in place of an ordered connection',
      { children: reference('b') },
      'children(orderBy: { field: TITLE }) { nodes { slug } }',
      null,
      'children',
      'reference',
    ],
    [
      'an inline object in place of a reference',
      { author: { _type: 'author', name: 'Ada' } },
      'author { name }',
      null,
      'author',
      'object author',
    ],
    [
      'a reference to another type',
      { author: reference('a') },
      'author { name }',
      null,
      'author',
      'reference to page',
    ],
    [
      'a list in place of an object',
      { lead: [{ _type: 'hero.cover' }] },
      'lead { __typename }',
      null,
      'lead',
      'list',
    ],
    [
      'an unknown member in place of a block',
      { lead: { _type: 'hero' } },
      'lead { __typename }',
      null,
      'lead',
      'object hero',
    ],
    [
      'an object without a _type in place of a block',
      { lead: { heading: 'x' } },
      'lead { __typename }',
      null,
      'lead',
      'object',
    ],
    ['a string in place of rich text', { intro: 'plain' }, 'intro { plainText }', null, 'intro', 'string'],
    [
      'a string in place of an image',
      { picture: 'https://x.test/a.png' },
      'picture { alt }',
      null,
      'picture',
      'string',
    ],
    [
      'a file in place of an image',
      { picture: { asset: { _ref: 'file-x-pdf' } } },
      'picture { alt }',
      null,
      'picture',
      'reference to another asset',
    ],
    ['a string in place of a number', { views: 'many' }, 'views', null, 'views', 'string'],
    ...(
      [
        [{ _type: 'image', _ref: 'image-x-40x30-png' }, 'reference'],
        [{ _type: 'reference', _ref: 'image-x-40x30-png' }, 'reference'],
        [{ _ref: 'image-x-40x30-png' }, 'reference'],
        [{ _type: 'crossDatasetReference', _ref: 'x', _dataset: 'd' }, 'reference to another dataset'],
        [{ _type: 'file' }, 'object file'],
        [{ _type: 'geopoint', lat: 1, lng: 2 }, 'object geopoint'],
        [{ _type: 'textSection', heading: 'x' }, 'object textSection'],
        [{ _type: 'slug', current: 'x' }, 'object slug'],
        [{ _type: 'image', asset: 'image-x-40x30-png' }, 'string as its asset'],
        [[image('x')], 'list'],
      ] as const
    ).map(
      ([picture, found]) =>
        [
          `${JSON.stringify(picture)} in place of an image`,
          { picture },
          'picture { alt }',
          null,
          'picture',
          found,
        ] as const,
    ),
    ...(
      [
        [{ _type: 'mux.video', asset: 'x' }, 'string as its asset'],
        [{ _type: 'mux.video', asset: { url: 'x' } }, 'object as its asset'],
        [
          { _type: 'mux.video', asset: { _type: 'reference', _ref: 'x', _dataset: 'd' } },
          'reference to another dataset as its asset',
        ],
      ] as const
    ).map(
      ([cover, found]) =>
        [
          `${JSON.stringify(cover)} in place of a video in a union`,
          { cover },
          'cover { __typename }',
          null,
          'cover',
          found,
        ] as const,
    ),
  ])(
    '%s: is one error with _id, path and kind',
    async (_name, attributes, selection, value, attribute, found) => {
      const { data, errors, issues } = await queryPage(attributes, selection, page('b'));
      const [, field = ''] = /^(\w+)/.exec(selection) ?? [];
      expect(data.page).toEqual({ slug: 'a', [field]: value });
      const expected = { document: 'a', attribute, found };
      expect(errors).toMatchObject([
        { path: ['page', field], extensions: { code: 'CONTENT_MISMATCH', ...expected } },
      ]);
      expect(errors?.[0]?.message).toMatch(
        /^expected .* of Page in the document a, got .*; correct the document/,
      );
      expect(issues).toMatchObject([expected]);
    },
  );

  test.each([
    {},
    { _type: 'image' },
    { _type: 'mainImage', credit: 'x' },
    { _type: 'image', asset: { _type: 'reference' } },
    { _type: 'image', _upload: { progress: 5 } },
  ])('an image that is not there yet has no value and no error: %j', async (picture) => {
    const { data, errors } = await queryPage(
      { picture, pictures: [picture] },
      'picture { alt } pictures { alt }',
    );
    expect(errors).toBeUndefined();
    expect(data.page).toEqual({ slug: 'a', picture: null, pictures: [] });
  });

  test.each([
    { _type: 'mux.video' },
    { _type: 'mux.video', asset: { _type: 'reference' } },
    { _type: 'mux.video', asset: { _type: 'reference', _ref: 'gone', _weak: true } },
  ])('a video that is not there yet has no value and no error: %j', async (cover) => {
    const { data, errors } = await queryPage(
      { cover, gallery: [cover] },
      'cover { __typename } gallery { __typename }',
    );
    expect(errors).toBeUndefined();
    expect(data.page).toEqual({ slug: 'a', cover: null, gallery: [] });
  });

  test('in a list of blocks is omitted with one error, and the other blocks remain', async () => {
    const content = [
      { _type: 'hero.cover', _key: '1', heading: 'Welcome' },
      { _type: 'hero', _key: '2' },
      'text',
      reference('gone', { _key: '3' }),
      reference('ada', { _key: '4' }),
      { _type: 'textSection', _key: '5', heading: 'Text' },
    ];
    const { data, errors } = await queryPage(
      { content },
      'content { __typename ... on Cover { heading } ... on TextSection { heading } }',
      documentOf('author', 'ada', { name: 'Ada' }),
    );
    expect(data.page.content).toEqual([
      { __typename: 'Cover', heading: 'Welcome' },
      { __typename: 'TextSection', heading: 'Text' },
    ]);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['page', 'content'],
      extensions: {
        attribute: 'content[1]',
        found: 'object hero',
        expected: 'a member of PageBlock',
        omitted: 3,
      },
    });
    expect(errors?.[0]?.message).toContain('got object hero and 2 more');
  });

  test.each([
    [
      'references',
      { relatedPages: [reference('b'), { _type: 'page', title: 'x' }, 'b'] },
      'relatedPages { slug }',
      'relatedPages[1]',
      'object page',
    ],
    [
      'images',
      { pictures: [image('x'), 'https://x.test/a.png'] },
      'pictures { width }',
      'pictures[1]',
      'string',
    ],
    ['objects', { sections: [{ heading: 'x' }, 'y'] }, 'sections { heading }', 'sections[1]', 'string'],
  ])('in a list of %s is omitted with one error', async (_name, attributes, selection, attribute, found) => {
    const { data, errors } = await queryPage(attributes, selection, page('b'));
    const [, field = ''] = /^(\w+)/.exec(selection) ?? [];
    expect(data.page[field]).toHaveLength(1);
    expect(errors).toMatchObject([{ path: ['page', field], extensions: { attribute, found } }]);
  });

  test.each([
    [
      'references',
      { relatedPages: [null, reference('b'), { _type: 'reference', _key: 'k' }, null, 'x'] },
      'relatedPages { slug }',
      'relatedPages[4]',
    ],
    ['images', { pictures: [null, image('x'), null, 'x'] }, 'pictures { width }', 'pictures[3]'],
    ['objects', { sections: [null, { heading: 'x' }, ['x'], 'x'] }, 'sections { heading }', 'sections[2]'],
    [
      'blocks',
      { content: [null, { _type: 'reference' }, { _type: 'hero.cover', heading: 'x' }, 5] },
      'content { __typename }',
      'content[3]',
    ],
  ])(
    'in a list of %s, null and references without a document are absent, and paths count them',
    async (_name, attributes, selection, attribute) => {
      const { data, errors } = await queryPage(attributes, selection, page('b'));
      const [field = '', list = []] = Object.entries<unknown[]>(attributes)[0] ?? [];
      expect(data.page[field]).toHaveLength(1);
      expect(errors).toMatchObject([{ path: ['page', field], extensions: { attribute } }]);
      const absent = await queryPage(
        { [field]: list.filter((item) => item == null || '_type' in Object(item)) },
        selection,
      );
      expect(absent.errors).toBeUndefined();
    },
  );

  test.each(['', '(filter: { title: { defined: true } })', '(orderBy: { field: TITLE })'])(
    'in a connection%s: values other than references are one error with the path of the first',
    async (args) => {
      const children = [
        null,
        reference('b'),
        'b',
        { _type: 'page', title: 'inline' },
        { _type: 'reference', _ref: 7 },
        { _type: 'crossDatasetReference', _ref: 'b', _dataset: 'd' },
        reference('gone'),
      ];
      const { data, errors } = await queryPage(
        { children },
        `children${args} { totalCount }`,
        page('b', { title: 'b' }),
      );
      expect(data.page.children).toEqual({ totalCount: 1 });
      expect(errors).toMatchObject([
        {
          path: ['page', 'children'],
          extensions: {
            attribute: 'children[2]',
            expected: 'a reference to page',
            found: 'string',
            omitted: 4,
          },
        },
      ]);
    },
  );

  test('a key of another kind than a text is missing in the cursors of a connection', async () => {
    for (const _key of [7, true, ['x'], { a: 1 }, null]) {
      const children = ['b', 'c', 'd'].map((id) => reference(id, { _key }));
      const pages = ['b', 'c', 'd'].map((id) => page(id));
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const args: string = after === null ? 'first: 1' : `first: 1, after: "${after}"`;
        const selection = `children(${args}) { nodes { slug } pageInfo { endCursor hasNextPage } }`;
        const { data, errors } = await queryPage({ children }, selection, ...pages);
        expect(errors).toBeUndefined();
        const { nodes, pageInfo } = data.page.children;
        seen.push(nodes[0].slug);
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null && seen.length < 5);
      expect(seen).toEqual(['b', 'c', 'd']);
    }
  });

  test('a reference without a document is absent: single, in unions, connections and filters', async () => {
    const empty = { _type: 'reference', _key: 'k', _weak: true };
    const selection = 'author { name } lead { __typename } children { totalCount nodes { slug } }';
    const { data, errors } = await queryPage(
      { author: empty, lead: empty, children: [empty, null, reference('b')] },
      selection,
      page('b'),
    );
    expect(errors).toBeUndefined();
    expect(data.page).toMatchObject({ author: null, lead: null, children: { totalCount: 1 } });
    const graph = createPagesGraph([page('a', { author: empty })]);
    const count = await execute(graph, '{ pages(filter: { author: { defined: false } }) { totalCount } }');
    expect(count.data.pages).toEqual({ totalCount: 1 });
  });

  test('within blocks, under aliases and in rich text has its path in the document', async () => {
    const { errors } = await queryPage(
      {
        content: [
          { _type: 'textSection', blocks: [{ _type: 'hero.cover', heading: 'x', page: 'b' }] },
          { _type: 'blog-post-list', limit: 'ten' },
        ],
        intro: [textBlock('x'), { _type: 'image', _key: 'i', asset: { _ref: 'file-x-pdf' } }],
      },
      `blocks: content { ... on TextSection { inner: blocks { ... on Cover { target: page { slug } } } } ... on PostList { limit } }
      intro { parts: blocks { ... on RichTextPicture { image { alt } } } }`,
    );
    expect(errors?.map(({ extensions }) => [extensions?.document, extensions?.attribute])).toEqual([
      ['a', 'content[0].blocks[0].page'],
      ['a', 'content[1].limit'],
      ['a', 'intro[1]'],
    ]);
  });

  test('an attribute of a text with a name of JavaScript is no issue', async () => {
    const intro = [{ ...textBlock('x'), constructor: 'own', toString: 4 }];
    const { data, errors } = await queryPage({ intro }, 'intro { plainText json }');
    expect(errors).toBeUndefined();
    expect(data.page).toMatchObject({ intro: { plainText: 'x', json: intro } });
  });

  test('a word that an enum lacks is in the message, and a longer text is not', async () => {
    const graph = createGraph([edgeCase('a', { mood: 'loud' }), edgeCase('b', { mood: 'not a choice' })]);
    const { errors } = await execute(
      graph,
      '{ edgeCase(by: { slug: "a" }) { mood } other: edgeCase(by: { slug: "b" }) { mood } }',
    );
    expect(errors?.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^expected Mood as mood of EdgeCase in the document a, got string "loud"; correct/,
      ),
      expect.stringMatching(/^expected Mood as mood of EdgeCase in the document b, got string; correct/),
    ]);
    expect(errors?.[0]?.extensions).toMatchObject({ expected: 'Mood', found: 'string "loud"' });
  });

  test('a date in place of a time is named so', async () => {
    const graph = createGraph([edgeCase('a', { publishedAt: '2026-01-31' })]);
    const { data, errors } = await execute(graph, '{ edgeCase(by: { slug: "a" }) { publishedAt } }');
    expect(data.edgeCase).toEqual({ publishedAt: null });
    expect(errors).toMatchObject([
      {
        message:
          'expected DateTime as publishedAt of EdgeCase in the document a, got date without time; correct the document in the Studio, or the model',
        extensions: { code: 'CONTENT_MISMATCH', found: 'date without time' },
      },
    ]);
  });

  test('a missing required value has its _id and path', async () => {
    const { errors, issues } = await queryPage(
      { content: [{ _type: 'hero.cover' }] },
      'content { ... on Cover { heading } }',
    );
    const expected = { document: 'a', attribute: 'content[0].heading', found: 'none' };
    expect(errors).toMatchObject([{ extensions: { code: 'INCOMPLETE_DOCUMENT', ...expected } }]);
    expect(issues).toMatchObject([expected]);
  });
});

const extensionsOf = ({ extensions }: GraphQLError) => extensions;

describe('value that the path of a field leads through', () => {
  const sdl = `type Post @document {
    slug: String @groq(expr: "slug.current")
    title: String! @groq(expr: "a.seo.title") @orderable
    tags: [String!] @groq(expr: "seo.tags")
    raw: JSON @groq(expr: "seo.raw")
    cover: Image @groq(expr: "media.cover")
    text: RichText @groq(expr: "media.text")
    nested: Inner @groq(expr: "media.inner")
    next: Post @groq(expr: "media.next")
    listed: PostConnection @groq(expr: "media.listed")
    any: Anything @groq(expr: "media.any")
    place: GeoPoint @groq(expr: "media.place")
    file: File @groq(expr: "media.file")
    inner: [Inner]
  }
  union Anything = Post | Inner
  type Inner { name: String @groq(expr: "meta.name") subtitle: String }`;
  const read = async (attributes: Record<string, unknown>, selection: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'paths-'));
    writeFileSync(join(folder, 'post.graphql'), sdl);
    const defs = await readTypeDefs(folder).finally(() => rmSync(folder, { recursive: true }));
    const graph = createContentGraph(defs, createEvaluatorClient([documentOf('post', 'a', attributes)]));
    const { data, errors } = await execute(graph, `{ posts { nodes { ${selection} } } }`);
    return { row: data.posts.nodes[0], errors: errors?.map(extensionsOf) };
  };
  const error = (attribute: string, found: string) => ({
    code: 'CONTENT_MISMATCH',
    document: 'a',
    attribute,
    expected: 'an object',
    found,
  });

  test.each([
    ['c', 'string'],
    ['', 'string'],
    [5, 'number'],
    [false, 'boolean'],
    [['b'], 'list'],
    [[], 'list'],
    [[{ _type: 'slug', current: 'e' }], 'list'],
  ])('%j is a mismatch at its own path', async (slug, found) => {
    expect(await read({ slug }, 'slug')).toEqual({ row: { slug: null }, errors: [error('slug', found)] });
  });

  test('each kind of field names it, and a required value removes its object', async () => {
    const { row, errors } = await read(
      { seo: 'x', media: ['y'] },
      `tags raw cover { alt } text { plainText } nested { subtitle } next { slug } listed { totalCount nodes { slug } }
        ordered: listed(orderBy: { field: TITLE }) { nodes { slug } } any { ... on Post { slug } } place { lat } file { url } short: tags(first: 1)`,
    );
    expect(row).toEqual({
      tags: null,
      raw: null,
      cover: null,
      text: null,
      nested: null,
      next: null,
      listed: null,
      ordered: null,
      any: null,
      place: null,
      file: null,
      short: null,
    });
    expect(errors).toEqual([
      error('seo', 'string'),
      error('seo', 'string'),
      ...Array(9).fill(error('media', 'list')),
      error('seo', 'string'),
    ]);
    const required = await read({ a: { seo: 7 } }, 'title');
    expect(required.row).toBeNull();
    expect(required.errors).toEqual([error('a.seo', 'number')]);
  });

  test('in an object of a list has the path in the document', async () => {
    const inner = [{ meta: { name: 'x' } }, { meta: 'y' }, {}];
    expect(await read({ inner }, 'inner { name }')).toEqual({
      row: { inner: [{ name: 'x' }, { name: null }, { name: null }] },
      errors: [error('inner[1].meta', 'string')],
    });
  });

  test.each([{}, { slug: null }, { slug: {} }, { slug: { _type: 'slug' } }])(
    '%j is no value and no error',
    async (attributes) => {
      expect(await read(attributes, 'slug')).toEqual({ row: { slug: null }, errors: undefined });
    },
  );
});

describe('video of another form', () => {
  const sdl =
    'type Clip @document { slug: String clip: Video @asset clips: [Video!] @asset takes: [Video] @asset }';
  const asset = { _type: 'reference', _ref: 'v' };
  const video = { _type: 'mux.video', asset };
  const documents = [documentOf('mux.videoAsset', 'v', { assetId: 'ofDocument', playbackId: 'p' })];
  const read = async (attributes: Record<string, unknown>) => {
    const folder = mkdtempSync(join(tmpdir(), 'clips-'));
    writeFileSync(join(folder, 'clip.graphql'), sdl);
    const defs = await readTypeDefs(folder).finally(() => rmSync(folder, { recursive: true }));
    const client = createEvaluatorClient([...documents, documentOf('clip', 'a', attributes)]);
    const selection = '{ clips { nodes { clip { assetId } clips { assetId } takes { assetId } } } }';
    const { data, errors } = await execute(createContentGraph(defs, client), selection);
    return { ...data.clips.nodes[0], errors };
  };

  test.each([
    ['id', { assetId: 'id' }],
    [video, { assetId: 'ofDocument' }],
    ['', null],
    [{ _type: 'mux.video' }, null],
    [{ _type: 'mux.video', asset: { _type: 'reference', _ref: 'gone' } }, null],
  ])('%j is read', async (clip, expected) => {
    expect(await read({ clip })).toMatchObject({ clip: expected, errors: undefined });
  });

  test.each([
    [5, 'number'],
    [['id'], 'list'],
    [asset, 'reference'],
    [{ _type: 'crossDatasetReference', _ref: 'v', _dataset: 'd' }, 'reference to another dataset'],
    [{ _type: 'image', asset: { _ref: 'image-x-40x30-png' } }, 'object image'],
    [{ _type: 'mux.video', asset: 'id' }, 'string as its asset'],
    [{ _type: 'mux.video', asset: { playbackId: 'x' } }, 'object as its asset'],
    [{ _type: 'mux.video', asset: { ...asset, _dataset: 'd' } }, 'reference to another dataset as its asset'],
  ])('%j is a mismatch, also in lists', async (clip, found) => {
    const { errors, ...row } = await read({ clip, clips: [video, clip, video], takes: [clip, video] });
    const own = { assetId: 'ofDocument' };
    expect(row).toEqual({ clip: null, clips: [own, own], takes: [own] });
    const omitted = ['clips[1]', 'takes[0]'].map((attribute) => ({ attribute, omitted: 1 }));
    const all = [{ attribute: 'clip', found }, ...omitted];
    expect(errors?.map(extensionsOf)).toMatchObject(all);
  });

  test('lists have ids, or objects beside missing documents', async () => {
    const gone = { _type: 'mux.video', asset: { _type: 'reference', _ref: 'gone' } };
    expect(await read({ clips: ['one', 'two'], takes: [gone, video] })).toEqual({
      clip: null,
      clips: [{ assetId: 'one' }, { assetId: 'two' }],
      takes: [null, { assetId: 'ofDocument' }],
      errors: undefined,
    });
    const { clips, errors } = await read({ clips: ['one', video] });
    expect(clips).toEqual([{ assetId: 'ofDocument' }]);
    expect(errors).toMatchObject([{ extensions: { attribute: 'clips[0]', found: 'string' } }]);
  });
});

test('value of another kind: is in each response, once in the log, and in a metric', async () => {
  const stack = await startStack({ hasIndex: false, env: { LOG_LEVEL: 'silent', CONSUME_CHANGES: 'off' } });
  const lines: string[] = [];
  const stateDir = mkdtempSync(join(tmpdir(), 'issues-'));
  const config = readConfig({ ...stack.env, LOG_LEVEL: 'warn', STATE_DIR: stateDir, METRICS_TOKEN: '' });
  const gateway = await createGateway(config, {
    logDestination: { write: (line: string) => void lines.push(line) },
  });
  try {
    await stack.editor
      .patch('film-lorenz')
      .set({
        sources: [{ _key: 'a', title: 'Deterministic Nonperiodic Flow' }, 'loose'],
      })
      .commit();
    const issue = { document: 'film-lorenz', attribute: 'sources[1]', found: 'string', omitted: 1 };
    for (const _ of [1, 2]) {
      const text = '{ film(by: { slug: "lorenz" }) { sources { title } } }';
      const { data, errors } = await queryGateway(gateway.url, text);
      expect(data.film.sources).toEqual([{ title: 'Deterministic Nonperiodic Flow' }]);
      expect(errors).toMatchObject([
        { path: ['film', 'sources'], extensions: { code: 'CONTENT_MISMATCH', ...issue } },
      ]);
    }
    const logged = lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => /does not fit the model/.test(msg));
    expect(logged).toMatchObject([issue]);
    const metrics = await (await fetch(`${gateway.operatorUrl}/metrics`)).text();
    expect(metrics).toContain('trivium_content_issues_total{kind="mismatch"} 2');
    expect(metrics).toContain('trivium_graphql_errors_total{code="CONTENT_MISMATCH"} 2');
  } finally {
    await gateway.close();
    await stack.close();
    rmSync(stateDir, { recursive: true });
  }
});
