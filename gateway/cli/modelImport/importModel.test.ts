import { describe, expect, test } from '@jest/globals';
import type { TypeNode } from 'groq-js';
import {
  boolean,
  declaration,
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
} from './testing/extracts.ts';
import { importSdl, importTypes } from './testing/importSdl.ts';

/** Returns the lines of a post with these attributes, and the types after it. */
const postWith = async (fields: Parameters<typeof document>[1], ...others: object[]) => {
  const sdl = await importSdl([document('post', fields), slug, ...others]);
  return sdl.slice(sdl.indexOf('type Post'));
};

describe('model import: values', () => {
  test.each([
    ['a text', { subject: text }, 'subject: String'],
    ['a list of texts', { aliases: list(text) }, 'aliases: [String!]!'],
    ['a boolean', { pinned: boolean }, 'pinned: Boolean'],
    ['a number', { ratio: number }, 'ratio: Float'],
    [
      'a number whose name counts',
      { year: number },
      '# Guess: whole numbers, by its name. Use Float for others.\n  year: Int',
    ],
    [
      'a list of whole numbers to choose from',
      { level: union({ type: 'number', value: 1 }, { type: 'number', value: 2 }) },
      'level: Int',
    ],
    [
      'a text whose name is a time',
      { publishedAt: text },
      '# Guess: a time, by its name. Use Date if every value is a day such as 2026-01-31, String for other texts.\n  publishedAt: DateTime',
    ],
    ['a slug', { slug: inline('slug') }, 'slug: String @groq(expr: "slug.current")'],
    ['a slug with another name', { path: inline('slug') }, 'path: String @groq(expr: "path.current")'],
    ['a list of slugs', { paths: list(inline('slug')) }, 'paths: [String!]! @groq(expr: "paths[].current")'],
    ['a value or null', { pinned: union(boolean, { type: 'null' }) }, 'pinned: Boolean'],
    ['choices with an empty text', { size: union(literal(''), literal('S')) }, 'size: String'],
    ['a geopoint', { place: object({ lat: number, lng: number }, 'geopoint') }, 'place: GeoPoint'],
    ['a file', { paper: object({ asset: reference('sanity.fileAsset') }, 'file') }, 'paper: File'],
    ['an image', { cover: image({ alt: text, caption: text }) }, 'cover: Image'],
    ['a video', { clip: object({ asset: reference('mux.videoAsset') }, 'mux.video') }, 'clip: Video @asset'],
    ['rich text', { story: richText() }, 'story: RichText @searchable'],
    ['a reference', { parent: reference('post') }, 'parent: Post'],
    ['a reference to any document', { about: object({ _ref: text }, 'reference') }, 'about: Node'],
    ['an unknown value', { extra: { type: 'unknown' } as const }, 'extra: JSON'],
    ['a mixed list', { mixed: list(union(text, number)) }, 'mixed: JSON'],
    ['an attribute named like a word of GROQ', { match: text }, 'match: String'],
    [
      'an attribute whose name is no GraphQL name',
      { 'old-title': text },
      'oldTitle: String @groq(expr: "@[\\"old-title\\"]")',
    ],
    ['an attribute with the name of the global id', { id: text }, 'postId: String @groq(expr: "id")'],
    [
      'attributes with one name in constant case',
      { readTime: text, read_time: text },
      'read_time2: String @groq(expr: "read_time")',
    ],
  ])('%s', async (_name, fields, line) => {
    expect(await postWith({ title: text, ...fields })).toContain(line);
  });

  test('choices become an enum', async () => {
    expect(await postWith({ tone: union(literal('calm'), literal('loud')) })).toBe(
      'type Post @document {\n  tone: PostTone\n}\nenum PostTone {\n  calm\n  loud\n}',
    );
  });

  test('choices that are not GraphQL names are values that stand for them', async () => {
    const choices = ['3XL', 'blog-post', 'blog_post', '16:9', 'true', '→', 'Café'];
    const [first, second, ...others] = choices.map(literal) as [TypeNode, TypeNode, ...TypeNode[]];
    expect(await postWith({ size: union(first, second, ...others) })).toContain(`enum PostSize {
  _3XL @enumValue(is: "3XL")
  blog_post2 @enumValue(is: "blog-post")
  blog_post
  _16_9 @enumValue(is: "16:9")
  _true @enumValue(is: "true")
  value @enumValue(is: "→")
  Cafe @enumValue(is: "Café")
}`);
  });

  test('an attribute that the studio requires is nullable without samples', async () => {
    const sdl = await importSdl([document('post', {}, { title: text, slug: inline('slug') }), slug]);
    expect(sdl).toContain('title: String @searchable');
    expect(sdl).toContain('slug: String @groq');
  });
});

describe('model import: objects', () => {
  test('anonymous objects are named after their attribute, those in lists after one item', async () => {
    const sdl = await postWith({ links: list(object({ url: text, meta: object({ rank: text }) })) });
    expect(sdl).toContain('links: [PostLink!]!');
    expect(sdl).toContain('type PostLink {\n  url: String\n  meta: PostLinkMeta\n}');
  });

  test('objects with a _type are named after it, with @object if the name differs', async () => {
    const sdl = await postWith(
      { content: list(union(item('hero.cover'), item('call-out'))) },
      declaredObject('hero.cover', { heading: text }),
      declaredObject('call-out', { body: text }),
    );
    expect(sdl).toContain('content: [PostContentBlock!]!');
    expect(sdl).toContain('type HeroCover @object(type: "hero.cover") {');
    expect(sdl).toContain('type CallOut @object(type: "call-out") {');
    expect(sdl).toContain('union PostContentBlock =\n  | HeroCover\n  | CallOut');
  });

  test('a type that contains itself is one type', async () => {
    const sdl = await postWith(
      { body: inline('section') },
      declaredObject('section', { parts: list(item('section')) }),
    );
    expect(sdl).toContain('type Section {\n  parts: [Section!]! @listSize(assumedSize: 4)\n}');
  });

  test('a declared list names the union of its items', async () => {
    const builder = declaration('pageBuilder', list(union(item('hero'), item('quote'))));
    const sdl = await postWith(
      { body: inline('pageBuilder') },
      builder,
      declaredObject('hero', { a: text }),
      declaredObject('quote', { b: text }),
    );
    expect(sdl).toContain('body: [PageBuilderBlock!]!');
  });

  test('images and videos are members of unions', async () => {
    const clip = object({ asset: reference('mux.videoAsset') }, 'mux.video');
    expect(await postWith({ media: list(union(image(), clip)) })).toContain('| Image\n  | Video');
  });

  test('an image with more attributes is an object with the image', async () => {
    const sdl = await postWith({ cover: image({ alt: text, credit: text }) });
    expect(sdl).toContain(
      'type PostCover @object(type: "image") {\n  image: Image @groq(expr: "@")\n  credit: String\n}',
    );
  });

  test('a file with more attributes is an object with the file', async () => {
    const sdl = await postWith({
      paper: object({ asset: reference('sanity.fileAsset'), title: text }, 'file'),
    });
    expect(sdl).toContain(
      'type PostPaper @object(type: "file") {\n  file: File @groq(expr: "@")\n  title: String\n}',
    );
  });

  test('files and geopoints are members of unions, and objects in rich text', async () => {
    const paper = object({ asset: reference('sanity.fileAsset') }, 'file');
    const place = object({ lat: number, lng: number }, 'geopoint');
    const sdl = await postWith({
      media: list(union(image(), paper, place)),
      story: richText([paper, place]),
    });
    expect(sdl).toContain('| Image\n  | File\n  | GeoPoint');
    const all = await importSdl([document('post', { story: richText([paper, place]) })]);
    expect(all).toContain(
      'type FileInText @richText(as: [BLOCK], type: "file") {\n  file: File @groq(expr: "@")\n}',
    );
    expect(all).toContain('place: GeoPoint @groq(expr: "@")');
  });

  test('a block without attributes has its _type', async () => {
    const sdl = await postWith(
      { body: list(union(item('divider'), item('hero'))) },
      declaredObject('divider', {}),
      declaredObject('hero', { a: text }),
    );
    expect(sdl).toContain('type Divider {\n  type: String @groq(expr: "_type")\n}');
  });

  test('values per language are localized fields', async () => {
    const inLanguage = (type: string, value: TypeNode) =>
      declaredObject(`internationalizedArray${type}Value`, { language: text, value });
    const { files, report } = await importTypes([
      document('post', {
        heading: list(item('internationalizedArrayStringValue')),
        slug: list(item('internationalizedArraySlugValue')),
        tags: list(item('internationalizedArrayTagsValue')),
        body: list(item('internationalizedArrayBodyValue')),
        intro: object({ en: text, de: text }),
        cover: object({ en: image(), de: image() }),
        'sub-title': object({ en: text, de: text }),
      }),
      slug,
      inLanguage('String', text),
      inLanguage('Slug', inline('slug')),
      inLanguage('Tags', list(text)),
      inLanguage('Body', richText()),
    ]);
    const sdl = [...files.values()].join('\n');
    for (const line of [
      'heading: String @localized @searchable(weight: 10)',
      'slug: String @localized(path: "current")',
      'tags: [String!]! @localized',
      'body: RichText @localized @searchable',
      'intro: String @localized @searchable(weight: 4)',
      'cover: Image @localized',
    ])
      expect(sdl).toContain(line);
    expect(sdl).toContain('Left out: sub-title: values in several languages need an attribute');
    expect(report.notes).toContainEqual({
      kind: 'guess',
      path: 'LOCALES',
      text: 'set LOCALES=en,de, with the default language first',
    });
  });

  test('documents per language that a document joins have the language of the operation', async () => {
    const { files } = await importTypes([
      document('post', { title: text, slug: inline('slug'), language: text }),
      document('page', { title: text }),
      document('translation.metadata', { translations: list(object({ value: reference('post') })) }),
      slug,
    ]);
    const sdl = [...files.values()].join('\n');
    expect(sdl).toContain('type Post @document(language: "language") {');
    expect(sdl).toContain('type Page @document {');
  });
});

describe('model import: names', () => {
  test('a type with a name of core gets another one', async () => {
    const sdl = await importSdl([document('video', { title: text }), document('moment', { title: text })]);
    expect(sdl).toContain('type VideoDocument @document(type: "video")');
    expect(sdl).toContain('type MomentDocument @document(type: "moment")');
  });

  test('a document type with a name of Query gets another one, and a list that differs from the lookup', async () => {
    const sdl = await importSdl([document('search', { title: text }), document('news', { title: text })]);
    expect(sdl).toContain('type SearchDocument @document(type: "search")');
    expect(sdl).toContain('type News @document(plural: "newsList")');
  });

  test('a type with a derived name gets another one', async () => {
    const sdl = await importSdl([
      document('post', { by: object({ a: text }, 'postConnection') }),
      document('post-filter', { title: text }),
    ]);
    expect(sdl).toContain('by: PostPostConnection');
    expect(sdl).toContain('type PostFilterDocument @document(type: "post-filter")');
  });

  test('objects of one _type with different attributes are two types', async () => {
    const sdl = await postWith({
      a: object({ items: list(object({ x: text }, 'entry')) }, 'first'),
      b: object({ items: list(object({ y: text }, 'entry')) }, 'second'),
    });
    expect(sdl).toContain('type Entry {\n  x: String\n}');
    expect(sdl).toContain('type SecondEntry @object(type: "entry") {\n  y: String\n}');
  });
});

describe('model import: rich text', () => {
  test('objects in all texts are one type per _type, with the attributes of all', async () => {
    const sdl = await importSdl([
      document('post', {
        title: text,
        story: richText(
          [object({ code: text }, 'snippet')],
          [object({ tex: text }, 'math')],
          [object({ href: text }, 'link')],
        ),
        notes: richText(
          [object({ code: text, language: literal('ts') }, 'snippet')],
          [object({ code: text }, 'snippet')],
        ),
      }),
    ]);
    expect(sdl).toContain(
      'type Snippet @richText(as: [BLOCK, INLINE]) {\n  code: String\n  language: SnippetLanguage\n}',
    );
    expect(sdl).toContain('type Math @richText(as: [INLINE])');
    expect(sdl).not.toContain('type Link');
  });

  test('links and images of the text are declared if they have more than those of core', async () => {
    const sdl = await postWith({
      story: richText(
        [image({ alt: text, wide: boolean })],
        [],
        [object({ href: text, newTab: boolean }, 'link')],
      ),
    });
    const { files } = await importTypes([document('post', { story: richText([image({ alt: text })]) })]);
    expect([...files.keys()]).toEqual(['post.graphql']);
    expect(sdl).not.toContain('UnknownRichTextNode');
    const all = await importSdl([
      document('post', {
        story: richText([image({ wide: boolean })], [], [object({ href: text, newTab: boolean }, 'link')]),
      }),
    ]);
    expect(all).toContain('type ImageInText @richText(as: [BLOCK], type: "image")');
    expect(all).toContain('type Link @richText(as: [ANNOTATION])');
  });

  test('references that are blocks are objects with the document', async () => {
    const sdl = await importSdl([document('post', { story: richText([reference('post')]) })]);
    expect(sdl).toContain('type Reference @richText(as: [BLOCK]) {\n  document: Post @groq(expr: "@")\n}');
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

  test('lists and texts in items of lists and in rich text have a size, others the default one', async () => {
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
      'marks: [String!]!\n',
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
      'tags: [String!]! @searchable(weight: 3, facet: true)',
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

  test('singletons that the user names have a lookup without arguments, a label and no search', async () => {
    const sdl = await importSdl([document('imprint', { title: text })], { singletons: ['imprint'] });
    expect(sdl).toBe('type Imprint @document @lookup(by: []) {\n  title: String @label\n}');
  });

  test('singletons by their name are a guess', async () => {
    const { report } = await importTypes([document('siteSettings', { title: text })]);
    expect(report.notes).toEqual([expect.objectContaining({ kind: 'guess', path: 'siteSettings' })]);
  });

  test('documents with a slug and a language are identified by both', async () => {
    const sdl = await postWith({ title: text, slug: inline('slug'), language: text });
    expect(sdl).toContain('type Post @document @lookup(by: ["slug", "language"])');
  });
});

describe('model import: report', () => {
  test('counts types and fields, and names what is left out with the reason', async () => {
    const { report } = await importTypes([
      document('post', {
        title: text,
        asset: reference('sanity.fileAsset'),
        gone: { type: 'null' },
        empty: object({}),
      }),
      document('sanity.fileAsset', { url: text }),
      document('translation.metadata', { a: text }),
    ]);
    expect(report.counts).toEqual({
      documents: 1,
      objects: 0,
      richTextObjects: 0,
      unions: 0,
      enums: 0,
      fields: 1,
    });
    expect(report.notes.map(({ kind, path }) => [kind, path])).toEqual([
      ['left out', 'sanity.fileAsset'],
      ['left out', 'translation.metadata'],
      ['left out', 'post.asset'],
      ['left out', 'post.gone'],
      ['left out', 'post.empty'],
    ]);
  });

  test('names types that no document has', async () => {
    const { report } = await importTypes([
      document('post', { cover: inline('figure') }),
      declaredObject('figure', { parts: list(item('part')) }),
      declaredObject('part', { title: text }),
      declaredObject('lost', { title: text }),
      slug,
    ]);
    expect(report.notes).toEqual([
      { kind: 'left out', path: 'lost', text: 'no document has a value of this type' },
    ]);
  });

  test('names of the studio cannot end a comment or a description', async () => {
    const sdl = await importSdl([document('post', { 'a\ntype Evil { b: Int } #"""': text })]);
    expect(sdl).not.toMatch(/^type Evil/m);
  });
});
