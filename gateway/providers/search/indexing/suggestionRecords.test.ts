import { describe, expect, test } from '@jest/globals';
import { recipeDocuments } from '../../../../tests/support/recipeDocuments.ts';
import { modelOf, startSearchHarness } from '../../../../tests/support/searchHarness.ts';
import { MAX_RECORD_BYTES } from '../records/recordSize.ts';
import { SuggestionTally, suggestionId } from '../suggestions.ts';

describe('suggestion record', () => {
  const suggest = async (titles: readonly string[]) => {
    const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
    const small = await startSearchHarness({
      sdl: 'type Page @document { title: String! @searchable }',
      documents: titles.map((title, i) => ({ _id: `page-${i}`, _type: 'page', ...stamps, title })),
    });
    const records: Record<string, unknown>[] = [];
    for await (const record of small.writer.browse('recipes_suggestions')) records.push(record);
    await small.close();
    return { report: small.report, records };
  };

  test.each([
    ['171 Chinese letters', '長'.repeat(171)],
    ['emoji', '👨‍👩‍👧‍👦'.repeat(60)],
    ['combining letters', `e${'\u0301'.repeat(400)}`],
    ['a title of 9,000 ASCII letters', 'title '.repeat(1_500).trim()],
    ['a title above the size of a record', '長'.repeat(5_000)],
    ['a lone surrogate', 'half \ud83d pair'],
    ['NUL', 'a\u0000b'],
    ['a reserved word', '__proto__'],
    ['another reserved word', 'constructor'],
  ])('exists for %s, and for the other titles', async (_, title) => {
    const { report, records } = await suggest(['Ordinary', title, '', ' \t ']);
    expect(report.skipped).toEqual({ documents: [], moments: [], suggestions: [] });
    expect(report).toMatchObject({ documents: 4, suggestions: 2 });
    for (const record of records)
      expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThanOrEqual(MAX_RECORD_BYTES);
    const [other] = records.filter(({ query }) => query !== 'Ordinary');
    expect(title.toWellFormed().normalize('NFC').startsWith(String(other?.query))).toBe(true);
  });

  test('counts titles that differ only in case, spaces and Unicode form once', async () => {
    const { records } = await suggest(['Café  noir', 'café noir', 'CAFE\u0301 NOIR ', 'Cafe noir']);
    expect(records.map(({ query, popularity }) => [query, popularity])).toEqual([
      ['Café noir', 3],
      ['Cafe noir', 1],
    ]);
  });

  test('counts words in any script', async () => {
    const { records } = await suggest(['two words', '東京の図書館']);
    expect(Object.fromEntries(records.map(({ query, nb_words }) => [query, nb_words]))).toEqual({
      'two words': 2,
      東京の図書館: 3,
    });
  });

  test('counts documents with the title and references to them', async () => {
    // Ten recipes of the cuisine's own and ten more with it as their second, and the cuisine itself.
    const thai = recipeDocuments.filter((doc) => JSON.stringify(doc.cuisines ?? '').includes('cuisine-thai'));
    const objectID = suggestionId('thai cooking');
    const harness = await startSearchHarness();
    try {
      expect(await harness.record(objectID, 'recipes_suggestions')).toEqual({
        objectID,
        query: 'Thai cooking',
        popularity: thai.length + 1,
        nb_words: 2,
      });
    } finally {
      await harness.close();
    }
  });
});

test('suggestions: a label that is no text is left out', () => {
  const model = modelOf('type Page @document { title: String @searchable }');
  const tally = new SuggestionTally();
  const row = { _type: 'page', _rev: '', _createdAt: '', _updatedAt: '', '@assets': [] };
  for (const [objectID, label] of [
    ['a', 'Waves'],
    ['b', 7],
    ['c', null],
  ] as const)
    tally.add(model, { ...row, objectID, '@label': label });
  expect(tally.records().map(({ query }) => query)).toEqual(['Waves']);
});
