import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { readTypeDefs } from '../../../graphql/schema/buildSchema.ts';
import { compareModel } from '../compare/compareModel.ts';
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
import { studioSchema } from '../testing/importSdl.ts';
import { addedLines, setUpImportedModel } from '../testing/setUpImportedModel.ts';
import { LOCK_FILE } from './importLock.ts';
import { updateLines } from './updateModel.ts';

type Fields = Parameters<typeof document>[1];

/** The parts of a studio that tests add to. */
interface Parts {
  readonly post?: Fields;
  readonly hero?: Fields;
  readonly snippet?: Fields;
  readonly tones?: readonly string[];
  readonly blocks?: readonly string[];
  readonly otherTypes?: readonly object[];
}

const studioOf = ({
  post,
  hero,
  snippet,
  tones = [],
  blocks = [],
  otherTypes = [],
}: Parts = {}): readonly object[] => [
  slug,
  declaredObject('hero.cover', { heading: text, ...hero }),
  declaredObject('quote', { words: text }),
  document('post', {
    title: text,
    slug: inline('slug'),
    author: reference('person'),
    tone: union(...['calm', 'loud', ...tones].map(literal)),
    content: list(union(...['hero.cover', 'quote', ...blocks].map(item))),
    story: richText([object({ code: text, ...snippet }, 'snippet')]),
    links: list(object({ url: text })),
    ...post,
  }),
  document('person', { name: text, email: text }),
  ...otherTypes,
];

const imported = setUpImportedModel();
const { read, all, edit, update, differencesOf } = imported;
const importStudio = (studio: readonly object[] = studioOf()) => imported.importStudio(studio);

describe('model update', () => {
  test('changes nothing without a change of the studio', async () => {
    await importStudio();
    const before = all();
    expect(await update(studioOf())).toEqual({ files: [], diff: [], private: [], removed: [], byHand: [] });
    expect(all()).toBe(before);
  });

  test('replaces a type of core when its objects get more attributes, and keeps a replacement under another name', async () => {
    const linkedTo = (fields: Fields) =>
      studioOf({ post: { notes: richText([], [], [object({ href: text, ...fields }, 'link')]) } });
    await importStudio(linkedTo({}));
    const first = linkedTo({ blank: boolean });
    expect(await differencesOf(first)).toEqual([expect.stringMatching(/^link\.blank: /)]);
    expect(addedLines(await update(first))).toEqual([
      '',
      'type RichTextLink @richText(as: [ANNOTATION], type: "link") {',
      'href: String',
      'blank: Boolean',
      '}',
    ]);
    expect((await update(first)).files).toEqual([]);
    edit('richText.graphql', [
      'type RichTextLink @richText(as: [ANNOTATION], type: "link")',
      'type Link @richText(as: [ANNOTATION])',
    ]);
    expect(addedLines(await update(linkedTo({ blank: boolean, rel: text })))).toEqual(['rel: String']);
    expect(await differencesOf(linkedTo({ blank: boolean, rel: text }))).toEqual([]);
  });

  test('adds attributes, also of objects and in rich text, types, choices and members of unions', async () => {
    await importStudio();
    const studio = studioOf({
      post: {
        lead: text,
        cover: image({ credit: text }),
        topics: list(reference('topic')),
        editor: reference('person'),
      },
      hero: { wide: boolean },
      snippet: { language: text },
      tones: ['16:9'],
      blocks: ['gallery'],
      otherTypes: [
        document('topic', { title: text }),
        declaredObject('gallery', { pictures: list(image()) }),
      ],
    });
    const added = addedLines(await update(studio));
    for (const line of [
      'lead: String @searchable(weight: 4)',
      'cover: PostCover',
      'type PostCover @object(type: "image") {',
      'topics: TopicConnection @searchable(weight: 3, facet: true)',
      'type Topic @document {',
      'posts: PostConnection @inverse(field: "topics")',
      'wide: Boolean',
      'editor: Person @searchable(weight: 3, facet: true)',
      'language: String',
      '_16_9 @enumValue(is: "16:9")',
      '| Gallery',
      'type Gallery {',
    ])
      expect(added).toContain(line);
    expect(existsSync(join(imported.folder, 'topic.graphql'))).toBe(true);
    const { model } = await readTypeDefs(imported.folder);
    expect(compareModel(studioSchema(studio), model, new Set())).toEqual([]);
    expect((await update(studio)).files).toEqual([]);
  });

  test('keeps every edit of the team: names, directives, descriptions, comments, order, formatting', async () => {
    await importStudio();
    edit(
      'post.graphql',
      [/ {2}title: String .*\n/, ''],
      [
        'type Post @document {',
        '# The heart of the site.\n"An article."\ntype Article @document(type: "post") {\n\n\t"What it is called." heading: String @groq(expr: "title") @searchable(weight: 7) # not title',
      ],
      ['author: Person', 'writer: Person @groq(expr: "author")'],
      [/Post(?=Tone|ContentBlock|Link)/g, 'Article'],
      [/HeroCover/g, 'Cover'],
      ['type Quote {\n  words: String\n}', 'type Quote { saying: String @groq(expr: "words") }'],
    );
    const person = read('person.graphql').replaceAll('Post', 'Article').replace('"author"', '"writer"');
    writeFileSync(join(imported.folder, 'person.graphql'), person);
    const before = all();
    const result = await update(studioOf({ post: { lead: text }, hero: { wide: boolean }, tones: ['wild'] }));
    expect(addedLines(result)).toEqual(['lead: String @searchable(weight: 4)', 'wild', 'wide: Boolean']);
    const lines = all().split('\n');
    expect(lines.filter((line) => !/^ {2}(lead: |wild$|wide: )/.test(line)).join('\n')).toBe(before);
    expect(result.diff.filter((line) => line.startsWith('-') && !line.startsWith('---'))).toEqual([]);
  });

  test('does not bring back what the team removed: attributes, types, choices, members', async () => {
    await importStudio(studioOf({ otherTypes: [document('topic', { title: text })], tones: ['wild'] }));
    edit(
      'post.graphql',
      [/ {2}author: .*\n/, ''],
      [/ {2}wild\n/, ''],
      ['\n  | Quote', ''],
      [/type Quote {[^}]*}/, ''],
    );
    edit('person.graphql', [/ {2}"[^"]*"\n {2}posts: .*\n/, '']);
    rmSync(join(imported.folder, 'topic.graphql'));
    const studio = studioOf({
      post: { lead: text },
      otherTypes: [document('topic', { title: text, about: text }), document('place', { name: text })],
      tones: ['wild', 'wide'],
    });
    for (const expected of [['type Place @document {', 'lead: String @searchable(weight: 4)', 'wide'], []]) {
      const result = await update(studio);
      expect(addedLines(result).filter((line) => !/^(name: |}|#|$)/.test(line))).toEqual(expected);
      expect(result.removed.toSorted()).toEqual(
        ['Post.author', 'PostContentBlock: "Quote"', 'PostTone: "wild"', 'Topic'].toSorted(),
      );
    }
  });

  test('adds an attribute of the objects of a renamed list', async () => {
    await importStudio();
    edit(
      'post.graphql',
      ['links: [PostLink!]!', 'urls: [Url!]! @groq(expr: "links")'],
      [/type PostLink/, 'type Url'],
    );
    const result = await update(studioOf({ post: { links: list(object({ url: text, label: text })) } }));
    expect(addedLines(result)).toEqual(['label: String']);
    expect(result.byHand).toEqual([]);
  });

  test('offers a removed part again once its line is no longer in the lock', async () => {
    await importStudio();
    edit('post.graphql', [/ {2}links: .*\n/, '']);
    expect((await update(studioOf())).files).toEqual([]);
    edit(LOCK_FILE, ['Post.links\n', '']);
    expect(addedLines(await update(studioOf()))).toContain('links: [PostLink!]!');
  });

  test('offers everything that a model without a lock lacks', async () => {
    writeFileSync(
      join(imported.folder, 'model.graphql'),
      'type Article @document(type: "post") { title: String @searchable }\n',
    );
    const studio = [document('post', { title: text, lead: text }), document('topic', { title: text })];
    expect((await update(studio)).files).toEqual(['model.graphql', 'topic.graphql']);
    expect(read('model.graphql')).toBe(
      'type Article @document(type: "post") { title: String @searchable\n  lead: String @searchable(weight: 4)\n}\n',
    );
  });

  test('names what is gone from the studio and what has another kind, and leaves it as it is', async () => {
    await importStudio(studioOf({ post: { old: text, size: text, year: text } }));
    const before = all();
    const studio = studioOf({ post: { size: number } }).filter(
      (type) => !('name' in type && type.name === 'person'),
    );
    const { byHand, files } = await update(studio);
    expect(byHand.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['Post.old', 'Post.year', 'post.size', 'Person']),
    );
    expect(files).toEqual([]);
    expect(all()).toBe(before);
  });

  test('shows the change and writes nothing with isDryRun', async () => {
    await importStudio();
    const before = [all(), read(LOCK_FILE)];
    const { diff, files } = await update(studioOf({ post: { lead: text } }), true);
    expect(files).toEqual(['post.graphql']);
    expect(diff.slice(0, 2)).toEqual(['--- post.graphql', '+++ post.graphql']);
    expect(diff).toContain('+  lead: String @searchable(weight: 4)');
    expect([all(), read(LOCK_FILE)]).toEqual(before);
  });

  test('gives a new part a free name', async () => {
    await importStudio();
    edit('post.graphql', ['type Quote {', 'type Topic @object(type: "quote") {'], ['| Quote', '| Topic']);
    edit('post.graphql', [/ {2}links: /, '  summary: String @groq(expr: "title")\n  links: ']);
    const studio = studioOf({
      post: { summary: text, topic: reference('topic') },
      otherTypes: [document('topic', { title: text })],
    });
    await update(studio);
    expect(all()).toContain('summary2: String @groq(expr: "summary") @searchable(weight: 4)');
    expect(all()).toContain('topic: Topic2');
    expect(all()).toContain('type Topic2 @document(type: "topic") {');
    await readTypeDefs(imported.folder);
  });

  test('protects new data about people, also in a type that the team has published', async () => {
    await importStudio([...studioOf(), document('order', { title: text, email: text })]);
    edit('order.graphql', [/type Order @document .*{/, 'type Order @document {']);
    edit('person.graphql', [
      'type Person @document {',
      'type Person @document @requiresScopes(scopes: [["read:private"]]) {',
    ]);
    edit('person.graphql', [/ @searchable\(weight: 10\)/, '']);
    edit('person.graphql', [/ {2}"[^"]*"\n {2}posts: .*\n/, '']);
    edit('post.graphql', [/ {2}author: .*\n/, '']);
    const studio = [
      ...studioOf({ otherTypes: [document('rsvp', { name: text })] }),
      document('order', { title: text, email: text, sum: number }),
    ];
    const person = studio.findIndex((type) => 'name' in type && type.name === 'person');
    const changed = document('person', { name: text, email: text, excerpt: text, phone: text });
    const result = await update(studio.with(person, changed));
    expect(result.private.map(({ path }) => path).sort()).toEqual(['order.sum', 'person.phone', 'rsvp']);
    expect(updateLines(imported.folder, result, false).slice(0, 2)).toEqual([
      'data about people, which require the scope read:private; --public <path> publishes one: 3',
      expect.stringMatching(/^ {2}\S+: \S/),
    ]);
    expect(read('order.graphql')).toContain('sum: Float @requiresScopes(scopes: [["read:private"]])');
    expect(read('person.graphql')).toMatch(/^ {2}excerpt: String$/m);
    expect(read('rsvp.graphql')).toContain('type Rsvp @document @requiresScopes(scopes: [["read:private"]])');
  });

  test('names a document type whose documents have become one for each language', async () => {
    const posts = [document('post', { title: text, slug: inline('slug'), language: text }), slug];
    await importStudio(posts);
    edit('post.graphql', [/# Guess.*\n/, ''], [/ @lookup\([^)]*\)/, '']);
    const translated = [...posts, document('translation.metadata', {})];
    const named = ['post: Post has a document for each language; add language: "language" to its @document'];
    expect(await differencesOf(translated)).toEqual(named);
    edit('post.graphql', ['@document', '@document(language: "language")']);
    expect(await differencesOf(translated)).toEqual([]);
  });

  test('what an import leaves out is no difference from the imported model', async () => {
    const studio = studioOf({
      post: {
        'a-text': richText(),
        'a-title': object({ en: text, de: text }),
        'a clip': object({ en: object({ asset: reference('mux.videoAsset') }, 'mux.video') }),
        empty: object({}, 'empty'),
        part: object({ 'inner-text': richText(), title: text }),
        foreign: reference('system.group'),
        日本: text,
        '😀': number,
      },
    });
    await importStudio(studio);
    expect(all()).toContain('# Left out: a-text');
    expect(await differencesOf(studio)).toEqual([]);
    expect((await update(studio)).byHand).toEqual([]);
  });

  test.each([
    ['tabs', /\n {2}/g, '\n\t'],
    ['four spaces', /\n {2}/g, '\n    '],
    ['Windows line ends', /\n/g, '\r\n'],
  ])('keeps %s', async (_name, from, to) => {
    await importStudio();
    writeFileSync(join(imported.folder, 'post.graphql'), read('post.graphql').replace(from, to));
    await update(studioOf({ post: { rank: text } }));
    const indent = to === '\r\n' ? '\r\n  ' : to;
    expect(read('post.graphql')).toContain(`${indent}rank: String`);
    if (to === '\r\n') expect(read('post.graphql')).not.toMatch(/(?<!\r)\n/);
  });

  test('leaves the files as they were if the gateway would reject the result', async () => {
    await importStudio(studioOf({ post: { lang: text } }));
    edit('post.graphql', ['type Post @document', 'type Post @document(language: "lang")']);
    const before = all();
    const studio = studioOf({
      post: { lang: text, motto: object({ en: text, de: text }), topic: reference('topic') },
      otherTypes: [document('topic', { title: text })],
    });
    await expect(update(studio)).rejects.toThrow('@localized');
    expect(all()).toBe(before);
    expect(existsSync(join(imported.folder, 'topic.graphql'))).toBe(false);
  });

  test('gives a new type a name without clashes with derived types and lists', async () => {
    await importStudio();
    writeFileSync(join(imported.folder, 'types.graphql'), 'type TopicConnection { a: String }\n');
    await update(
      studioOf({
        post: { topic: reference('topic') },
        otherTypes: [
          document('topic', { title: text }),
          document('posts', { title: text }),
          document('post filter', { title: text }),
        ],
      }),
    );
    expect(all()).toContain('type Topic2 @document(type: "topic") {');
    expect(all()).toContain('type Posts2 @document(type: "posts") {');
    await readTypeDefs(imported.folder);
  });
});

describe('update of a model whose team has moved fields of an object to its type', () => {
  const shop = (fields: Fields = {}, seo: Fields = {}) => [
    slug,
    declaredObject('shop', { title: text, price: number, stock: number, seo: inline('seo'), ...fields }),
    declaredObject('seo', { headline: text, ...seo }),
    document('product', { store: inline('shop') }),
    document('person', { name: text }),
  ];
  const PRODUCT = `type Product @document {
  name: String @groq(expr: "store.title") @searchable
  cost: Float @groq(expr: "coalesce(store.price, 0)")
  headline: String @groq(expr: "store.seo.headline")
}
`;
  beforeEach(async () => {
    await importStudio(shop());
    for (const file of readdirSync(imported.folder).filter((name) => /^(product|shop|shared)/.test(name)))
      rmSync(join(imported.folder, file));
    writeFileSync(join(imported.folder, 'product.graphql'), PRODUCT);
  });

  test('changes nothing without a change of the studio, and names what was removed', async () => {
    const { files, removed, byHand } = await update(shop());
    expect(files).toEqual([]);
    expect(byHand).toEqual([]);
    expect(removed).toEqual(['Shop.stock']);
  });

  test.each<[kind: string, fields: Fields, seo: Fields, lines: readonly string[]]>([
    ['a text', { vendor: text }, {}, ['vendor: String @groq(expr: "store.vendor")']],
    ['a text whose name is taken', { name: text }, {}, ['storeName: String @groq(expr: "store.name")']],
    ['a list of texts', { tags: list(text) }, {}, ['tags: [String]! @groq(expr: "store.tags")']],
    ['a slug', { handle: inline('slug') }, {}, ['handle: String @groq(expr: "store.handle.current")']],
    ['a reference', { maker: reference('person') }, {}, ['maker: Person @groq(expr: "store.maker")']],
    ['rich text', { story: richText() }, {}, ['story: RichText @groq(expr: "store.story")']],
    ['an image', { cover: image() }, {}, ['cover: Image @groq(expr: "store.cover")']],
    [
      'a text in languages',
      { label: object({ en: text, de: text }) },
      {},
      ['label: String @groq(expr: "store.label") @localized'],
    ],
    [
      'choices',
      { size: union(literal('s'), literal('m')) },
      {},
      ['size: ShopSize @groq(expr: "store.size")', 'enum ShopSize {'],
    ],
    [
      'an object',
      { box: object({ width: number }) },
      {},
      ['box: ShopBox @groq(expr: "store.box")', 'type ShopBox {'],
    ],
    [
      'a list of objects',
      { variants: list(object({ sku: text }, 'variant')) },
      {},
      ['variants: [Variant!]! @groq(expr: "store.variants")', 'type Variant {'],
    ],
    [
      'a text of an inner object',
      {},
      { summary: text },
      ['summary: String @groq(expr: "store.seo.summary")'],
    ],
    [
      'data about people',
      { birthDate: text },
      {},
      ['birthDate: String @groq(expr: "store.birthDate") @requiresScopes(scopes: [["read:private"]])'],
    ],
  ])('adds %s of the object', async (_kind, fields, seo, lines) => {
    const studio = shop(fields, seo);
    const before = await differencesOf(studio);
    const result = await update(studio);
    const added = addedLines(result);
    for (const line of lines) expect(added).toContain(line);
    expect(read('product.graphql').startsWith(PRODUCT.slice(0, -3))).toBe(true);
    expect(result.byHand).toEqual([]);
    expect(before.filter((line) => !line.includes('@inverse'))).toHaveLength(1);
    expect(await differencesOf(studio)).toEqual([]);
    expect((await update(studio)).files).toEqual([]);
  });

  test('adds to the type of an inner object that the team has moved as a whole', async () => {
    edit('product.graphql', [
      'headline: String @groq(expr: "store.seo.headline")',
      'seo: Meta @groq(expr: "store.seo")',
    ]);
    writeFileSync(
      join(imported.folder, 'meta.graphql'),
      'type Meta { top: String @groq(expr: "headline") }\n',
    );
    const result = await update(shop({}, { summary: text }));
    expect(result.files).toEqual(['meta.graphql']);
    expect(addedLines(result)).toContain('summary: String');
  });

  test('leaves a video of the object to the team', async () => {
    const studio = shop({ clip: object({ asset: reference('mux.videoAsset') }, 'mux.video') });
    for (const _run of [1, 2]) {
      const { files, byHand } = await update(studio);
      expect(files).toEqual([]);
      expect(byHand.map(({ path }) => path)).toEqual(['product.store.clip']);
    }
  });
});

describe('what an update cannot add', () => {
  test('a member of what the team has made an interface is named each time', async () => {
    await importStudio();
    edit(
      'post.graphql',
      [
        /union PostContentBlock =\n {2}\| HeroCover\n {2}\| Quote/,
        'interface PostContentBlock { heading: String }',
      ],
      ['type HeroCover', 'type HeroCover implements PostContentBlock'],
      ['type Quote {', 'type Quote implements PostContentBlock { heading: String'],
    );
    const studio = studioOf({
      hero: { wide: boolean },
      blocks: ['gallery'],
      otherTypes: [declaredObject('gallery', { title: text })],
    });
    for (const lines of [['wide: Boolean'], []]) {
      const result = await update(studio);
      expect(addedLines(result)).toEqual(lines);
      expect(result.byHand.map(({ path }) => path)).toContain('post.content');
    }
  });

  test('a new language is named if the settings lack it', async () => {
    const localized = (...languages: string[]) => [
      document('post', { title: object(Object.fromEntries(languages.map((language) => [language, text]))) }),
    ];
    await importStudio(localized('en', 'de'));
    const { files, byHand } = await update(localized('en', 'de', 'fr'), false, ['en', 'de']);
    expect(files).toEqual([]);
    expect(byHand.map(({ text: reason }) => reason)).toEqual(['the language fr is not one of LOCALES']);
  });

  test.each<[change: string, from: Fields, to: Fields]>([
    ['a text that became a number', { value: text }, { value: number }],
    ['a text that became an object', { value: text }, { value: object({ a: text }) }],
    ['an object that became a text', { value: object({ a: text }) }, { value: text }],
    [
      'a reference that became a union',
      { value: reference('post') },
      { value: union(reference('post'), reference('person')) },
    ],
    ['an image that got an attribute', { value: image() }, { value: image({ credit: text }) }],
    [
      'an object that became one value for each language',
      { value: object({ en: text }) },
      { value: object({ en: text, de: text }) },
    ],
  ])('%s is named each time', async (_change, from, to) => {
    await importStudio(studioOf({ post: from }));
    for (const _run of [1, 2]) {
      const { files, byHand } = await update(studioOf({ post: to }));
      expect(files).toEqual([]);
      expect(byHand.map(({ path }) => path)).toEqual([expect.stringMatching(/^post\.value/)]);
    }
  });
});
