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
async function slugsOf(args: string) {
  const graph = createLanguagesGraph(documents);
  const { data, errors } = await execute(graph, `{ places(${args}) { totalCount nodes { slug } } }`);
  expect(errors).toBeUndefined();
  expect(graph.requests).toHaveLength(1);
  const slugs = data.places.nodes.map((node: { slug: string }) => node.slug);
  expect(data.places.totalCount).toBe(slugs.length);
  return slugs;
}

describe('filters, orders and lookups of localized fields', () => {
  test.each([
    ['locale: "de", filter: { name: { eq: "Burg" } }', ['bridge']],
    ['locale: "en", filter: { name: { eq: "Burg" } }', []],
    ['locale: "de", filter: { name: { matches: "üb*" } }', ['uebergang']],
    ['locale: "de-CH", filter: { story: { matches: "stein" } }', ['uebergang']],
    ['locale: "en", filter: { story: { matches: "stein" } }', []],
    ['locale: "de", filter: { area: { title: { eq: "Norden" } }, name: { ne: "Arch" } }', ['uebergang']],
    ['locale: "de", filter: { near: { some: { name: { eq: "Übergang" } } } }', ['bridge']],
    ['locale: "de", filter: { details: { title: { defined: true } } }', ['uebergang']],
    ['locale: "en", filter: { details: { title: { defined: true } } }', []],
    ['locale: "de", filter: { tags: { eq: "alt" } }', ['uebergang']],
  ])('filter by the value in the language: %s', async (args, expected) => {
    expect(await slugsOf(args)).toEqual(expected);
  });

  test('order by the value in the language, page by page', async () => {
    const graph = createLanguagesGraph(documents);
    const pageAfter = async (locale: string, after: string | null) => {
      const { data, errors } = await execute(
        graph,
        `query ($locale: String!, $after: String) {
          places(locale: $locale, first: 2, after: $after, orderBy: { field: NAME }) {
            nodes { name } pageInfo { endCursor }
          }
        }`,
        { locale, after },
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
    const { data, errors } = await execute(
      graph,
      `{
        en: place(by: { slug: "bridge" }) { name }
        de: place(by: { slug: "bridge" }, locale: "de") { name }
        none: place(by: { slug: "castle" }, locale: "de") { name }
        fallback: place(by: { slug: "arch" }, locale: "de") { name }
      }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      en: { name: 'Bridge' },
      de: { name: 'Burg' },
      none: null,
      fallback: { name: 'Arch' },
    });
    expect(graph.requests).toHaveLength(1);
  });
});
