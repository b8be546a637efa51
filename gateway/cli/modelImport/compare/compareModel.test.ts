import { describe, expect, test } from '@jest/globals';
import type { TypeNode } from 'groq-js';
import {
  boolean,
  declaredObject,
  document,
  image,
  inline,
  item,
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
import { importTypes, studioSchema } from '../testing/importSdl.ts';
import { readModelFiles } from '../testing/modelFolder.ts';
import { compareModel } from './compareModel.ts';

const STUDIO = [
  slug,
  declaredObject('hero.cover', { heading: text, cover: image() }),
  declaredObject('quote', { words: text }),
  document('post', {
    title: text,
    slug: inline('slug'),
    author: reference('person'),
    content: list(union(item('hero.cover'), item('quote'))),
    story: richText([object({ code: text }, 'snippet')]),
    cover: image({ credit: text }),
  }),
  document('person', { name: text }),
  document('sanity.imageAsset', { url: text }),
];

/** Compares a studio with SDL. */
async function differencesOf(
  sdl: string,
  computed: readonly string[] = [],
  studio: readonly object[] = STUDIO,
  languages?: readonly string[],
) {
  const { model } = await readModelFiles([['model.graphql', sdl]]);
  return compareModel(studioSchema(studio), model, new Set(computed), languages).map(
    ({ missingIn, path }) => `${missingIn} ${path}`,
  );
}

const MODEL = `type Post @document {
    title: String
    slug: String @groq(expr: "slug.current")
    author: Person
    content: [Block!]!
    story: RichText
    cover: PostCover
  }
  union Block = HeroCover | Quote
  type HeroCover @object(type: "hero.cover") { heading: String cover: Image }
  type Quote { words: String }
  type PostCover { image: Image @groq(expr: "@") credit: String }
  type Snippet @richText(as: [BLOCK]) { code: String }
  type Person @document { name: String }`;

describe('comparison of a model with a studio', () => {
  test('an imported model has no differences', async () => {
    const { files } = await importTypes(STUDIO);
    expect(await differencesOf([...files.values()].join('\n'))).toEqual([]);
  });

  test('a handwritten model has no differences regardless of its names', async () => {
    const renamed = MODEL.replace('title: String', 'heading: String @groq(expr: "title")')
      .replace(/Quote/g, 'Saying')
      .replace('type Saying', 'type Saying @object(type: "quote")');
    expect(await differencesOf(renamed)).toEqual([]);
  });

  test.each([
    [
      'a document type',
      [
        ['type Person @document { name: String }', ''],
        ['author: Person', 'author: JSON'],
      ],
      ['model person'],
    ],
    ['an attribute', [['title: String', '']], ['model post.title']],
    [
      'an attribute of an inline object',
      [['heading: String', '']],
      ['model post.content.hero.cover.heading'],
    ],
    ['a member of a union', [['HeroCover | Quote', 'HeroCover']], ['model post.content']],
    ['an attribute of an image', [['cover: PostCover', 'cover: Image']], ['model post.cover.credit']],
    [
      'an object in rich text',
      [['type Snippet @richText(as: [BLOCK]) { code: String }', '']],
      ['model snippet'],
    ],
    [
      'an attribute of an object in rich text',
      [['code: String', 'lines: Int']],
      ['model snippet.code', 'studio Snippet.lines'],
    ],
    ['a list', [['content: [Block!]!', 'content: Block']], ['model post.content']],
    ['the target of a reference', [['author: Person', 'author: Post']], ['model post.author']],
  ])('reports %s that the model lacks', async (_name, edits, expected) => {
    const edited = edits.reduce((sdl, [from = '', to = '']) => sdl.replace(from, to), MODEL);
    expect(edited).not.toBe(MODEL);
    expect(await differencesOf(edited)).toEqual(expected);
  });

  test.each([
    ['a document type', `${MODEL} type Topic @document { title: String }`, ['studio Topic']],
    ['an attribute', MODEL.replace('title: String', 'title: String year: Int'), ['studio Post.year']],
    [
      'an object in rich text',
      `${MODEL} type Formula @richText(as: [BLOCK]) { tex: String }`,
      ['studio Formula'],
    ],
  ])('reports %s that the studio lacks', async (_name, sdl, expected) => {
    expect(await differencesOf(sdl)).toEqual(expected);
  });

  describe('kinds of values', () => {
    const KINDS: Readonly<Record<string, TypeNode>> = {
      'a text': text,
      'a number': number,
      'a Boolean': boolean,
      'a slug': inline('slug'),
      'a geopoint': object({ lat: number, lng: number }, 'geopoint'),
      'an image': image(),
      'a video': object({ asset: reference('mux.videoAsset') }, 'mux.video'),
      'an object': object({ a: text }),
      'a reference': reference('post'),
      'rich text': richText(),
    };
    const kinds = Object.keys(KINDS);
    const studioOf = (kind: string) => [
      slug,
      document('post', { title: text, value: KINDS[kind] as TypeNode }),
    ];

    test.each(kinds.flatMap((before) => kinds.filter((now) => now !== before).map((now) => [before, now])))(
      'reports %s that became %s',
      async (before = '', now = '') => {
        const { files } = await importTypes(studioOf(before));
        const sdl = [...files.values()].join('\n');
        expect(await differencesOf(sdl, [], studioOf(before))).toEqual([]);
        expect(await differencesOf(sdl, [], studioOf(now))).not.toEqual([]);
      },
    );
  });

  test('reports choices that only the studio or only the model has', async () => {
    const studioWith = (...choices: string[]) => [
      document('post', { title: text, tone: union(...choices.map(literal)) }),
    ];
    const { files } = await importTypes(studioWith('calm', '16:9'));
    const sdl = [...files.values()].join('\n');
    expect(await differencesOf(sdl, [], studioWith('16:9', 'calm'))).toEqual([]);
    expect(await differencesOf(sdl, [], studioWith('calm', '16:9', 'loud'))).toEqual(['model post.tone']);
    expect(await differencesOf(sdl, [], studioWith('calm'))).toEqual(['studio PostTone']);
  });

  test.each([
    [
      'a member of a union that is gone',
      { a: list(union(item('hero.cover'), item('quote'))) },
      { a: list(union(item('hero.cover'), item('hero.cover'))) },
    ],
    [
      'a target of a union that is gone',
      { a: union(reference('post'), reference('person')) },
      { a: union(reference('post'), reference('post')) },
    ],
    ['a target that is another one', { a: reference('post') }, { a: reference('person') }],
    ['one target more', { a: reference('post') }, { a: union(reference('post'), reference('person')) }],
    ['choices that became any text', { a: union(literal('x'), literal('y')) }, { a: text }],
    ['a text that became a text or a number', { a: text }, { a: union(text, number) }],
    ['a number that became a text or a number', { a: number }, { a: union(text, number) }],
    ['texts that became texts or numbers', { a: list(text) }, { a: list(union(text, number)) }],
    ['a text that became a list', { a: text }, { a: list(text) }],
    ['a list that became a text', { a: list(text) }, { a: text }],
    ['a reference that became a list', { a: reference('post') }, { a: list(reference('post')) }],
    ['a list of references that became one', { a: list(reference('post')) }, { a: reference('post') }],
    ['an object that became a list', { a: object({ b: text }) }, { a: list(object({ b: text })) }],
    ['an image that became a list', { a: image() }, { a: list(image()) }],
    ['a text that got languages', { a: text }, { a: object({ en: text, de: text }) }],
  ])('reports %s', async (_name, before, now) => {
    const studioWith = (fields: Parameters<typeof document>[1]) => [
      ...STUDIO.filter((type) => 'name' in type && !/post|sanity/.test(String(type.name))),
      document('post', { title: text, ...fields }),
    ];
    const { files } = await importTypes(studioWith(before));
    const sdl = [...files.values()].join('\n');
    expect(await differencesOf(sdl, [], studioWith(before))).toEqual([]);
    expect(await differencesOf(sdl, [], studioWith(now))).not.toEqual([]);
  });

  test('reports languages of the studio that the settings do not name', async () => {
    const studio = [document('post', { title: object({ en: text, de: text, fr: text }) })];
    const { files } = await importTypes(studio);
    const sdl = [...files.values()].join('\n');
    expect(await differencesOf(sdl, [], studio, ['en', 'de', 'fr'])).toEqual([]);
    expect(await differencesOf(sdl, [], studio, ['en', 'de'])).toEqual(['model post.title']);
    expect(await differencesOf(sdl, [], studio)).toEqual([]);
  });

  test('reports an attribute that has become one value for each language as one difference', async () => {
    const values = list(object({ _key: text, value: text }, 'internationalizedArrayStringValue'));
    const studio = [document('post', { title: text, lead: values, words: values, raw: values })];
    const sdl = `type Post @document { title: String lead: String words: String @localized raw: [RawValue!] }
      type RawValue @object(type: "internationalizedArrayStringValue") { value: String }`;
    expect(await differencesOf(sdl, [], studio)).toEqual(['model post.lead']);
  });

  test('compares objects of several kinds together with the one type that reads them', async () => {
    const links = list(union(object({ url: text }, 'web'), object({ to: reference('post') }, 'internal')));
    const studio = [document('post', { title: text, links })];
    const sdl = 'type Post @document { title: String links: [Link!] } type Link { url: String to: Post }';
    expect(await differencesOf(sdl, [], studio)).toEqual([]);
    expect(await differencesOf(sdl.replace('to: Post', 'label: String'), [], studio)).toEqual([
      'model post.links.to',
      'studio Link.label',
    ]);
  });

  test('reports a non-null field of an optional attribute, if the extract states what is required', async () => {
    const sdl = 'type Post @document { title: String! lead: String }';
    const all = { title: text, lead: text };
    expect(await differencesOf(sdl, [], [document('post', all)])).toEqual([]);
    expect(await differencesOf(sdl, [], [document('post', { title: text }, { lead: text })])).toEqual([
      'model post.title',
    ]);
    expect(await differencesOf(sdl, [], [document('post', { lead: text }, { title: text })])).toEqual([]);
  });

  test('computed fields and fields without an attribute are no differences', async () => {
    const sdl = MODEL.replace('title: String', 'title: String words: Int').replace(
      'name: String',
      'name: String posts: PostConnection @inverse(field: "author")',
    );
    expect(await differencesOf(sdl, ['Post.words'])).toEqual([]);
  });
});
