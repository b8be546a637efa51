import { describe, expect, test } from '@jest/globals';
import { execute, reference } from '../../reference/edgeCases.ts';
import { byKey, byLanguage, createLanguagesGraph } from '../../reference/languages.ts';
import { documentOf, textBlock } from '../../reference/pages.ts';

const slug = (current: string) => ({ _type: 'slug', current });
const documents = [
  documentOf('area', 'north', { title: byKey({ en: 'North', de: 'Norden' }), slug: slug('north') }),
  documentOf('area', 'south', { title: { en: 'South', de: 'Süden' }, slug: slug('south') }),
  documentOf('place', 'bridge', {
    name: byKey({ en: 'Bridge', de: 'Übergang' }),
    slug: byLanguage({ en: slug('bridge'), de: slug('uebergang') }),
    story: byLanguage({ en: [textBlock('Built of stone')], de: [textBlock('Aus Stein')] }),
    area: reference('north'),
    details: { title: byKey({ de: 'Bau' }) },
    tags: byKey({ en: ['old'], de: ['alt'] }),
  }),
  documentOf('place', 'castle', {
    name: { en: 'Castle', de: 'Burg' },
    slug: { en: slug('castle'), de: slug('bridge') },
    area: reference('south'),
    near: [{ _key: 'k', ...reference('bridge') }],
  }),
  documentOf('place', 'arch', { name: 'Arch', slug: slug('arch'), area: reference('north') }),
];

/** Returns the slugs of the places that match a filter, in a language. */
async function slugsOf(locale: string, args: string) {
  const graph = createLanguagesGraph(documents);
  const text = `{ places(${args}) { totalCount nodes { slug } } }`;
  const { data, errors } = await execute(graph, text, {}, locale);
  expect(errors).toBeUndefined();
  expect(graph.requests).toHaveLength(1);
  const slugs = data.places.nodes.map((node: { slug: string }) => node.slug);
  expect(data.places.totalCount).toBe(slugs.length);
  return slugs;
}

describe('filters, orders and lookups of localized fields', () => {
  test.each([
    ['de', 'filter: { name: { eq: "Burg" } }', ['bridge']],
    ['en', 'filter: { name: { eq: "Burg" } }', []],
    ['de', 'filter: { name: { matches: "üb*" } }', ['uebergang']],
    ['de-CH', 'filter: { story: { matches: "stein" } }', ['uebergang']],
    ['en', 'filter: { story: { matches: "stein" } }', []],
    ['de', 'filter: { area: { title: { eq: "Norden" } }, name: { ne: "Arch" } }', ['uebergang']],
    ['de', 'filter: { near: { some: { name: { eq: "Übergang" } } } }', ['bridge']],
    ['de', 'filter: { details: { title: { defined: true } } }', ['uebergang']],
    ['en', 'filter: { details: { title: { defined: true } } }', []],
    ['de', 'filter: { tags: { eq: "alt" } }', ['uebergang']],
  ])('filter by the value in the language: %s, %s', async (locale, args, expected) => {
    expect(await slugsOf(locale, args)).toEqual(expected);
  });

  test('order by the value in the language, page by page', async () => {
    const graph = createLanguagesGraph(documents);
    const pageAfter = async (locale: string, after: string | null) => {
      const { data, errors } = await execute(
        graph,
        `query ($after: String) {
          places(first: 2, after: $after, orderBy: { field: NAME }) {
            nodes { name } pageInfo { endCursor }
          }
        }`,
        { after },
        locale,
      );
      expect(errors).toBeUndefined();
      return data.places;
    };
    const first = await pageAfter('de', null);
    const second = await pageAfter('de', first.pageInfo.endCursor);
    const names = [...first.nodes, ...second.nodes].map(({ name }) => name);
    expect(names).toEqual(['Arch', 'Burg', 'Übergang']);
    const english = await pageAfter('en', null);
    expect(english.nodes).toEqual([{ name: 'Arch' }, { name: 'Bridge' }]);
  });

  test('look documents up by the value in the language', async () => {
    const graph = createLanguagesGraph(documents);
    const lookUp = async (locale: string) => {
      const text =
        '{ bridge: place(by: { slug: "bridge" }) { name } castle: place(by: { slug: "castle" }) { name } arch: place(by: { slug: "arch" }) { name } }';
      const { data, errors } = await execute(graph, text, {}, locale);
      expect(errors).toBeUndefined();
      return data;
    };
    const arch = { name: 'Arch' };
    expect(await lookUp('en')).toEqual({ bridge: { name: 'Bridge' }, castle: { name: 'Castle' }, arch });
    expect(await lookUp('de')).toEqual({ bridge: { name: 'Burg' }, castle: null, arch });
    expect(graph.requests).toHaveLength(2);
  });

  const partly = [
    documentOf('place', 'p1', {
      name: { en: 'Castle', de: ' ' },
      slug: byLanguage({ en: slug('castle'), de: slug('') }),
      tags: { en: ['old'], de: [] },
      story: { en: [textBlock('Built of stone')], de: [textBlock('')] },
    }),
    documentOf('place', 'p2', { name: { en: 'Bridge', de: 'Ufer' }, slug: slug('bridge') }),
    documentOf('place', 'p3', { name: { en: 'Arch', de: 12 }, slug: slug('arch') }),
  ];

  test.each([
    ['filter: { name: { eq: "Castle" } }', ['castle']],
    ['filter: { name: { ne: "Castle" } }, orderBy: { field: SLUG }', ['arch', 'bridge']],
    ['filter: { name: { matches: "cast*" } }', ['castle']],
    ['filter: { tags: { eq: "old" } }', ['castle']],
    ['filter: { story: { matches: "stone" } }', ['castle']],
    ['filter: { slug: { eq: "castle" } }', ['castle']],
    ['filter: { name: { defined: false } }', ['arch']],
    ['orderBy: { field: NAME }', ['castle', 'bridge', 'arch']],
    ['orderBy: { field: NAME, nulls: FIRST }', ['arch', 'castle', 'bridge']],
  ])(
    'blank translations have the value of the next language, other kinds have none: %s',
    async (args, expected) => {
      const { data, errors } = await execute(
        createLanguagesGraph(partly),
        `{ places(${args}) { totalCount nodes { slug } } }`,
        {},
        'de',
      );
      expect(errors).toBeUndefined();
      expect(data.places).toEqual({
        totalCount: expected.length,
        nodes: expected.map((own) => ({ slug: own })),
      });
    },
  );

  test('documents with a blank translation are looked up by that of the next language', async () => {
    const { data } = await execute(
      createLanguagesGraph(partly),
      '{ place(by: { slug: "castle" }) { name } }',
      {},
      'de',
    );
    expect(data.place).toEqual({ name: 'Castle' });
  });

  test('cursors of an order by localized values belong to their language', async () => {
    const graph = createLanguagesGraph(documents);
    const page = (args: string, locale = 'en') =>
      execute(graph, `{ places(${args}) { nodes { slug } pageInfo { endCursor } } }`, {}, locale);
    const { data } = await page('first: 1, orderBy: { field: NAME }');
    const after = data.places.pageInfo.endCursor;
    const other = await page(`first: 1, orderBy: { field: NAME }, after: "${after}"`, 'de');
    expect(other.data.places).toBeNull();
    expect(other.errors).toMatchObject([{ extensions: { code: 'BAD_CURSOR' } }]);
    expect(other.errors?.[0]?.message).toContain(
      'expected a cursor of the language de, got a cursor of "en"',
    );
    const { data: byNumber } = await page('first: 1, orderBy: { field: OPENED }');
    const same = await page(
      `first: 1, orderBy: { field: OPENED }, after: "${byNumber.places.pageInfo.endCursor}"`,
      'de',
    );
    expect(same.errors).toBeUndefined();
  });

  test('cursors of nested lists belong to their language', async () => {
    const graph = createLanguagesGraph(documents);
    const page = (locale: string, args: string) =>
      execute(
        graph,
        `{ area(by: { slug: "north" }) { places(first: 1, orderBy: { field: NAME } ${args}) { nodes { slug } pageInfo { endCursor } } } }`,
        {},
        locale,
      );
    const { data } = await page('en', '');
    const after = data.area.places.pageInfo.endCursor;
    expect((await page('en', `after: "${after}"`)).data.area.places.nodes).toHaveLength(1);
    expect((await page('de', `after: "${after}"`)).errors).toMatchObject([
      { extensions: { code: 'BAD_CURSOR' } },
    ]);
  });
});
