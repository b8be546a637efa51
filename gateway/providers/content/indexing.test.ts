import { expect, test } from '@jest/globals';
import { createGroqEvaluator, modelOf } from '../../../tests/support/searchHarness.ts';
import { UpstreamError } from '../../core/errors.ts';
import { type Locales, parseLocales } from '../../core/locales.ts';
import { indexedTypes } from '../../sync/index/modelIndexes.ts';
import type { ContentQuery } from './client.ts';
import { readDocumentsWithAsset, readRecords, readRows, readVersions } from './indexing.ts';

/** A model whose types together have too many attributes for one query. */
const TYPES = 120;
const type = (n: number) => `type Kind${n} @document(type: "kind${n}") {
  title: String! @searchable
  body: RichText @searchable
  clip: Video @asset
  next: Kind${(n + 1) % TYPES} @searchable
}`;
const model = modelOf(Array.from({ length: TYPES }, (_, n) => type(n)).join('\n'));
const types = indexedTypes(model);

const documents = Array.from({ length: TYPES }, (_, n) => ({
  _id: `document-${String(n).padStart(3, '0')}`,
  _type: `kind${n}`,
  _rev: `rev-${n}`,
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
  title: `Title ${n}`,
  clip: `asset${n}`,
  next: { _type: 'reference', _ref: `document-${String((n + 1) % TYPES).padStart(3, '0')}` },
}));

/** Evaluates queries over the documents, and records their lengths. */
function recordingClient(removedId?: string) {
  const lengths: number[] = [];
  const client = {
    query(query: ContentQuery) {
      lengths.push(query.groq.length);
      const isFirst = lengths.length === 1;
      return createGroqEvaluator(documents.filter(({ _id }) => isFirst || _id !== removedId)).query(query);
    },
  };
  return { client, lengths };
}

test('index rows of very many types are read by several queries of limited length, each with its own values', async () => {
  const { client, lengths } = recordingClient();
  const { rows, total } = await readRecords(client, model, types, '');
  expect(total).toBe(TYPES);
  expect(rows.map(({ objectID }) => objectID)).toEqual(documents.map(({ _id }) => _id));
  expect(rows.map((row) => [row.title, row['@label'], row['@assets']])).toEqual(
    documents.map(({ title, clip }) => [title, title, [clip]]),
  );
  expect(rows.map((row) => (row.next as { title: string }).title)).toEqual(
    documents.map((_, n) => `Title ${(n + 1) % TYPES}`),
  );
  expect(lengths.length).toBeGreaterThan(2);
  expect(Math.max(...lengths)).toBeLessThan(40_000);
});

test('a row of one document has the values of its type, wherever the type is in the model', async () => {
  for (const n of [0, TYPES - 1]) {
    const { client, lengths } = recordingClient();
    const { _id, title } = documents[n] as (typeof documents)[number];
    expect(await readRows(client, model, types, [_id])).toMatchObject([{ objectID: _id, title }]);
    expect(lengths).toHaveLength(n === 0 ? 1 : 2);
  }
});

test('a document that is deleted between two queries has no row', async () => {
  const { client } = recordingClient('document-119');
  const { rows } = await readRecords(client, model, types, '');
  expect(rows.map(({ objectID }) => objectID)).toEqual(documents.slice(0, -1).map(({ _id }) => _id));
});

test('a document that changes between two queries has the older revision, whichever query has read it', async () => {
  for (const changedQuery of [1, 2]) {
    let queries = 0;
    const client = {
      query(query: ContentQuery) {
        queries += 1;
        const changed = { _rev: 'new', _updatedAt: '2026-02-02T00:00:00Z' };
        const isChanged = (id: string) => id === 'document-119' && queries === changedQuery;
        return createGroqEvaluator(
          documents.map((document) => (isChanged(document._id) ? { ...document, ...changed } : document)),
        ).query(query);
      },
    };
    const rows = await readRows(client, model, types, ['document-119']);
    expect(rows).toMatchObject([{ _rev: 'rev-119', _updatedAt: '2026-01-01T00:00:00Z' }]);
    expect(queries).toBe(2);
  }
});

test('a page whose documents are all deleted between two queries is not the last one', async () => {
  let queries = 0;
  const tooLarge = new UpstreamError('content', 'UPSTREAM_TOO_LARGE', new Error('above 64 MB'));
  const client = {
    async query(query: ContentQuery) {
      if (query.groq.includes('"total"') && !query.groq.includes('[0...1]')) throw tooLarge;
      queries += 1;
      const kept = queries === 1 ? documents : documents.filter(({ _id }) => _id !== 'document-118');
      return createGroqEvaluator(kept).query(query);
    },
  };
  const { rows } = await readRecords(client, model, types, 'document-117');
  expect(rows.map(({ objectID }) => objectID)).toEqual(['document-119']);
});

test('index rows in very many languages are read by several queries, and their parts are joined', async () => {
  const codes = Array.from({ length: 20 }, (_, n) => `x${String.fromCharCode(97 + n)}`);
  const localized = {
    ...modelOf(`type Page @document {
      title: String! @localized @searchable
      text: String @localized @searchable
      next: Page @searchable
    }`),
    locales: parseLocales(codes.join(',')) as Locales,
  };
  const page = (id: string, next: string) => ({
    ...(documents[0] as (typeof documents)[number]),
    _id: id,
    _type: 'page',
    title: codes.map((code) => ({ _key: code, value: `${id} ${code}` })),
    text: codes.map((code) => ({ _key: code, value: `text ${code}` })),
    next: { _type: 'reference', _ref: next },
  });
  const lengths: number[] = [];
  const evaluator = createGroqEvaluator([page('one', 'two'), page('two', 'one')]);
  const client = {
    query(query: ContentQuery) {
      lengths.push(query.groq.length);
      return evaluator.query(query);
    },
  };
  const { rows } = await readRecords(client, localized, indexedTypes(localized), '');
  for (const code of codes)
    expect(rows[0]).toMatchObject({ [`title__${code}`]: `one ${code}`, [`text__${code}`]: `text ${code}` });
  expect(rows[0]?.['@label']).toEqual(Object.fromEntries(codes.map((code) => [code, `one ${code}`])));
  expect(rows[0]?.next).toMatchObject({ id: 'two', title__xa: 'two xa', title__xt: 'two xt' });
  expect(lengths.length).toBeGreaterThan(1);
  expect(Math.max(...lengths)).toBeLessThan(40_000);
});

test('versions and users of an asset are read for very many types', async () => {
  const { client, lengths } = recordingClient();
  const versions = await readVersions(client, types, { last: '' });
  expect(versions.map((version) => version['@assets'])).toEqual(documents.map(({ clip }) => [clip]));
  expect(await readDocumentsWithAsset(client, types, 'asset119')).toEqual(['document-119']);
  expect(Math.max(...lengths)).toBeLessThan(40_000);
});
