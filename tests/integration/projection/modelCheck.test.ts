import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkContent } from '../../../gateway/cli/modelCheck/checkContent.ts';
import { reportText } from '../../../gateway/cli/modelCheck/reportText.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import { reference } from '../../reference/edgeCases.ts';
import { pagesCase } from '../../reference/modelCases.ts';
import { documentOf, image, page, textBlock } from '../../reference/pages.ts';
import { file, geoPoint, venue } from '../../reference/venues.ts';
import { runCommand } from '../../support/runCommand.ts';
import { ROOT, startStack } from '../../support/stack.ts';

const { model } = await readTypeDefs(`${ROOT}tests/support/fixtures/pages/schema`);
const check = (documents: readonly Doc[]) => checkContent(createEvaluatorClient(documents), model, new Set());

async function modelOf(sdl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'model-check-'));
  writeFileSync(join(folder, 'event.graphql'), sdl);
  const defs = await readTypeDefs(folder).finally(() => rmSync(folder, { recursive: true }));
  return defs.model;
}

/** Returns the mismatches of a document of a model with a `DateTime`. */
async function checkEvents(attributes: Record<string, unknown>) {
  const events = await modelOf('type Event @document { startsAt: DateTime }');
  const client = createEvaluatorClient([documentOf('event', 'a', attributes)]);
  return (await checkContent(client, events, new Set())).mismatches;
}

describe('model check', () => {
  test('names the fields of @groq that any edit refetches, and how to mend them', async () => {
    const pages = await modelOf(`type Page @document {
      link: Page
      linked: String @groq(expr: "link->title")
      other: String @groq(expr: "target->title")
      stated: String @groq(expr: "target->title", types: ["page"])
    }`);
    const report = await checkContent(createEvaluatorClient([]), pages, new Set());
    expect(report.refetched).toEqual(['Page.other']);
    expect(reportText(report)).toContain('(fix: @groq(types: …)): 1\n  Page.other');
  });

  test('names the fields that remove the field of their name from the interface of all documents', async () => {
    const products =
      await modelOf(`type Product @document { title: String label: Boolean updatedAt: DateTime }
      type Shop @document { name: String label: String @requiresScopes(scopes: [["read:private"]]) }
      type Page @document { title: String label: String }`);
    const report = await checkContent(createEvaluatorClient([]), products, new Set());
    expect(report.conflictingFields).toEqual(['Product.label', 'Shop.label']);
    expect(reportText(report)).toMatch(/interface Document lacks .*: 2\n {2}Product\.label\n {2}Shop\.label/);
  });

  test.each([
    ['c', 'string'],
    [5, 'number'],
    [['b'], 'list'],
    [[{ current: 'e' }], 'list'],
  ])('names the value that paths lead through once: %j', async (seo, found) => {
    const events = await modelOf(`type Event @document {
      slug: String! @groq(expr: "meta.seo.slug")
      title: String @groq(expr: "meta.seo.title")
    }`);
    const documents = [documentOf('event', 'a', { meta: { seo } }), documentOf('event', 'b', { meta: seo })];
    const { mismatches } = await checkContent(createEvaluatorClient(documents), events, new Set());
    expect(mismatches).toMatchObject([
      { path: 'event.meta', expected: 'an object', found, count: 1, documents: ['b'] },
      { path: 'event.meta.seo', expected: 'an object', found, count: 1, documents: ['a'] },
    ]);
  });

  test.each([[{ _type: 'localeString' }], [{ _type: 'localeString', en: null }], [{}], [[]]])(
    'a localized value without a translation is an empty field: %j',
    async (blank) => {
      const events = await modelOf(
        'type Event @document { title: String @localized slug: String @localized(path: "current") name: String! @localized }',
      );
      const document = documentOf('event', 'a', { title: blank, slug: blank, name: blank });
      const { mismatches } = await checkContent(createEvaluatorClient([document]), events, new Set());
      expect(mismatches).toMatchObject([{ path: 'event.name', expected: 'String', found: 'none' }]);
    },
  );

  test('refuses types of @groq that are no documents of the model', async () => {
    const faulty =
      'type Page @document { other: String @groq(expr: "target->title", types: ["page", "post"]) }';
    await expect(modelOf(faulty)).rejects.toThrow(/expected the _type of documents .* got post;/);
  });

  test('finds the values that do not fit, with path, kind, _ids and counts', async () => {
    const { documents, mismatches } = await check([
      page('a', {
        title: null,
        tags: 'one',
        author: { _type: 'author', name: 'Ada' },
        children: [reference('x'), reference('gone')],
        relatedPages: ['b', reference('x')],
        content: [
          { _type: 'hero' },
          { _type: 'hero' },
          { _type: 'hero.cover', background: { _type: 'file' }, page: 'b' },
        ],
        picture: { asset: { _ref: 'file-x-pdf' } },
        gallery: [image('x'), { _type: 'mux.video' }],
        intro: 'text',
        views: 'many',
      }),
      page('b', { content: [{ _type: 'hero' }], sections: [{ heading: 5 }, 'x'] }),
      documentOf('entry', 'e', { language: 'fr', slug: { current: 'e' }, code: 1.5 }),
      documentOf('author', 'x', { name: 'Ada' }),
    ]);
    expect(documents).toBe(4);
    const found = mismatches.map(({ path, expected, found: kind, count, documents: ids }) =>
      [path, expected, kind, count, ids.join()].join(' | '),
    );
    expect(found).toEqual([
      'entry.code | Int | number | 1 | e',
      'entry.language | Language | string | 1 | e',
      'page.author | a reference to author | object author | 1 | a',
      'page.children[] | a reference to page | reference to author | 1 | a',
      'page.content[] | a member of PageBlock | object hero | 3 | a,b',
      'page.content[]<hero.cover>.background | a member of Media | object file | 1 | a',
      'page.content[]<hero.cover>.heading | String | none | 1 | a',
      'page.content[]<hero.cover>.page | a reference to page | string | 1 | a',
      'page.intro | rich text | string | 1 | a',
      'page.picture | an image | reference to another asset | 1 | a',
      'page.relatedPages[] | a reference to page | string | 1 | a',
      'page.relatedPages[] | a reference to page | reference to author | 1 | a',
      'page.sections[] | an object | string | 1 | b',
      'page.sections[].heading | String | number | 1 | b',
      'page.tags | a list | string | 1 | a',
      'page.title | String | none | 1 | a',
      'page.views | Int | string | 1 | a',
    ]);
  });

  test('null in lists and references without a document are no values', async () => {
    const empty = { _type: 'reference', _weak: true };
    const { mismatches } = await check([
      page('a', {
        tags: ['x', null],
        author: empty,
        children: [null, empty],
        relatedPages: [null, empty],
        content: [null, empty],
        pictures: [null, image('x')],
        sections: [null, { heading: 'x' }],
        intro: [null, textBlock('x')],
        lead: empty,
      }),
    ]);
    expect(mismatches).toEqual([]);
    const required = await modelOf('type Event @document { next: Event! }');
    const client = createEvaluatorClient([documentOf('event', 'a', { next: empty })]);
    expect((await checkContent(client, required, new Set())).mismatches).toMatchObject([
      { path: 'event.next', found: 'none' },
    ]);
  });

  test.each(["@['my-field']", '@["my-field"]', "coalesce(other, @['my-field'])", '{"a": @["my-field"]}.a'])(
    'knows attributes with any name that an expression reads: %s',
    async (expr) => {
      const events = await modelOf(
        `type Event @document { name: String @groq(expr: ${JSON.stringify(expr)}) }`,
      );
      const document = documentOf('event', 'a', { 'my-field': 'x', field: 'y', my: 'z' });
      const { unknownAttributes } = await checkContent(createEvaluatorClient([document]), events, new Set());
      expect(unknownAttributes.map(({ name }) => name)).toEqual(['event.field', 'event.my']);
    },
  );

  test('compares files, geopoints and the texts that enum values stand for', async () => {
    const defs = await readTypeDefs(`${ROOT}tests/support/fixtures/venues/schema`);
    const documents = [
      venue('a', {
        place: geoPoint(91, 0),
        programme: image('x'),
        screen: 'wide',
        screens: ['16:9', 'round'],
        entrances: [geoPoint(1, 2), 'here'],
        extras: [file('x'), { _type: 'geopoint' }, geoPoint(1, 2)],
        about: [file('x'), geoPoint(1, 2)],
      }),
    ];
    const { mismatches, unused, unknownRichText } = await checkContent(
      createEvaluatorClient(documents),
      defs.model,
      new Set(),
    );
    expect(mismatches.map(({ path, expected, found }) => [path, expected, found].join(' | '))).toEqual([
      'venue.entrances[] | a geopoint | string',
      'venue.extras[] | a member of Extra | geopoint without valid coordinates',
      'venue.place | a geopoint | geopoint without valid coordinates',
      'venue.programme | a file | reference to another asset',
      'venue.screen | ScreenRatio | string',
    ]);
    expect(unused.filter((name) => name.startsWith('ScreenRatio') || name.startsWith('Extra.'))).toEqual([
      'Extra.Image',
      'Extra.Stop',
      'ScreenRatio.academy',
    ]);
    expect(unknownRichText).toEqual([]);
  });

  test('finds names in the model without data, and names in the data without a model', async () => {
    const { mismatches, unused, unknownTypes, unknownAttributes, unknownRichText } = await check([
      page('a', { seo: { title: 'x' }, lead: { _type: 'textSection', headline: 'renamed' } }),
      page('b', {
        intro: [
          textBlock('x'),
          { _type: 'quote', text: 'x' },
          { ...image('x'), alt: 'An image of the core.' },
        ],
        language: 'en',
      }),
      documentOf('entry', 'e', { language: 'en', slug: { current: 'e' } }),
      documentOf('redirect', 'r'),
      documentOf('redirect', 's'),
      documentOf('sanity.imageAsset', 'image-x-40x30-png'),
    ]);
    expect(mismatches).toEqual([]);
    expect(unused).toEqual(
      expect.arrayContaining([
        'Author',
        'Settings',
        'Cover',
        'Page.content',
        'TextSection.heading',
        'PageBlock.Cover',
        'Language.de',
        'Entry.code',
      ]),
    );
    for (const name of ['Page', 'Page.intro', 'PageBlock.TextSection', 'Language.en', 'RichTextLink'])
      expect(unused).not.toContain(name);
    expect(unknownTypes).toEqual([{ name: 'redirect', count: 2 }]);
    expect(unknownAttributes).toEqual([
      { name: 'page.language', count: 1 },
      { name: 'page.lead<textSection>.headline', count: 1 },
      { name: 'page.seo', count: 1 },
    ]);
    expect(unknownRichText).toEqual([{ name: 'page.intro[]<quote>', count: 1 }]);
  });

  test('finds references to other datasets, other forms of images and videos, and lists above their limits', async () => {
    const foreign = { _type: 'crossDatasetReference', _ref: 'b', _dataset: 'other', _projectId: 'p' };
    const { mismatches } = await check([
      page('a', {
        author: foreign,
        children: [foreign],
        relatedPages: [{ ...reference('b'), _dataset: 'other' }],
        content: [foreign],
        lead: { _type: 'hero.cover', heading: 'x', page: foreign },
        intro: [{ ...textBlock('x'), markDefs: [{ _type: 'custom.link', customLink: { page: foreign } }] }],
        cover: { _type: 'mux.video', asset: foreign },
        gallery: [{ _type: 'mux.video', asset: 'id' }, { _type: 'mux.video' }],
        picture: { _type: 'image', _ref: 'image-x-40x30-png' },
        pictures: [reference('image-x-40x30-png'), { _type: 'textSection' }, { _type: 'image' }],
        tags: Array(10_001).fill('x'),
        sections: Array(1_001).fill({ _type: 'textSection' }),
      }),
      page('b'),
    ]);
    expect(mismatches.map(({ path, found }) => `${path} | ${found}`)).toEqual([
      'page.author | reference to another dataset',
      'page.children[] | reference to another dataset',
      'page.content[] | reference to another dataset',
      'page.cover | reference to another dataset as its asset',
      'page.gallery[] | string as its asset',
      'page.intro[].markDefs[]<custom.link>.customLink.page | reference to another dataset',
      'page.lead<hero.cover>.page | reference to another dataset',
      'page.picture | reference',
      'page.pictures[] | reference',
      'page.pictures[] | object textSection',
      'page.relatedPages[] | reference to another dataset',
      'page.sections | list of 1,001 elements',
      'page.tags | list of 10,001 elements',
    ]);
  });

  test.each([
    ['id', undefined],
    ['', undefined],
    [null, undefined],
    [{ _type: 'mux.video', asset: { _type: 'reference', _ref: 'gone' } }, undefined],
    [5, 'number'],
    [['id'], 'list'],
    [{ _type: 'image', asset: { _ref: 'image-x-40x30-png' } }, 'object image'],
    [{ _type: 'reference', _ref: 'x' }, 'reference'],
    [{ _type: 'mux.video', asset: { playbackId: 'x' } }, 'object as its asset'],
  ])('knows the forms of videos: %j', async (clip, found) => {
    const events = await modelOf('type Event @document { clip: Video @asset }');
    const client = createEvaluatorClient([documentOf('event', 'a', { clip })]);
    const { mismatches } = await checkContent(client, events, new Set());
    expect(mismatches.map((mismatch) => mismatch.found)).toEqual(found === undefined ? [] : [found]);
  });

  test('names texts with letters that are not composed, and how to convert them', async () => {
    const report = await check([
      page('a', { title: 'cafe\u0301', tags: ['x', '\u212bse'], slug: { current: '\uac00\u11a8' } }),
      page('b', { title: 'caf\u00e9', sections: [{ heading: 'e\u0301' }], intro: [textBlock('e\u0301')] }),
      page('c', { title: 'e\u0301' }),
    ]);
    expect(report.mismatches).toEqual([]);
    expect(report.notComposed.map(({ path, count, documents }) => [path, count, documents])).toEqual([
      ['page.sections[].heading', 1, ['b']],
      ['page.slug.current', 1, ['a']],
      ['page.tags[]', 1, ['a']],
      ['page.title', 2, ['a', 'c']],
    ]);
    expect(reportText(report)).toContain(
      [
        '3 documents compared: all fit the model',
        '',
        'texts whose letters are not composed (NFC), which some filters and lookups do not find: 5 in 4 places',
        '  page.sections[].heading: 1 value, in b',
        '  page.slug.current: 1 value, in a',
        '  page.tags[]: 1 value, in a',
        '  page.title: 2 values, in a, c',
        "  fix: write them with `text.normalize('NFC')`, for example in a content migration of the Studio",
      ].join('\n'),
    );
  });

  test('finds no mismatch in documents of the model, and mismatches among invalid values', async () => {
    const valid = await pagesCase('documents', 0);
    const withoutGaps = valid.documents.map((doc) => ({ ...doc, title: 'x', name: 'x', heading: 'x' }));
    const { mismatches } = await check(withoutGaps);
    // Random documents omit attributes, and random references can have another type.
    const unexpected = mismatches.filter(
      ({ found }) =>
        found !== 'none' &&
        !found.startsWith('reference to') &&
        !/^object (call-out|figure|quotation|image)$/.test(found),
    );
    expect(unexpected).toEqual([]);
    const invalid = await pagesCase('documents', 0.3);
    expect((await check(invalid.documents)).mismatches.length).toBeGreaterThan(20);
  });

  test('says whether more documents have a value than those that are named', async () => {
    const events = await modelOf('type Event @document { seats: [Int] }');
    const moreOf = async (count: number) => {
      const documents = [...Array(count).keys()].map((i) =>
        documentOf('event', `e${i}`, { seats: ['a', 'b'] }),
      );
      const report = await checkContent(createEvaluatorClient(documents), events, new Set());
      return reportText(report).match(/\d+ values, in .*/)?.[0];
    };
    expect(await moreOf(3)).toBe('6 values, in e0, e1, e2');
    expect(await moreOf(4)).toBe('8 values, in e0, e1, e2, …');
  });

  test('names the choices that an enum lacks, and dates in place of times', async () => {
    const entries = ['fr', 'it', 'fr'].map((language, i) =>
      documentOf('entry', `e${i}`, { language, slug: { current: `e${i}` } }),
    );
    const { mismatches } = await check(entries);
    expect(mismatches).toEqual([
      {
        path: 'entry.language',
        expected: 'Language',
        found: 'string',
        choices: ['fr', 'it'],
        count: 3,
        documents: ['e0', 'e1', 'e2'],
      },
    ]);
    expect(await checkEvents({ startsAt: '2026-01-31' })).toMatchObject([
      { path: 'event.startsAt', expected: 'DateTime', found: 'date without time' },
    ]);
    expect(await checkEvents({ startsAt: '2026-01-31T10:00:00Z' })).toEqual([]);
  });

  test('prints the result and the mismatches first, in groups with counts', async () => {
    const report = await check([
      page('a', { tags: 'one' }),
      page('b', { tags: 'two', seo: 'x' }),
      page('c', { title: null }),
      documentOf('entry', 'e', { language: 'fr', slug: { current: 'e' } }),
    ]);
    expect(reportText(report).split('\n').slice(0, 11)).toEqual([
      '4 documents compared: 4 invalid values in 3 places',
      '',
      'values of another kind than the model declares: 3 in 2 places',
      '  entry.language: expected Language, got string "fr"',
      '    1 value, in e',
      '  page.tags: expected a list, got string',
      '    2 values, in a, b',
      '',
      'missing values of non-null fields: 1 in 1 place',
      '  page.title: expected String, got no value',
      '    1 value, in c',
    ]);
    expect(reportText(report)).toMatch(
      /\nattributes that the model does not have: 1\n {2}page\.seo \(1\)\n?/,
    );
    expect(reportText(await check([]))).toMatch(/^0 documents compared: all fit the model\n/);
  });

  test('prints at most 20 names of a section that is not a mismatch', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 23 }, (_, i) => [`extra${i}`, i]));
    expect(reportText(await check([page('a', attributes)]))).toMatch(
      /attributes that the model does not have: 23\n(?: {2}page\.extra\d+ \(1\)\n){20} {2}and 3 more; --json lists all/,
    );
  });
});

describe('model check of a dataset over HTTP', () => {
  test('exits with 0 without mismatches, with 1 with mismatches, and with 1 if it cannot run, and tells what it waits for', async () => {
    const stack = await startStack({ hasIndex: false });
    try {
      const run = (options: readonly string[], env: Record<string, string> = {}) =>
        runCommand(['gateway/cli/trivium.ts', 'model', 'check', ...options], {
          ...process.env,
          ...stack.env,
          LOG_LEVEL: 'silent',
          ...env,
        });
      const clean = await run([]);
      expect(clean.out).toMatch(/documents compared: all fit the model/);
      expect(clean.code).toBe(0);
      await stack.editor.patch('film-lorenz').set({ chapters: 'one' }).commit();
      await stack.setFaults('content', [{ kind: 'latency', ms: 4_000, times: 1, query: 'trivium\\.index' }]);
      const faulty = await run(['--json']);
      expect(faulty.code).toBe(1);
      expect(faulty.err).toMatch(/^ {2}waiting for Sanity \(\d s\)$/m);
      expect(JSON.parse(faulty.out).mismatches).toEqual([
        { path: 'film.chapters', expected: 'a list', found: 'string', count: 1, documents: ['film-lorenz'] },
      ]);
      // No folder can exist below a file.
      const failed = await run(['--json'], { SCHEMA_DIR: 'package.json/none' });
      expect(failed.code).toBe(1);
      expect(failed.err).toMatch(/^the environment has an error:\n {2}SCHEMA_DIR: expected/);
    } finally {
      await stack.close();
    }
  }, 60_000);
});
