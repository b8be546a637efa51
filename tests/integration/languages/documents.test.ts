import { describe, expect, test } from '@jest/globals';
import { execute, reference } from '../../reference/edgeCases.ts';
import { createLanguagesGraph } from '../../reference/languages.ts';
import { documentOf } from '../../reference/pages.ts';

const lesson = (id: string, language: string | undefined, title: string, slug: string) =>
  documentOf('lesson', id, {
    title,
    slug: { _type: 'slug', current: slug },
    teacher: reference('ada'),
    ...(language && { language }),
  });

/** Creates the document that joins translations. Older versions of the plugin have the language as `_key`. */
const metadata = (id: string, ids: Record<string, string>, isOld = false) =>
  documentOf('translation.metadata', id, {
    translations: Object.entries(ids).map(([language, _ref], i) => ({
      ...(isOld ? { _key: language } : { _key: `k${i}`, language }),
      value: { ...reference(_ref), _weak: true },
    })),
  });

const documents = [
  documentOf('teacher', 'ada', { name: 'Ada' }),
  lesson('sum-en', 'en', 'Sums', 'sums'),
  lesson('sum-de', 'de', 'Summen', 'summen'),
  lesson('ring-en', 'en', 'Rings', 'rings'),
  lesson('ring-ch', 'de-CH', 'Ringe', 'ringe'),
  lesson('gone-en', 'en', 'Groups', 'groups'),
  lesson('only-de', 'de', 'Nur hier', 'nur-hier'),
  lesson('none', undefined, '1 + 1', 'one'),
  metadata('m1', { en: 'sum-en', de: 'sum-de' }),
  metadata('m2', { en: 'ring-en', 'de-CH': 'ring-ch' }, true),
  // The German version is not published.
  metadata('m3', { en: 'gone-en', de: 'gone-de' }),
];

async function run(text: string, variables: Record<string, unknown> = {}, locale?: string) {
  const graph = createLanguagesGraph(documents);
  const { data, errors } = await execute(graph, text, variables, locale);
  expect(errors).toBeUndefined();
  expect(graph.requests).toHaveLength(1);
  return data;
}

describe('documents for each language', () => {
  test.each([
    ['en', ['1 + 1', 'Groups', 'Rings', 'Sums']],
    ['de', ['1 + 1', 'Groups', 'Nur hier', 'Rings', 'Summen']],
    ['de-CH', ['1 + 1', 'Groups', 'Nur hier', 'Ringe', 'Summen']],
    ['fr', ['1 + 1']],
  ])('are listed in the version for %s', async (locale, expected) => {
    const { lessons, teacher } = await run(
      `{
        lessons(orderBy: { field: TITLE }) { totalCount nodes { title } }
        teacher(by: { id: "${Buffer.from('Teacher:ada').toString('base64url')}" }) {
          lessons(orderBy: { field: TITLE }) { nodes { title } }
        }
      }`,
      {},
      locale,
    );
    const titles = expected.map((title) => ({ title }));
    expect(lessons).toEqual({ totalCount: titles.length, nodes: titles });
    expect(teacher.lessons.nodes).toEqual(titles);
  });

  test('are listed in all languages if the filter states the language', async () => {
    const { all, german } = await run(`{
      all: lessons(filter: { language: { defined: true } }) { totalCount }
      german: lessons(filter: { language: { in: ["de", "de-CH"] } }, orderBy: { field: TITLE }) { nodes { language title } }
    }`);
    expect(all.totalCount).toBe(6);
    expect(german.nodes).toEqual([
      { language: 'de', title: 'Nur hier' },
      { language: 'de-CH', title: 'Ringe' },
      { language: 'de', title: 'Summen' },
    ]);
  });

  test('have their published translations', async () => {
    const { lessons } = await run(`{
      lessons(filter: { language: { defined: true } }, orderBy: { field: TITLE }) {
        nodes { title translations { language slug } }
      }
    }`);
    expect(lessons.nodes).toEqual([
      { title: 'Groups', translations: [] },
      { title: 'Nur hier', translations: [] },
      { title: 'Ringe', translations: [{ language: 'en', slug: 'rings' }] },
      { title: 'Rings', translations: [{ language: 'de-CH', slug: 'ringe' }] },
      { title: 'Summen', translations: [{ language: 'en', slug: 'sums' }] },
      { title: 'Sums', translations: [{ language: 'de', slug: 'summen' }] },
    ]);
  });

  test('are looked up in the language of the operation, and by id in any', async () => {
    const id = Buffer.from('Lesson:sum-de').toString('base64url');
    const text = `{
      en: lesson(by: { slug: "sums" }) { title }
      de: lesson(by: { slug: "summen" }) { title }
      fallback: lesson(by: { slug: "groups" }) { title }
      byId: lesson(by: { id: "${id}" }) { title }
      any: lesson(by: { slug: "one" }) { title }
    }`;
    const byId = { title: 'Summen' };
    const any = { title: '1 + 1' };
    expect(await run(text)).toEqual({
      en: { title: 'Sums' },
      de: null,
      fallback: { title: 'Groups' },
      byId,
      any,
    });
    expect(await run(text, {}, 'de')).toEqual({
      en: null,
      de: { title: 'Summen' },
      fallback: { title: 'Groups' },
      byId,
      any,
    });
    expect(await run(text, {}, 'fr')).toEqual({ en: null, de: null, fallback: null, byId, any });
  });

  test('with the same slug are looked up in the preferred language', async () => {
    const graph = createLanguagesGraph([
      lesson('en', 'en', 'Tide', 'tide'),
      lesson('de', 'de', 'Gezeiten', 'tide'),
      lesson('de2', 'de', 'Flut', 'flood'),
      lesson('de3', 'de', 'Hochwasser', 'flood'),
    ]);
    const text =
      '{ one: lesson(by: { slug: "tide" }) { title } two: lesson(by: { slug: "flood" }) { title } }';
    expect((await execute(graph, text)).data).toEqual({ one: { title: 'Tide' }, two: null });
    const { data, errors } = await execute(graph, text, {}, 'de');
    expect(data).toEqual({ one: { title: 'Gezeiten' }, two: null });
    expect(errors).toMatchObject([
      { path: ['two'], extensions: { code: 'AMBIGUOUS_LOOKUP', documents: ['de2', 'de3'] } },
    ]);
  });

  test('are looked up by their language, wherever the attribute is', async () => {
    const sign = (id: string, lang: string, text: string) =>
      documentOf('sign', id, { code: 'exit', text, meta: { lang } });
    const graph = createLanguagesGraph([sign('a', 'en', 'Exit'), sign('b', 'de', 'Ausgang')]);
    const { data, errors } = await execute(
      graph,
      `{
        sign(by: { codeAndLocale: { code: "exit", locale: "de" } }) { text locale translations { text } }
        signs { nodes { text } }
      }`,
      {},
      'de',
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      sign: { text: 'Ausgang', locale: 'de', translations: [] },
      signs: { nodes: [{ text: 'Exit' }, { text: 'Ausgang' }] },
    });
  });

  test('that refer to a document are found in the language of the operation', async () => {
    const german = documentOf('lesson', 'late', {
      title: 'Neu',
      slug: { current: 'neu' },
      language: 'de',
      teacher: reference('ada'),
      _createdAt: '2026-09-01T00:00:00Z',
    });
    const graph = createLanguagesGraph([...documents, german]);
    const id = Buffer.from('Teacher:ada').toString('base64url');
    const newest = async (locale: string) =>
      (await execute(graph, `{ teacher(by: { id: "${id}" }) { newest { title language } } }`, {}, locale))
        .data.teacher.newest;
    expect((await newest('en')).language).not.toBe('de');
    expect(await newest('de')).toEqual({ title: 'Neu', language: 'de' });
  });
});
