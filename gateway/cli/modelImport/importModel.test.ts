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
  object,
  reference,
  richText,
  slug,
  text,
} from './testing/extracts.ts';
import { importSdl, importTypes, postWith } from './testing/importSdl.ts';

describe('model import: languages', () => {
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
      'tags: [String]! @localized',
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

  test('languages that the settings name are not proposed', async () => {
    const declarations = [document('post', { title: object({ en: text, de: text }) })];
    const noteWith = async (...languages: string[]) =>
      (await importTypes(declarations, { languages })).report.notes.flatMap(({ path, text }) =>
        path === 'LOCALES' ? text : [],
      );
    expect(await noteWith('en', 'de', 'fr')).toEqual([]);
    expect(await noteWith('en')).toEqual(['set LOCALES=en,de, with the default language first']);
  });

  test('types whose name says so have a field per language, also with codes of their own', async () => {
    const sdl = await importSdl([
      document('post', { title: text, hint: inline('localizedText'), size: inline('sizeInUnits') }),
      declaredObject('localizedText', { en: text, cz: text }),
      declaredObject('sizeInUnits', { cm: text, inx: text }),
    ]);
    expect(sdl).toContain('hint: String @localized');
    expect(sdl).toContain('size: SizeInUnits');
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

  test.each([
    ['whoWeAre', 'plural: "whoWeAreList"'],
    ['route_en-GB', 'plural: "routeEnGBList"'],
    ['event', ''],
  ])('the list of the type %s is its plural, if it has one', async (name, plural) => {
    const sdl = await importSdl([document(name, { title: text })]);
    expect(sdl.split('\n')[0]).toContain(plural);
    expect(sdl.includes('plural')).toBe(plural !== '');
  });

  test('an inverse of references to the same type is not named like the references', async () => {
    const sdl = await importSdl([document('article', { title: text, related: list(reference('article')) })]);
    expect(sdl).toContain('articlesByRelated: ArticleConnection @inverse(field: "related")');
  });

  test('the title of an object is named after it if the document has a title of another kind', async () => {
    const hero = object({ title: text, slug: inline('slug') });
    const sdl = await importSdl([document('page', { title: list(text), hero }), slug]);
    expect(sdl).toContain('heroTitle: String @groq(expr: "hero.title")');
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

  test('links and images of the text replace the types of core if they have more attributes, at the positions of core', async () => {
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
    expect(all).toContain('type RichTextPicture @richText(as: [BLOCK, INLINE], type: "image")');
    expect(all).toContain('type RichTextLink @richText(as: [ANNOTATION], type: "link")');
  });

  test('a link without href, and a type with the name of a core type, have names of their own', async () => {
    const sdl = await importSdl([
      document('post', {
        story: richText(
          [object({ caption: text }, 'richTextPicture')],
          [],
          [object({ url: text, newTab: boolean }, 'link')],
        ),
      }),
    ]);
    expect(sdl).toContain('type Link @richText(as: [ANNOTATION]) {\n  url: String');
    expect(sdl).toContain('type RichTextPictureInText @richText(as: [BLOCK], type: "richTextPicture")');
  });

  test('references that are blocks are objects with the document', async () => {
    const sdl = await importSdl([document('post', { story: richText([reference('post')]) })]);
    expect(sdl).toContain('type Reference @richText(as: [BLOCK]) {\n  document: Post @groq(expr: "@")\n}');
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
      document('post', { title: text, cover: inline('figure') }),
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
