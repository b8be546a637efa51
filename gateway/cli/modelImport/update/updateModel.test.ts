import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createEvaluatorClient } from '../../../../tests/reference/contentGraph.ts';
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
import { importTypes, studioSchema } from '../testing/importSdl.ts';
import { writeFiles } from '../testing/modelFolder.ts';
import { findDifferences } from './findDifferences.ts';
import { LOCK_FILE, partsOf, readLock, writeLock } from './importLock.ts';
import { type ModelUpdate, updateLines, updateModel } from './updateModel.ts';

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

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'update-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const all = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .map(read)
    .join('\n');

/** Imports a studio into the folder, as the command does. */
async function importStudio(studio: readonly object[] = studioOf()): Promise<void> {
  const { files, model } = await importTypes(studio);
  writeFiles(folder, files);
  writeLock(folder, partsOf(model));
}

function edit(file: string, ...edits: readonly (readonly [from: string | RegExp, to: string])[]): void {
  const edited = edits.reduce((sdl, [from, to]) => {
    const next = sdl.replace(from, to);
    expect(next).not.toBe(sdl);
    return next;
  }, read(file));
  writeFileSync(join(folder, file), edited);
}

const update = async (
  studio: readonly object[],
  isDryRun = false,
  languages?: readonly string[],
): Promise<ModelUpdate> =>
  updateModel(folder, studioSchema(studio), (await importTypes(studio)).model, { isDryRun, languages });

/** Returns the options of an import that samples a post with this text. */
const samples = (reach: string) => ({
  client: createEvaluatorClient([
    {
      _id: 'a',
      _type: 'post',
      _createdAt: '2026-01-01T00:00:00Z',
      _updatedAt: '2026-01-01T00:00:00Z',
      reach,
    },
  ]),
});

/** Updates the model to a studio with one document type. Returns the changed files, and what is left to the team. */
async function updateWith(type: object, options: Parameters<typeof importTypes>[1]) {
  const { model } = await importTypes([type], options);
  const { files, byHand } = await updateModel(folder, studioSchema([type]), model, { isDryRun: false });
  return { files, byHand: byHand.map(({ path, text: reason }) => `${path}: ${reason}`) };
}

/** Returns the differences as `--diff` lists them. */
async function differencesOf(studio: readonly object[]): Promise<readonly string[]> {
  const { model } = await importTypes(studio);
  const known = readLock(folder);
  const differences = findDifferences(studioSchema(studio), model, await readTypeDefs(folder), { known });
  return differences.flatMap(({ path, text: reason, isLeftOut }) => (isLeftOut ? [] : `${path}: ${reason}`));
}

const addedLines = ({ diff }: ModelUpdate) =>
  diff.filter((line) => /^\+(?!\+\+)/.test(line)).map((line) => line.slice(1).trim());

describe('model update', () => {
  test('changes nothing without a change of the studio', async () => {
    await importStudio();
    const before = all();
    expect(await update(studioOf())).toEqual({ files: [], diff: [], private: [], removed: [], byHand: [] });
    expect(all()).toBe(before);
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
    expect(existsSync(join(folder, 'topic.graphql'))).toBe(true);
    const { model } = await readTypeDefs(folder);
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
    writeFileSync(join(folder, 'person.graphql'), person);
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
    rmSync(join(folder, 'topic.graphql'));
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
      join(folder, 'model.graphql'),
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
    await readTypeDefs(folder);
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
    expect(updateLines(folder, result, false).slice(0, 2)).toEqual([
      'data about people, which require the scope read:private; --public <path> publishes one: 3',
      expect.stringMatching(/^ {2}\S+: \S/),
    ]);
    expect(read('order.graphql')).toContain('sum: Float @requiresScopes(scopes: [["read:private"]])');
    expect(read('person.graphql')).toMatch(/^ {2}excerpt: String$/m);
    expect(read('rsvp.graphql')).toContain('type Rsvp @document @requiresScopes(scopes: [["read:private"]])');
  });

  test('names a public attribute that begins to have data about people, until it has a scope or the team says that it is public', async () => {
    const post = document('post', { title: text, reach: text });
    await importStudio([post]);
    expect(await updateWith(post, samples('by boat'))).toEqual({ files: [], byHand: [] });
    const named = [
      expect.stringMatching(
        /^post\.reach: Post\.reach is public, but has data about people \(an e-mail address.*--public post\.reach$/,
      ),
    ];
    for (const _run of [1, 2])
      expect(await updateWith(post, samples('ada@example.org'))).toEqual({ files: [], byHand: named });
    edit('post.graphql', ['reach: String', 'reach: String @requiresScopes(scopes: [["read:private"]])']);
    expect((await updateWith(post, samples('ada@example.org'))).byHand).toEqual([]);
    edit('post.graphql', [/ @requiresScopes.*/, '']);
    expect((await updateWith(post, samples('ada@example.org'))).byHand).toEqual([]);
  });

  test('remembers that an attribute is public while no sample shows its data, until the studio lacks the attribute', async () => {
    const post = document('post', { title: text, reach: text });
    const { files, model } = await importTypes([post], samples('ada@example.org'));
    writeFiles(folder, files);
    writeLock(folder, partsOf(model));
    edit('post.graphql', [/ @requiresScopes.*/, '']);
    for (const options of [{}, samples('by boat'), samples('ada@example.org')])
      expect(await updateWith(post, options)).toEqual({ files: [], byHand: [] });
    await updateWith(document('post', { title: text }), {});
    expect((await updateWith(post, samples('ada@example.org'))).byHand).toEqual([
      expect.stringMatching(/^post\.reach: Post\.reach is public/),
    ]);
  });

  test('public data about people is no difference from a lock that lists none, until an update has named it', async () => {
    const post = document('post', { title: text, email: text });
    const named = [expect.stringMatching(/^post\.email: Post\.email is public/)];
    await importStudio([post]);
    edit('post.graphql', [/ @requiresScopes.*/, '']);
    writeLock(folder, new Set([...readLock(folder)].filter((part) => !part.includes('@requiresScopes'))));
    expect(await differencesOf([post])).toEqual([]);
    expect((await updateWith(post, {})).byHand).toEqual(named);
    expect(await differencesOf([post])).toEqual(named);
    expect((await updateWith(post, { public: ['post.email'] })).byHand).toEqual([]);
    expect(await differencesOf([post])).toEqual([]);
  });

  test('public data about people is a difference from the model of a studio that had none', async () => {
    await importStudio([document('post', { title: text })]);
    edit('post.graphql', ['title: String', 'email: String\n  title: String']);
    expect(await differencesOf([document('post', { title: text, email: text })])).toEqual([
      expect.stringMatching(/^post\.email: Post\.email is public/),
    ]);
  });

  test('accepts with --public that an attribute is public', async () => {
    const post = document('post', { title: text, email: text });
    await importStudio([post]);
    edit('post.graphql', [/ @requiresScopes.*/, '']);
    edit(LOCK_FILE, ['Post.email @requiresScopes\n', '']);
    expect(await differencesOf([post])).toEqual([
      expect.stringMatching(/^post\.email: Post\.email is public/),
    ]);
    expect((await updateWith(post, { public: ['post.email'] })).byHand).toEqual([]);
    expect(await differencesOf([post])).toEqual([]);
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
    writeFileSync(join(folder, 'post.graphql'), read('post.graphql').replace(from, to));
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
    expect(existsSync(join(folder, 'topic.graphql'))).toBe(false);
  });

  test('gives a new type a name without clashes with derived types and lists', async () => {
    await importStudio();
    writeFileSync(join(folder, 'types.graphql'), 'type TopicConnection { a: String }\n');
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
    await readTypeDefs(folder);
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
    for (const file of readdirSync(folder).filter((name) => /^(product|shop|shared)/.test(name)))
      rmSync(join(folder, file));
    writeFileSync(join(folder, 'product.graphql'), PRODUCT);
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
    writeFileSync(join(folder, 'meta.graphql'), 'type Meta { top: String @groq(expr: "headline") }\n');
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

describe('inverses of an update', () => {
  const studio = ({
    post = {},
    person = {},
    otherTypes = [],
  }: {
    post?: Fields;
    person?: Fields;
    otherTypes?: object[];
  } = {}) => [
    slug,
    document('post', { title: text, author: reference('person'), part: object({ note: text }), ...post }),
    document('person', { name: text, ...person }),
    ...otherTypes,
  ];
  const inversesOf = (result: ModelUpdate) => addedLines(result).filter((line) => line.includes('@inverse'));
  beforeEach(async () => {
    await importStudio(studio());
    edit(
      'post.graphql',
      ['type Post @document', 'type Article @document(type: "post")'],
      ['author: Person', 'writer: Person @groq(expr: "author")'],
      [/PostPart/g, 'Section'],
      ['part: Section', 'section: Section @groq(expr: "part")'],
    );
    edit('person.graphql', [
      /posts: PostConnection @inverse\(field: "author"\)/,
      'articles: ArticleConnection @inverse(field: "writer")',
    ]);
  });

  test('a renamed inverse is neither new nor removed', async () => {
    const { files, removed } = await update(studio());
    expect([files, removed]).toEqual([[], []]);
  });

  test.each<[from: string, studio: readonly object[], lines: readonly string[]]>([
    [
      'a new document type',
      studio({ otherTypes: [document('event', { title: text, host: reference('person') })] }),
      ['events: EventConnection @inverse(field: "host")'],
    ],
    [
      'a new reference of a renamed type',
      studio({ post: { editor: reference('person') } }),
      ['postsByEditor: ArticleConnection @inverse(field: "editor")'],
    ],
    [
      'a new reference whose name is taken',
      studio({ post: { writer: reference('person') } }),
      ['postsByWriter: ArticleConnection @inverse(field: "writer2")'],
    ],
    [
      'a new list of references',
      studio({ post: { readers: list(reference('person')) } }),
      ['postsByReaders: ArticleConnection @inverse(field: "readers")'],
    ],
    [
      'a new reference in a renamed object',
      studio({ post: { part: object({ note: text, guest: reference('person') }) } }),
      ['postsByPartGuest: ArticleConnection @inverse(field: "section.guest")'],
    ],
    [
      'a new reference in a new object',
      studio({ post: { credit: object({ by: reference('person') }) } }),
      ['postsByCreditBy: ArticleConnection @inverse(field: "credit.by")'],
    ],
    [
      'an old type that refers to its own',
      studio({ person: { mentor: reference('person') } }),
      ['peopleByMentor: PersonConnection @inverse(field: "mentor")'],
    ],
    [
      'a new union',
      studio({ post: { source: union(reference('person'), reference('post')) } }),
      [
        'postsBySource: ArticleConnection @inverse(field: "source")',
        'postsBySource: ArticleConnection @inverse(field: "source")',
      ],
    ],
  ])('follow %s', async (_from, next, lines) => {
    const before = await differencesOf(next);
    const result = await update(next);
    expect(inversesOf(result)).toEqual(lines);
    expect(before.filter((line) => line.includes('@inverse'))).toHaveLength(lines.length);
    expect(await differencesOf(next)).toEqual([]);
    const again = await update(next);
    expect([again.files, again.removed]).toEqual([[], []]);
  });

  test.each<[reason: string, edits: readonly (readonly [string | RegExp, string])[], post: Fields]>([
    [
      'the team has made the type private',
      [
        ['"post")', '"post") @requiresScopes(scopes: [["read:private"]])'],
        [/ @searchable(\([^)]*\))?/g, ''],
      ],
      { editor: reference('person') },
    ],
    [
      'there is one document of the type',
      [
        ['"post")', '"post") @lookup(by: [])'],
        [/ @searchable(\([^)]*\))?/g, ''],
      ],
      { editor: reference('person') },
    ],
    [
      'a field on its path is localized',
      [[/section: Section[^\n]*/, 'section: Section @groq(expr: "part") @localized']],
      { part: object({ note: text, guest: reference('person') }) },
    ],
  ])('are left out if %s', async (_reason, edits, post) => {
    edit('post.graphql', ...edits);
    edit('person.graphql', [/ {2}"[^"]*"\n {2}articles: .*\n/, '']);
    expect(inversesOf(await update(studio({ post })))).toEqual([]);
    await readTypeDefs(folder);
  });

  test('do not come back after the team has removed them', async () => {
    edit('person.graphql', [/ {2}"[^"]*"\n {2}articles: .*\n/, '']);
    // Another inverse has its name now.
    const next = studio().with(
      1,
      document('post', {
        editor: reference('person'),
        title: text,
        author: reference('person'),
        part: object({ note: text }),
      }),
    );
    for (const lines of [['posts: ArticleConnection @inverse(field: "editor")'], []]) {
      const result = await update(next);
      expect(inversesOf(result)).toEqual(lines);
      expect(result.removed).toEqual(['Person <- Post.author']);
    }
    expect(await differencesOf(next)).toEqual([]);
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
