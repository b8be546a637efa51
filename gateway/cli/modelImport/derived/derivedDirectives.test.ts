import { describe, expect, test } from '@jest/globals';
import { createEvaluatorClient } from '../../../../tests/reference/contentGraph.ts';
import {
  declaredObject,
  document,
  inline,
  item,
  list,
  literal,
  object,
  reference,
  richText,
  slug,
  text,
  union,
} from '../testing/extracts.ts';
import { importSdl, importTypes, postWith } from '../testing/importSdl.ts';

const SHARED_NAME_CASES: readonly (readonly [string, Parameters<typeof document>[1], string])[] = [
  ['a Boolean', { label: { type: 'boolean' } }, 'postLabel: Boolean @groq(expr: "label")'],
  [
    'a choice',
    { label: union(literal('new'), literal('sale')) },
    'postLabel: PostLabel @groq(expr: "label")',
  ],
  ['an object', { label: object({ words: text }) }, 'postLabel: PostLabel @groq(expr: "label")'],
  ['a list', { label: list(text) }, 'postLabel: [String]! @groq(expr: "label")'],
  ['a reference', { label: reference('post') }, 'postLabel: Post @groq(expr: "label")'],
  ['a slug', { label: inline('slug'), title: text }, 'postLabel: String @groq(expr: "label.current")'],
  ['a text beside a title', { label: text, title: text }, 'postLabel: String @groq(expr: "label")'],
  ['a time', { createdAt: { type: 'number' } }, 'postCreatedAt: Float @groq(expr: "createdAt")'],
];

describe('model import: names that all documents have', () => {
  test('a slug under such a name identifies its documents by its new name', async () => {
    const sdl = await importSdl([document('post', {}, { label: inline('slug'), title: text }), slug]);
    expect(sdl).toContain('type Post @document @lookup(by: ["postLabel"])');
  });

  test.each(SHARED_NAME_CASES)('%s under such a name is another field', async (_name, fields, line) => {
    const declarations = [document('post', {}, fields), slug, document('tag', {}, { label: text })];
    const { report } = await importTypes(declarations);
    const sdl = await importSdl(declarations);
    expect(sdl).toContain(`  ${line}`);
    expect(sdl).not.toMatch(/type Post \{[^}]*\n {2}(label|createdAt):/);
    // The only name of a document stays its label.
    expect(sdl).toContain('  label: String @searchable(weight: 10)');
    expect(report.notes.filter(({ text: note }) => note.includes('because the gateway gives'))).toHaveLength(
      1,
    );
  });

  test('times stay', async () => {
    expect(await postWith({ updatedAt: text })).toContain('  updatedAt: DateTime');
  });
});

describe('model import: lookups, inverses and search', () => {
  test('references have a connection on the other side, also through inline objects', async () => {
    const sdl = await importSdl([
      document('post', {
        title: text,
        credits: list(object({ person: reference('person') })),
        editor: reference('person'),
      }),
      document('person', { name: text }),
    ]);
    expect(sdl).toContain('posts: PostConnection @inverse(field: "credits.person")');
    expect(sdl).toContain('postsByEditor: PostConnection @inverse(field: "editor")');
  });

  test('a reference to more than ten types is a link, without connections on the other side', async () => {
    const inversesOf = async (count: number) => {
      const pages = [...Array(count).keys()].map((i) => `page${i}`);
      const link = declaredObject('link', {
        label: text,
        to: union(...pages.map((name) => reference(name))),
      });
      const { model } = await importTypes([
        ...pages.map((name) => document(name, { cta: inline('link') })),
        link,
      ]);
      return [...model.types.values()].flatMap(({ fields }) => fields.filter(({ inverse }) => inverse));
    };
    expect(await inversesOf(10)).toHaveLength(100);
    expect(await inversesOf(11)).toHaveLength(0);
  });

  test('references that differ by language have no connection on the other side', async () => {
    const sdl = await importSdl([
      document('post', {
        editor: list(item('internationalizedArrayReferenceValue')),
        author: object({ en: reference('person'), de: reference('person') }),
      }),
      document('person', { name: text }),
      declaredObject('internationalizedArrayReferenceValue', { language: text, value: reference('person') }),
    ]);
    expect(sdl).toContain('editor: Person @localized');
    expect(sdl).toContain('author: Person @localized');
    expect(sdl).not.toContain('@inverse');
  });

  test('lists and texts in items of lists and in rich text have a size, other lists and texts the default size', async () => {
    const row = object({ cells: list(object({ note: richText() })), marks: list(text) });
    const sdl = await importSdl([
      document('post', {
        rows: list(row),
        head: object({ parts: list(object({ a: text })) }),
        story: richText([object({ steps: list(object({ b: text })) }, 'recipe')]),
      }),
    ]);
    for (const line of [
      'rows: [PostRow!]!\n',
      'cells: [PostRowCell!]! @listSize(assumedSize: 4)',
      'note: RichText @listSize(assumedSize: 5, sizedFields: ["blocks"])',
      'marks: [String]!\n',
      'parts: [PostHeadPart!]!\n',
      'story: RichText\n',
      'steps: [RecipeStep!]! @listSize(assumedSize: 4)',
    ])
      expect(sdl).toContain(line);
    const { report } = await importTypes([document('post', { rows: list(row) })]);
    expect(report.notes).toContainEqual({
      kind: 'guess',
      path: '@listSize',
      text: '4 items, or 5 blocks of text, for 2 lists within lists or texts; the cost of operations depends on it',
    });
  });

  test('titles, summaries, texts, choices and references are searchable', async () => {
    const sdl = await postWith({
      title: text,
      excerpt: text,
      story: richText(),
      tone: union(literal('calm'), literal('loud')),
      tags: list(text),
      parent: reference('post'),
    });
    for (const line of [
      'title: String @searchable(weight: 10)',
      'excerpt: String @searchable(weight: 4)',
      'story: RichText @searchable\n',
      'tone: PostTone @searchable(facet: true)',
      'tags: [String]! @searchable(weight: 3, facet: true)',
      'parent: Post @searchable(weight: 3, facet: true)',
    ])
      expect(sdl).toContain(line);
  });

  test('facets of one name have one kind', async () => {
    const sdl = await importSdl([
      document('post', { title: text, kind: union(literal('a'), literal('b')) }),
      document('talk', { title: text, kind: reference('post') }),
    ]);
    expect(sdl).toContain('kind: PostKind @searchable(facet: true)');
    expect(sdl).toContain('kind: Post @searchable(weight: 3)');
  });

  test('an entry of a glossary is named by its term', async () => {
    const sdl = await importSdl([
      document('entry', { term: object({ en: text, fr: text }), slug: inline('slug'), definition: text }),
      document('contract', { term: text, partnerName: text }),
      slug,
    ]);
    expect(sdl).toContain('  term: String @localized @searchable(weight: 10)');
    expect(sdl).toContain('  definition: String @searchable(weight: 4)');
    expect(sdl).toContain('  term: String\n  partnerName: String @searchable(weight: 10)');
  });

  test('singletons that the user names have a lookup without arguments, a label and no search', async () => {
    const sdl = await importSdl([document('imprint', { title: text })], { singletons: ['imprint'] });
    expect(sdl).toBe('type Imprint @document @lookup(by: []) {\n  title: String @label\n}');
  });

  test.each([
    ['about', 'about', true],
    ['aboutPage', 'singleton-about-page', true],
    ['about', 'aboutPage', true],
    ['siteSettings', '0d1f3a52-5cbb-4b6a-9a55-0a4c1f0c7d11', true],
    ['about', '0d1f3a52-5cbb-4b6a-9a55-0a4c1f0c7d11', false],
    ['author', 'author-ada', false],
  ])('the type %s with the one document %s is a singleton: %s', async (_type, _id, isSingle) => {
    const times = { _createdAt: '2026-02-01T08:00:00Z', _updatedAt: '2026-03-01T00:00:00Z' };
    const client = createEvaluatorClient([{ _type, _id, ...times, title: 'a' }]);
    const sdl = await importSdl([document(_type, { title: text })], { client });
    expect(sdl.includes('@lookup(by: [])')).toBe(isSingle);
  });

  test('singletons by their name are a guess', async () => {
    const { report } = await importTypes([document('siteSettings', { title: text })]);
    expect(report.notes).toEqual([expect.objectContaining({ kind: 'guess', path: 'siteSettings' })]);
  });

  test('documents with a slug and a language are identified by both', async () => {
    const sdl = await postWith({ title: text, slug: inline('slug'), language: text });
    expect(sdl).toContain('type Post @document @lookup(by: ["slug", "language"])');
  });

  test('slugs of another name than slug identify documents', async () => {
    const sdl = await importSdl([document('variable', { name: text, key: inline('slug') }), slug]);
    expect(sdl).toContain('type Variable @document @lookup(by: ["key"])');
    const post = await postWith({ title: text, slug: inline('slug'), oldSlug: inline('slug') });
    expect(post).toContain('type Post @document {');
  });

  test('documents without a title and a slug have the title and slug of an object', async () => {
    const store = object({ title: text, slug: inline('slug'), vendor: text });
    const declarations = [
      document('product', { seo: object({ title: text }), store }),
      document('page', { title: text, store }),
      document('home', { store }),
      slug,
    ];
    const sdl = await importSdl(declarations);
    for (const line of [
      'title: String @groq(expr: "store.title") @searchable(weight: 10)',
      'slug: String @groq(expr: "store.slug.current")',
    ])
      expect(sdl.split('type Product @document')[1]?.split('}')[0]).toContain(line);
    expect(sdl.split('type Page @document')[1]?.split('}')[0]).not.toContain('store.title');
    expect(sdl.split('type Home @document')[1]?.split('}')[0]).not.toContain('store.');
    const { report } = await importTypes(declarations);
    expect(report.notes).toContainEqual({
      kind: 'guess',
      path: 'product.store.title',
      text: 'also the field title, because documents of the type have no title of their own',
    });
  });

  test('a slug in an object is a lookup, also in an object whose title names no document', async () => {
    const metadata = object({ title: text, slug: inline('slug') });
    const sdl = await importSdl([document('page', { title: text, metadata }), slug]);
    expect(sdl).toContain('title: String @searchable(weight: 10)');
    expect(sdl).toContain('slug: String @groq(expr: "metadata.slug.current")');
    const { report } = await importTypes([document('page', { metadata }), slug]);
    expect(report.notes).toContainEqual({
      kind: 'not searchable',
      path: 'page',
      text: 'no text names its documents; add @searchable to a text',
    });
  });

  test('a title in rich text is found by its plain text', async () => {
    const sdl = await importSdl([
      document('event', { title: richText(), parts: list(object({ title: text })) }),
      document('page', { heading: richText(), name: text }),
      slug,
    ]);
    expect(sdl).toContain('plainTitle: String @groq(expr: "pt::text(title)") @searchable(weight: 10)');
    expect(sdl).toContain('name: String @searchable(weight: 10)');
    expect(sdl).not.toContain('plainHeading');
  });

  test.each(['cardWidth', 'infoPosition', 'mediaAspectRatio', 'backgroundColor', 'theme'])(
    'the choice %s is about the look of a page, so it is no facet',
    async (name) => {
      const post = await postWith({
        title: text,
        [name]: union(literal('a'), literal('b')),
        tone: union(literal('c'), literal('d')),
      });
      expect(post).not.toMatch(new RegExp(`${name}: .*@searchable`));
      expect(post).toContain('tone: PostTone @searchable(facet: true)');
    },
  );
});
