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
} from '../testing/extracts.ts';
import { importSdl, importTypes, postWith } from '../testing/importSdl.ts';

describe('model import: values', () => {
  test.each([
    ['a text', { subject: text }, 'subject: String'],
    ['a list of texts', { aliases: list(text) }, 'aliases: [String]!'],
    ['a boolean', { pinned: boolean }, 'pinned: Boolean'],
    ['a number', { ratio: number }, 'ratio: Float'],
    [
      'a number whose name counts',
      { year: number },
      '# Guess: whole numbers, by its name. Use Float for other numbers.\n  year: Int',
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
    ['a list of slugs', { paths: list(inline('slug')) }, 'paths: [String]! @groq(expr: "paths[].current")'],
    ['a value or null', { pinned: union(boolean, { type: 'null' }) }, 'pinned: Boolean'],
    ['choices with an empty text', { size: union(literal(''), literal('S')) }, 'size: String'],
    ['a geopoint', { place: object({ lat: number, lng: number }, 'geopoint') }, 'place: GeoPoint'],
    ['a file', { paper: object({ asset: reference('sanity.fileAsset') }, 'file') }, 'paper: File'],
    ['an image', { cover: image({ alt: text, caption: text }) }, 'cover: Image'],
    ['a video', { clip: object({ asset: reference('mux.videoAsset') }, 'mux.video') }, 'clip: Video @asset'],
    ['rich text', { story: richText() }, 'story: RichText @searchable'],
    ['a reference', { parent: reference('post') }, 'parent: Post'],
    ['a list of references', { posts: list(reference('post')) }, 'posts: PostConnection'],
    [
      'a list of references in an object',
      { part: object({ posts: list(reference('post')) }) },
      'posts: [Post!]!',
    ],
    [
      'a list of references in an attribute that an expression reads',
      { 'old-posts': list(reference('post')) },
      'oldPosts: [Post!]! @groq(expr: "@[\\"old-posts\\"]")',
    ],
    ['a reference to any document', { about: object({ _ref: text }, 'reference') }, 'about: Node'],
    ['an unknown value', { extra: { type: 'unknown' } as const }, 'extra: JSON'],
    ['a mixed list', { mixed: list(union(text, number)) }, 'mixed: JSON'],
    ['an attribute named like a word of GROQ', { match: text }, 'match: String'],
    [
      'an attribute whose name is no GraphQL name',
      { 'old-title': text },
      'oldTitle: String @groq(expr: "@[\\"old-title\\"]")',
    ],
    [
      'an attribute with marks on Latin letters',
      { 'größe_für-Ǿl': text },
      'grosseFurOl: String @groq(expr: "@[\\"größe_für-Ǿl\\"]")',
    ],
    ['an attribute without Latin letters', { 日本: text }, 'field: String @groq(expr: "@[\\"日本\\"]")'],
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
    const choices = ['3XL', 'blog-post', 'blog_post', '16:9', '16×9', 'true', '→', 'Café', 'weiß'];
    const [first, second, ...otherChoices] = choices.map(literal) as [TypeNode, TypeNode, ...TypeNode[]];
    expect(await postWith({ size: union(first, second, ...otherChoices) })).toContain(`enum PostSize {
  _3XL @enumValue(is: "3XL")
  blog_post2 @enumValue(is: "blog-post")
  blog_post
  _16_9 @enumValue(is: "16:9")
  _16_9_2 @enumValue(is: "16×9")
  _true @enumValue(is: "true")
  value @enumValue(is: "→")
  Cafe @enumValue(is: "Café")
  weiss @enumValue(is: "weiß")
}`);
  });

  test('a document type with marks on Latin letters has a readable name', async () => {
    const sdl = await importSdl([document('Ärztehaus', { title: text }), document('作品', { title: text })]);
    expect(sdl).toContain('type Arztehaus @document(type: "Ärztehaus"');
    expect(sdl).toContain('type TypeDocument @document(type: "作品"');
  });

  test('an attribute that the studio requires is nullable without samples', async () => {
    const sdl = await importSdl([document('post', {}, { title: text, slug: inline('slug') }), slug]);
    expect(sdl).toContain('title: String @searchable');
    expect(sdl).toContain('slug: String @groq');
  });
});

describe('model import: objects', () => {
  test('anonymous objects are named after their attribute, objects in lists after one item', async () => {
    const sdl = await postWith({ links: list(object({ url: text, meta: object({ rank: text }) })) });
    expect(sdl).toContain('links: [PostLink!]!');
    expect(sdl).toContain('type PostLink {\n  url: String\n  meta: PostLinkMeta\n}');
  });

  test('an attribute id of an object has another name, because only documents have an id', async () => {
    const sdl = await postWith({ part: object({ id: text, title: text }, 'part') });
    expect(sdl).toContain('partId: String @groq(expr: "id")');
  });

  test('an attribute key of an object has another name, because the key of an item is its _key', async () => {
    const sdl = await importSdl([
      document('post', {
        key: text,
        settings: list(item('setting')),
        lead: inline('setting'),
        body: richText([object({ key: text }, 'chart')]),
        meta: object({ key: number, settingKey: text }, 'meta'),
      }),
      declaredObject('setting', { key: text, value: text }),
    ]);
    expect(sdl).toMatch(/type Setting \{[^}]*settingKey: String @groq\(expr: "key"\)\n {2}value: String/);
    expect(sdl).toContain(
      '# Guess: the field chartKey, because the gateway gives key to the `_key` of the object.',
    );
    expect(sdl).toContain('chartKey: String @groq(expr: "key")');
    expect(sdl).toContain('metaKey: Float @groq(expr: "key")');
    expect(sdl.match(/^ {2}key: /gm)).toHaveLength(1);
    expect(sdl).toMatch(/type Post @document \{\n {2}key: String/);
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
});

describe('model import: size', () => {
  const numbers = (count: number) => [...Array(count).keys()];
  const fieldsTo = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [`to_${name}`, inline(name)]));

  test.each<[string, TypeNode, object[], number, number]>([
    [
      'a list whose items contain the list',
      inline('menu'),
      [declaration('menu', list(object({ title: text, children: inline('menu') })))],
      2,
      3,
    ],
    [
      'lists whose items contain every one of them',
      inline('list0'),
      numbers(12).map((i) =>
        declaration(`list${i}`, list(object(fieldsTo(numbers(12).map((j) => `list${j}`))))),
      ),
      13,
      145,
    ],
    [
      'lists of images that contain every one of them',
      inline('list0'),
      numbers(9).map((i) =>
        declaration(`list${i}`, list(image(fieldsTo(numbers(9).map((j) => `list${j}`))))),
      ),
      10,
      91,
    ],
    [
      'an object in unions with objects that contain it',
      inline('part'),
      [
        declaration(
          'part',
          object({ a: union(inline('part'), object({ a: union(inline('part'), object({ b: number })) })) }),
        ),
      ],
      4,
      5,
    ],
    [
      'unions that name the next union twice',
      inline('union0'),
      [
        ...numbers(30).map((i) => {
          const next = inline(`union${i + 1}`);
          return declaration(`union${i}`, union(next, union(next, object({ a: text }, `kind${i}`))));
        }),
        declaration('union30', object({ a: text }, 'kind30')),
      ],
      33,
      32,
    ],
    [
      'unions that name one another',
      inline('union0'),
      numbers(12).map((i) =>
        declaration(
          `union${i}`,
          union(...numbers(12).map((j) => inline(`union${j}`)), object({ a: text }, `kind${i}`)),
        ),
      ),
      14,
      13,
    ],
    [
      'texts that contain the next text twice',
      inline('text0'),
      numbers(30).map((i) =>
        declaration(
          `text${i}`,
          richText([inline(`text${i + 1}`), union(object({ a: text }, 'part'), inline(`text${i + 1}`))]),
        ),
      ),
      2,
      2,
    ],
  ])('%s', async (_name, part, declarations, types, fields) => {
    const { model } = await importTypes([document('post', { part }), ...declarations]);
    expect(model.types.size).toBe(types);
    expect([...model.types.values()].flatMap((type) => type.fields)).toHaveLength(fields);
  });

  test('objects without names that combine without end are an error that says what to declare', async () => {
    const state = (i: number, a: TypeNode = inline(`state${i + 1}`)) =>
      declaration(`state${i}`, object({ a, b: inline(i === 0 ? 'state0' : `state${i + 1}`) }));
    const declarations = [
      document('post', { part: inline('state0') }),
      state(0, union(inline('state0'), inline('state1'))),
      ...numbers(16).map((i) => state(i + 1)),
      declaration('state17', object({ end: text })),
    ];
    await expect(importTypes(declarations)).rejects.toThrow(
      /^expected objects of at most 5000 types, got more, among them one with the attributes a, b; declare/,
    );
  });
});
