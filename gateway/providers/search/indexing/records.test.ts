import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type recipeCues,
  recipeDocuments,
  type SanityDocument,
} from '../../../../tests/support/recipeDocuments.ts';
import { createGroqEvaluator, modelOf, startSearchHarness } from '../../../../tests/support/searchHarness.ts';
import { UpstreamError } from '../../../core/errors.ts';
import { searchAttributes } from '../../../core/model/searchRecord.ts';
import { indexedTypes } from '../../../sync/index/rebuild.ts';
import { readRecords } from '../../content/indexing.ts';
import { MAX_RECORD_BYTES } from '../records/recordSize.ts';
import { documentSettings } from '../settings.ts';
import { SuggestionTally, suggestionId } from '../suggestions.ts';
import { documentRecords } from './records.ts';

let harness: Awaited<ReturnType<typeof startSearchHarness>>;

beforeAll(async () => {
  harness = await startSearchHarness();
});
afterAll(() => harness.close());

describe('document record', () => {
  test('contains each searchable field in its own structure, and nothing else', async () => {
    const { tags, method, ...rest } = await harness.record('recipe-00');
    expect(tags).toEqual(['quick']);
    expect(method).toMatch(/^Begin the day before\..*while it is warm\.$/s);
    expect(rest).toEqual({
      objectID: 'recipe-00',
      _id: 'recipe-00',
      _type: 'recipe',
      _rev: 'rev-recipe-00',
      _createdAt: expect.any(Number),
      _updatedAt: expect.stringMatching(/^2026-/),
      title: 'Noodle Soup No. 0',
      summary: 'A dish for a rainy evening',
      minutes: 10,
      season: 'SPRING',
      cuisines: [{ id: 'cuisine-thai', slug: 'thai', title: 'Thai cooking' }],
      ingredients: [
        {
          name: 'saffron',
          unit: 'g',
          producer: { id: 'cook-ada', slug: 'cook-ada', title: 'Ada Marchetti' },
        },
        { name: 'water' },
      ],
      inspiredBy: [
        { id: 'cook-ada', slug: 'cook-ada', title: 'Ada Marchetti' },
        { id: 'book-salt', slug: 'salt-and-time', title: 'Salt and Time' },
      ],
    });
  });

  test('omits missing values and dangling references', async () => {
    const { summary, cuisines } = await harness.record('recipe-07');
    expect(summary).toBeUndefined();
    expect(cuisines).toEqual([{ id: 'cuisine-japanese', slug: 'japanese', title: 'Japanese cooking' }]);
  });

  test('exists for each document of a searchable type and for no other', async () => {
    expect(harness.report).toMatchObject({
      documents: 45,
      moments: 4,
      shortened: [],
      skipped: { documents: [], moments: [], suggestions: [] },
    });
    await expect(harness.record('book-salt')).rejects.toThrow(/ObjectID does not exist/i);
  });

  test('is read once by paging', async () => {
    const many = Array.from({ length: 2300 }, (_, i) => ({
      ...(recipeDocuments[0] as SanityDocument),
      _id: `cuisine-${String((i * 7919) % 2300).padStart(5, '0')}`,
    }));
    const cuisines = harness.model.documents.filter(({ name }) => name === 'Cuisine');
    const seen: string[] = [];
    for (let last = ''; ; last = seen.at(-1) as string) {
      const { rows, total } = await readRecords(createGroqEvaluator(many), harness.model, cuisines, last);
      expect(total).toBe(2300);
      if (rows.length === 0) break;
      seen.push(...rows.map(({ objectID }) => objectID));
    }
    expect(seen).toEqual(many.map(({ _id }) => _id).sort());
  });

  test('is read in smaller pages if a page exceeds the size of a response', async () => {
    const evaluator = createGroqEvaluator(recipeDocuments);
    const tooLarge = new UpstreamError('content', 'UPSTREAM_TOO_LARGE', new Error('above 64 MB'));
    const client = {
      query: async (groq: string, params: Readonly<Record<string, unknown>>) => {
        if (!groq.includes('[0...10]')) throw tooLarge;
        return evaluator.query(groq, params);
      },
    };
    const types = indexedTypes(harness.model);
    const seen: string[] = [];
    for (let last = ''; ; last = seen.at(-1) as string) {
      const { rows } = await readRecords(client, harness.model, types, last);
      if (rows.length === 0) break;
      expect(rows.length).toBeLessThanOrEqual(10);
      seen.push(...rows.map(({ objectID }) => objectID));
    }
    expect(seen).toHaveLength(45);
  });
});

describe('moment record', () => {
  test('contains a cue with its document, asset, language and times', async () => {
    expect(await harness.record('recipe-03:en:3000', 'recipes_moments')).toEqual({
      objectID: 'recipe-03:en:3000',
      document: 'recipe-03',
      _type: 'recipe',
      asset: 'asset-three',
      track: 'three-en',
      moment: 'asset-three:3000',
      language: 'en',
      documentFacets: {
        minutes: 25,
        season: 'WINTER',
        tags: ['x OR y', 'slow'],
        cuisines: [{ slug: 'japanese' }, { slug: 'thai' }],
      },
      start: 3,
      end: 6.25,
      text: 'Then the saffron goes in, <slowly>.',
    });
  });

  test('finds the asset in the structure of the upload plugin', async () => {
    expect(await harness.record('recipe-04:en:1000', 'recipes_moments')).toMatchObject({
      asset: 'asset-four',
    });
  });
});

describe('moment records', () => {
  const cue = (start: number, end: number, text: string) => ({ start, end, text });
  const show = {
    _id: 'show',
    _type: 'show',
    _rev: 'r',
    _createdAt: '2026-01-01T00:00:00Z',
    _updatedAt: '2026-01-01T00:00:00Z',
    title: 'Show',
  };
  const sdl = 'type Show @document { title: String! @searchable episodes: [Video!] @asset }';
  const startShow = async (episodes: string[], readCues: typeof recipeCues) => {
    const started = await startSearchHarness({ sdl, documents: [{ ...show, episodes }], readCues });
    const find = async (args: string) => {
      const { data, errors } = await started.query(
        `{ moments(${args}, first: 20) { totalCount nodes { start end language snippet { text } } } }`,
      );
      expect(errors).toBeUndefined();
      const nodes = data.moments.nodes as { language: string; snippet: { text: string }[] }[];
      return nodes
        .map(({ language, snippet }) => `${language} ${snippet.map(({ text }) => text).join('')}`)
        .sort();
    };
    return { started, find };
  };

  test('of cues with the same start are all found, also with a preferred language', async () => {
    const english = [
      cue(1, 2, 'word first'),
      cue(1, 2, 'word second'),
      cue(1, 3, 'word second'),
      cue(1, 2, 'word first'),
      cue(1.5, 2.5, 'word overlapping'),
    ];
    const german = [cue(1, 2, 'word erste'), cue(1, 2, 'word zweite'), cue(1, 3, 'word zweite')];
    const { started, find } = await startShow(['asset-a'], async () => [
      { track: 'en', language: 'en', cues: english },
      { track: 'de', language: 'de', cues: german },
    ]);
    try {
      const inEnglish = ['en word first', 'en word overlapping', 'en word second', 'en word second'];
      const inGerman = ['de word erste', 'de word zweite', 'de word zweite'];
      expect(await find('query: "word"')).toEqual([...inGerman, ...inEnglish].sort());
      expect(await find('query: "word", prefer: "en"')).toEqual(inEnglish);
      expect(await find('query: "word", prefer: "de"')).toEqual([...inGerman, 'en word overlapping']);
    } finally {
      await started.close();
    }
  });

  test('of two videos of a document with equal captions are all found', async () => {
    const { started, find } = await startShow(['asset-a', 'asset-b'], async (asset) => [
      { track: `${asset}-en`, language: 'en', cues: [cue(1, 2, `word of ${asset}`)] },
    ]);
    try {
      expect(await find('query: "word"')).toEqual(['en word of asset-a', 'en word of asset-b']);
    } finally {
      await started.close();
    }
  });

  test('with long asset ids and languages, and without words, cost nothing else', async () => {
    const long = 'x'.repeat(600);
    const { started, find } = await startShow([`asset-${long}`], async () => [
      { track: 'long', language: `en-${long}`, cues: [cue(1, 2, 'word'), cue(2, 3, ' \n ')] },
      { track: 'de', language: 'de', cues: [cue(1, 2, `word ${'語'.repeat(9_000)}`)] },
    ]);
    try {
      expect(started.report.skipped.moments).toEqual([]);
      expect((await find('query: "word"')).map((text) => text.slice(0, 8))).toEqual(['de word ', 'en-xxxxx']);
    } finally {
      await started.close();
    }
  });
});

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
    expect(await harness.record(objectID, 'recipes_suggestions')).toEqual({
      objectID,
      query: 'Thai cooking',
      popularity: thai.length + 1,
      nb_words: 2,
    });
  });
});

describe('index settings', () => {
  test('order attributes by weight; long texts and lists are unordered', () => {
    const { searchableAttributes } = documentSettings(
      modelOf(`
        type Poem @document {
          title: String @searchable(weight: 9)
          verses: RichText @searchable(weight: 4)
          poet: Poet @searchable(weight: 4)
          moods: [String!] @searchable(weight: 3)
          preface: RichText @searchable
        }
        type Poet @document { name: String @searchable(weight: 9) }
      `),
    );
    expect(searchableAttributes).toEqual([
      'title,name',
      'verses,poet.title',
      'unordered(moods)',
      'unordered(preface)',
    ]);
  });

  test('declare every facet, references by slug', () => {
    expect(documentSettings(harness.model).attributesForFaceting).toEqual([
      '_type',
      'minutes',
      'season',
      'tags',
      'cuisines.slug',
      'inspiredBy.slug',
      'filterOnly(_id)',
    ]);
  });

  test('use the greatest weight of an attribute in several types', () => {
    const model = modelOf(`
      type A @document { words: String @searchable(weight: 2) other: String @searchable(weight: 3) }
      type B @document { words: String @searchable(weight: 7) }
    `);
    expect(searchAttributes(model).map(({ path, weight }) => [path, weight])).toEqual([
      ['words', 7],
      ['other', 3],
    ]);
  });

  test('are stored in Algolia', async () => {
    const settings = await harness.algolia.getSettings({ indexName: 'recipes_documents' });
    expect(settings).toMatchObject({
      removeWordsIfNoResults: 'lastWords',
      paginationLimitedTo: 1000,
      customRanking: ['desc(_createdAt)'],
      searchableAttributes: documentSettings(harness.model).searchableAttributes,
    });
  });

  test('end at recursive inline objects', () => {
    const model = modelOf(`
      type Tree @document { root: Branch @searchable }
      type Branch { label: String branches: [Branch!] }
    `);
    expect(searchAttributes(model).map(({ path }) => path)).toEqual(['root.label']);
  });
});

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
