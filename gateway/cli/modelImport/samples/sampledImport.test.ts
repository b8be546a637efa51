import { expect, test } from '@jest/globals';
import type { TypeNode } from 'groq-js';
import { createEvaluatorClient } from '../../../../tests/reference/contentGraph.ts';
import {
  document,
  image,
  inline,
  list,
  literal,
  number,
  object,
  reference,
  richText,
  slug,
  text,
  union,
} from '../testing/extracts.ts';
import { importSdl, importTypes } from '../testing/importSdl.ts';

const TIMES = { _createdAt: '2026-02-01T08:00:00Z', _updatedAt: '2026-03-01T00:00:00Z' };

/** Returns the SDL of a studio with posts, of which five have these attributes. */
const importPosts = (fields: Readonly<Record<string, TypeNode>>, ...posts: readonly object[]) =>
  importSdl([document('post', {}, fields), slug], {
    client: createEvaluatorClient(
      posts.map((post, i) => ({ ...post, ...TIMES, _id: `p${i}`, _type: 'post' })),
    ),
  });

const five = (post: object): readonly object[] => Array.from({ length: 5 }, () => post);

test('samples: a required value that no document lacks is non-null, except references, images, rich text and choices', async () => {
  const sdl = await importPosts(
    {
      title: text,
      lead: text,
      parent: reference('post'),
      cover: image(),
      story: richText(),
      slug: inline('slug'),
      tone: union(literal('calm'), literal('loud')),
    },
    ...five({
      title: 'a',
      parent: { _ref: 'p0' },
      cover: { asset: { _ref: 'image-a-1x1-png' } },
      story: [],
      slug: { current: 'a' },
      tone: 'calm',
    }),
  );
  for (const line of [
    'title: String! @searchable',
    'lead: String @searchable(weight: 4)',
    'slug: String! @groq',
    'parent: Post ',
    'cover: Image\n',
    'story: RichText @searchable',
    'tone: PostTone @searchable',
  ])
    expect(`${sdl}\n`).toContain(line);
});

test('samples: few documents prove no value that the studio requires', async () => {
  expect(await importPosts({ title: text }, { title: 'a' })).toContain('title: String @');
});

test('samples: documents agree on null, because search returns them together', async () => {
  const declarations = [
    document('post', { title: text }),
    document('page', {}, { title: text }),
    document('topic', {}, { heading: text }),
  ];
  const documents = ['post', 'page', 'topic'].flatMap((_type) =>
    five({ title: 'a', heading: 'b' }).map((own, i) => ({ ...own, ...TIMES, _type, _id: `${_type}${i}` })),
  );
  const sdl = await importSdl(declarations, { client: createEvaluatorClient(documents) });
  expect(sdl.match(/title: \S+/g)).toEqual(['title: String', 'title: String']);
  expect(sdl).toContain('heading: String!');
});

test('samples: members of a union, and documents, have one type of number', async () => {
  const declarations = [
    document('post', {
      title: text,
      size: number,
      blocks: list(union(object({ n: number }, 'a'), object({ n: number }, 'b'))),
    }),
    document('page', { title: text, size: number }),
  ];
  const documents = [1, 2, 3, 4, 5].flatMap((n) => [
    {
      ...TIMES,
      _type: 'post',
      _id: `post${n}`,
      size: n,
      blocks: [
        { _type: 'a', n },
        { _type: 'b', n: n + 0.5 },
      ],
    },
    { ...TIMES, _type: 'page', _id: `page${n}`, size: n + 0.5 },
  ]);
  const sdl = await importSdl(declarations, { client: createEvaluatorClient(documents) });
  expect(sdl.match(/(size|n): \S+/g)).toEqual(['size: Float', 'n: Float', 'n: Float', 'size: Float']);
});

test('samples: values in the members of a union, and in objects in rich text, are never required', async () => {
  const hero = object({ heading: text, lead: text }, 'hero');
  const quote = object({ heading: text, words: text }, 'quote');
  const blocks = [
    { _type: 'hero', heading: 'a', lead: 'b' },
    { _type: 'quote', words: 'c' },
  ];
  const sdl = await importPosts(
    { content: list(union(hero, quote)), side: list(union(hero, object({ lead: text }, 'note'))) },
    ...five({
      content: blocks,
      side: [
        { _type: 'hero', heading: 'a', lead: 'b' },
        { _type: 'note', lead: 'd' },
      ],
    }),
  );
  expect(sdl).toContain('type Hero {\n  heading: String\n  lead: String\n}');
  expect(sdl).toContain('type Quote {\n  heading: String\n  words: String\n}');
  expect(sdl).toContain('type Note {\n  lead: String\n}');
  const story = (inner: readonly object[]) => [{ _type: 'block', children: inner, markDefs: [] }];
  const inText = await importPosts({ story: richText([], [hero, quote]) }, ...five({ story: story(blocks) }));
  expect(inText).toContain('type Hero @richText(as: [INLINE]) {\n  heading: String\n  lead: String\n}');
  expect(inText).toContain('type Quote @richText(as: [INLINE]) {\n  heading: String\n  words: String\n}');
});

test('samples: of two objects with one _type in different unions, each has its own values', async () => {
  const wide = object({ title: text }, 'card');
  const small = object({ label: text }, 'card');
  const other = object({ a: text }, 'other');
  const sdl = await importPosts(
    {
      first: object({ cards: list(union(wide, other)) }, 'x'),
      second: object({ cards: list(union(small, other)) }, 'y'),
    },
    ...five({
      first: { cards: [{ _type: 'card', title: 'a' }] },
      second: { cards: [{ _type: 'card', label: 'b' }] },
    }),
  );
  expect(sdl).toContain('type Card {\n  title: String\n}');
  expect(sdl).toContain('type YCard @object(type: "card") {\n  label: String\n}');
});

test('samples: a guess that a name and samples both concern is reported once', async () => {
  const declarations = [document('post', {}, { 'rank-order': number })];
  const posts = five({}).map((own, i) => ({
    ...own,
    ...TIMES,
    'rank-order': i,
    _id: `p${i}`,
    _type: 'post',
  }));
  const { report } = await importTypes(declarations, { client: createEvaluatorClient(posts) });
  const guesses = report.notes
    .filter(({ path }) => path === 'post.rank-order')
    .map(({ text: words }) => words);
  expect(guesses).toHaveLength(2);
  expect(guesses.filter((words) => words.startsWith('the field rankOrder'))).toHaveLength(1);
});
