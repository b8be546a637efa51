import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SanityDocument } from '../../../tests/support/recipeDocuments.ts';
import { startSearchHarness } from '../../../tests/support/searchHarness.ts';
import { printBuild } from '../../cli/searchIndex/indexReport.ts';
import { createIndexWriter } from '../../providers/search/indexing/writer.ts';
import type { IndexRecord } from '../../providers/search/records/recordSize.ts';
import { createIndexJobHandler, RecordsSkipped } from './jobHandler.ts';
import { rebuildIndex } from './rebuild.ts';
import { type BatchedRecord, type Refusal, startRefusingProxy } from './testing/refusingProxy.ts';

const SDL = /* GraphQL */ `
  type Note @document {
    title: String! @searchable(weight: 10)
    tags: [String!] @searchable(facet: true)
    text: String @searchable
  }
`;
const COUNT = 500;
const LONG_LIST = Array.from({ length: 1_000 }, (_, i) => `a label of some length ${i}`);

const note = (i: number, fields: object = {}): SanityDocument => ({
  _id: `note-${String(i).padStart(3, '0')}`,
  _type: 'note',
  _rev: 'r',
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
  title: `Note ${i}`,
  ...fields,
});

/** The responses to records with these titles, and a part of the reported reason. */
const REFUSALS: Record<string, { refusalOf(record: BatchedRecord): Refusal; reason: RegExp }> = {
  'invalid attribute': {
    refusalOf: () => ({
      status: 400,
      body: { status: 400, message: 'Invalid _geoloc: expected {lat, lng}' },
    }),
    reason: /Invalid _geoloc/,
  },
  'number out of range': {
    refusalOf: ({ objectID, position }) => ({
      status: 400,
      body: {
        status: 400,
        message: `Record at the position ${position} is out of range`,
        position,
        objectID,
      },
    }),
    reason: /out of range/,
  },
  'too large': {
    refusalOf: () => ({ status: 413, body: { message: 'Payload too large' } }),
    reason: /Payload too large/,
  },
  unprocessable: {
    refusalOf: () => ({ status: 422, body: { message: 'Unprocessable' } }),
    reason: /Unprocessable/,
  },
  'failure of the service': {
    refusalOf: () => ({ status: 500, body: { message: 'Internal error' } }),
    reason: /Internal error/,
  },
};
const KINDS = Object.keys(REFUSALS);

/** Every tenth document is refused: by a limit that the gateway knows, or by the service. */
const documents = Array.from({ length: COUNT }, (_, i): SanityDocument => {
  if (i % 10 !== 3) return note(i);
  const kind = Math.floor(i / 10) % (KINDS.length + 2);
  if (kind === KINDS.length) return note(i, { _id: `note-${i}-${'i'.repeat(512)}` });
  if (kind === KINDS.length + 1) return note(i, { tags: LONG_LIST });
  return note(i, { text: KINDS[kind] });
});
const refusedIds = documents.filter((_, i) => i % 10 === 3).map(({ _id }) => _id);

let harness: Awaited<ReturnType<typeof startSearchHarness>>;
let proxy: Awaited<ReturnType<typeof startRefusingProxy>>;

beforeAll(async () => {
  harness = await startSearchHarness({ sdl: SDL, documents });
  proxy = await startRefusingProxy(harness.emulator.url, (record) =>
    REFUSALS[String(record.text)]?.refusalOf(record),
  );
});
afterAll(async () => {
  proxy.close();
  await harness.close();
});

const refusingWriter = () => createIndexWriter({ ...harness.config, host: proxy.url }, harness.indexes.names);

describe('index build: of 500 documents, of which every tenth is refused for another reason', () => {
  test('writes the other 450, and names the 50 with their reasons', async () => {
    const report = await rebuildIndex({ ...harness.sources, search: refusingWriter() });
    expect(report).toMatchObject({ documents: 450, suggestions: 500 });
    expect(report.skipped.documents.map(({ objectID }) => objectID).sort()).toEqual(refusedIds.toSorted());
    const reasonOf = (id: string) =>
      report.skipped.documents.find(({ objectID }) => objectID === id)?.reason ?? '';
    for (const [kind, { reason }] of Object.entries(REFUSALS)) {
      const ids = documents.filter(({ text }) => text === kind).map(({ _id }) => _id);
      expect(ids.length).toBeGreaterThan(5);
      for (const id of ids) expect(reasonOf(id)).toMatch(reason);
    }
    expect(reasonOf('note-003')).not.toBe('');
    expect(report.skipped.documents.filter(({ reason }) => /at most 512 bytes/.test(reason))).toHaveLength(7);
    expect(report.skipped.documents.filter(({ reason }) => /exceeds 10000 bytes/.test(reason))).toHaveLength(
      7,
    );
    const { data } = await harness.query('{ search(query: "note") { totalCount } }');
    expect(data.search.totalCount).toBe(450);

    const lines: string[] = [];
    printBuild(report, 0, (line) => lines.push(line));
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toMatch(/built 450 documents.*; 50 skipped/);
  });

  test('sends at most two requests for each record', async () => {
    const before = proxy.batches();
    await rebuildIndex({ ...harness.sources, search: refusingWriter() });
    expect(proxy.batches() - before).toBeLessThan(2 * COUNT);
  });

  test('suggests the titles of refused documents', async () => {
    const { data } = await harness.query('{ suggest(query: "note 3", first: 20) { queries { text } } }');
    expect(data.suggest.queries).toContainEqual({ text: 'Note 3' });
  });
});

describe('index build: a fault that is not of single records', () => {
  const build = async (status: number, message: string) => {
    const broken = await startRefusingProxy(harness.emulator.url, () => ({ status, body: { message } }));
    try {
      await rebuildIndex({
        ...harness.sources,
        search: createIndexWriter({ ...harness.config, host: broken.url }, harness.indexes.names),
      });
      return broken.batches();
    } finally {
      broken.close();
    }
  };

  test('fails for an outage after a few requests, and for a rejected key at once', async () => {
    await expect(build(500, 'down')).rejects.toMatchObject({
      extensions: { code: 'UPSTREAM_UNAVAILABLE' },
    });
    await expect(build(403, 'no')).rejects.toMatchObject({ extensions: { code: 'UPSTREAM_REJECTED' } });
    const { items } = await harness.algolia.listIndices();
    expect(items).toHaveLength(3);
  });
});

describe('index jobs: a document whose record is refused', () => {
  const indexed: string[] = [];
  const jobs: string[] = [];
  const handlerFor = (document: SanityDocument) => {
    const row = {
      objectID: document._id,
      _type: 'note',
      _rev: 'r2',
      _createdAt: '2026-01-01T00:00:00Z',
      _updatedAt: '2026-02-01T00:00:00Z',
      '@assets': [],
      '@label': document.title,
      title: document.title,
      text: document.text,
    };
    return createIndexJobHandler({
      model: harness.model,
      search: refusingWriter(),
      sources: {
        ...harness.sources,
        readRows: async () => [row],
        readReferencingDocuments: async () => [],
        readDocumentsWithAsset: async () => [],
        readVersion: async () => null,
        refreshAsset: async () => undefined,
        countSuggestions: async (): Promise<readonly IndexRecord[]> => [],
      },
      enqueue: async (added) => void jobs.push(...added.map(({ kind }) => kind)),
      onIndexed: async (index) => void indexed.push(index),
      reconcile: async () => undefined,
    });
  };

  test('loses its outdated record, and its job fails for good with the reason', async () => {
    expect(await harness.record('note-001')).toMatchObject({ title: 'Note 1' });
    const handle = handlerFor(note(1, { title: 'Changed', text: 'invalid attribute' }));
    const outcome = handle({ kind: 'record', id: 'note-001' }, 0);
    await expect(outcome).rejects.toThrow(RecordsSkipped);
    await expect(outcome).rejects.toThrow(/1 not indexed: note-001: .*Invalid _geoloc/);
    await expect(harness.record('note-001')).rejects.toThrow(/does not exist/i);
    expect(jobs).toContain('suggestions');
    expect(indexed).toContain('recipes_documents');
  });

  test('is retried if the service fails', async () => {
    const handle = handlerFor(note(2, { title: 'Changed', text: 'failure of the service' }));
    const outcome = handle({ kind: 'record', id: 'note-002' }, 0);
    await expect(outcome).rejects.not.toThrow(RecordsSkipped);
    expect(await harness.record('note-002')).toMatchObject({ title: 'Note 2' });
  });

  test('is written when it is accepted again', async () => {
    await handlerFor(note(1, { title: 'Mended' }))({ kind: 'record', id: 'note-001' }, 0);
    expect(await harness.record('note-001')).toMatchObject({ title: 'Mended' });
  });
});

test.each(['a', 'b'])(
  'index jobs: video %s with unreadable captions keeps its moments, the other video gets new moments',
  async (unreadable) => {
    const readable = unreadable === 'a' ? 'b' : 'a';
    const stamps = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
    const cuesOf = (text: string) => [{ start: 1, end: 2, text }];
    const shows = await startSearchHarness({
      sdl: 'type Show @document { title: String! @searchable episodes: [Video!] @asset }',
      documents: [{ _id: 'show', _type: 'show', ...stamps, title: 'Show', episodes: ['a', 'b'] }],
      readCues: async (asset) => [
        { track: `${asset}-en`, language: 'en', cues: cuesOf(`old ${asset}`) },
        { track: `${asset}-de`, language: 'de', cues: cuesOf(`alt ${asset}`) },
      ],
    });
    const { rows } = await shows.sources.readDocuments('');
    const failure = new Error('not found');
    const handle = createIndexJobHandler({
      model: shows.model,
      search: shows.writer,
      sources: {
        readRows: async () => rows,
        async readCues(asset) {
          if (asset === unreadable) throw failure;
          return [
            { track: `${asset}-en`, language: 'en', cues: cuesOf(`new ${asset}`) },
            { track: `${asset}-de`, language: 'de', cues: [], error: failure },
          ];
        },
        readReferencingDocuments: async () => [],
        readDocumentsWithAsset: async () => [],
        readVersion: async () => null,
        refreshAsset: async () => undefined,
        countSuggestions: async () => [],
      },
      enqueue: async () => undefined,
      onIndexed: async () => undefined,
      reconcile: async () => undefined,
    });
    await expect(handle({ kind: 'moments', id: 'show' }, 0)).rejects.toBe(failure);
    const texts: unknown[] = [];
    for await (const { text } of shows.writer.browse('recipes_moments')) texts.push(text);
    expect(texts.sort()).toEqual(['alt a', 'alt b', `new ${readable}`, `old ${unreadable}`]);
    await shows.close();
  },
);
