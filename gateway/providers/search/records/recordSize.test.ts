import { describe, expect, test } from '@jest/globals';
import { recipeDocuments, type SanityDocument } from '../../../../tests/support/recipeDocuments.ts';
import { startSearchHarness } from '../../../../tests/support/searchHarness.ts';
import { documentRecords } from '../indexing/records.ts';
import { MAX_RECORD_BYTES } from './recordSize.ts';

describe('record above the size limit', () => {
  const block = (text: string) => ({
    _type: 'block',
    _key: 'a',
    children: [{ _type: 'span', _key: 'b', text }],
  });
  const recipe = recipeDocuments.find(({ _id }) => _id === 'recipe-01') as SanityDocument;

  test('becomes several records within the limit, which are one result', async () => {
    const marked = `${'größer '.repeat(1500)}anfang ${'größer '.repeat(1500)}ende`;
    const small = await startSearchHarness({
      documents: [{ ...recipe, method: [block(marked)] }, recipeDocuments[9] as SanityDocument],
    });
    try {
      expect(small.report).toMatchObject({ documents: 2, shortened: [], skipped: { documents: [] } });
      const records: Record<string, unknown>[] = [];
      for await (const record of small.writer.browse('recipes_documents')) records.push(record);
      const parts = records.filter(({ _id }) => _id === 'recipe-01');
      expect(parts.map(({ objectID }) => objectID).sort()).toEqual([
        'recipe-01',
        'recipe-01#2',
        'recipe-01#3',
      ]);
      for (const part of parts) {
        expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(MAX_RECORD_BYTES);
        expect(part).toMatchObject({ title: recipe.title, tags: recipe.tags });
        expect(String(part.method)).toMatch(/^größer .*(größer|ende)$/s);
      }
      const { data } = await small.query(
        `{ all: search(query: "größer", facets: [TYPE]) { totalCount nodes { ... on Recipe { id } } facets { values { count } } }
          middle: search(query: "anfang") { nodes { ... on Recipe { id } } }
          end: search(query: "ende") { nodes { ... on Recipe { id } } edges { highlights { segments { text matched } } } }
          suggest(query: "größer") { items { ... on Recipe { id } } } }`,
      );
      const nodes = [{ id: 'recipe-01' }];
      expect(data).toMatchObject({
        all: { totalCount: 1, nodes, facets: [{ values: [{ count: 1 }] }] },
        middle: { nodes },
        end: { nodes },
        suggest: { items: nodes },
      });
      const { segments } = data.end.edges[0].highlights[0];
      expect(segments).toContainEqual({ text: 'ende', matched: true });
    } finally {
      await small.close();
    }
  });

  test.each([
    ['Chinese', '数学家研究图形的对称与混沌现象。', '独特终点', 9_000],
    ['Japanese', '東京の図書館で古い物語を読む。', 'とくべつ', 9_000],
    ['Thai', 'นักคณิตศาสตร์ศึกษารูปทรงและความสมมาตร', 'พิเศษ', 9_000],
    ['Khmer', 'ភាសាខ្មែរមានអក្សរច្រើន', 'ពិសេស', 9_000],
    ['one word of Latin letters', 'abcdefghij', 'zzz', 15_000],
    ['emoji', '👨‍👩‍👧‍👦🏳️‍🌈', '✨', 9_000],
  ])('%s without spaces is whole in the records', async (_, sentence, unusual, length) => {
    const part = sentence.repeat(Math.ceil(length / 2 / sentence.length));
    const text = `${unusual}${part}${unusual}${part}${unusual}`;
    const row = {
      objectID: 'a',
      _type: 'page',
      _rev: '',
      _createdAt: '2026-01-01T00:00:00Z',
      _updatedAt: '2026-01-01T00:00:00Z',
      '@assets': [],
      '@label': null,
      text,
    };
    const { records, shortened } = documentRecords(row);
    expect(shortened).toEqual([]);
    expect(records.length).toBeGreaterThan(1);
    const graphemes = new Set(
      [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment),
    );
    let end = 0;
    for (const record of records) {
      expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThanOrEqual(MAX_RECORD_BYTES);
      const piece = String(record.text);
      // Each part begins before the end of the part before it, and is not cut within a character.
      const at = text.indexOf(piece, Math.max(0, end - 300));
      expect(at).toBeLessThanOrEqual(end);
      end = at + piece.length;
      const segments = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(piece)];
      for (const { segment } of segments) expect(graphemes).toContain(segment);
    }
    expect(end).toBe(text.length);
  });

  test('is omitted and reported if no text can be shortened', async () => {
    const tags = Array.from({ length: 2000 }, (_, i) => `a label of some length ${i}`);
    const small = await startSearchHarness({ documents: [recipe, { ...recipe, _id: 'recipe-02', tags }] });
    try {
      expect(small.report).toMatchObject({
        documents: 1,
        skipped: {
          documents: [{ objectID: 'recipe-02', reason: expect.stringContaining('exceeds 10000 bytes') }],
        },
      });
    } finally {
      await small.close();
    }
  });
});

test('document records: long texts in objects and lists are split like other texts, keys of references stay whole', () => {
  const long = (word: string) => `${word} `.repeat(2000).trim();
  const row = {
    ...{ objectID: 'a', _type: 'post', _createdAt: '2026-01-01T00:00:00Z' },
    ...{
      title: 'Harbour lights',
      seo: { text: long('harbour'), summary: 'Short' },
      words: [long('lorem'), 'ipsum'],
      author: { slug: 'k'.repeat(6000), label: 'Ada' },
    },
  };
  const { records, shortened, skipped } = documentRecords(row as never);
  expect({ shortened, skipped }).toEqual({ shortened: [], skipped: undefined });
  for (const record of records) {
    expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThanOrEqual(MAX_RECORD_BYTES);
    expect(record).toMatchObject({ title: 'Harbour lights', seo: { summary: 'Short' } });
    expect(record.author).toEqual({ slug: 'k'.repeat(6000), label: 'Ada' });
  }
  const count = (word: string) => JSON.stringify(records).split(word).length - 1;
  expect(count('harbour')).toBeGreaterThanOrEqual(2000);
  expect(count('lorem')).toBeGreaterThanOrEqual(2000);
  expect(records[0]?.words).toContain('ipsum');
});
