import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SanityDocument } from '../../../tests/support/recipeDocuments.ts';
import { createGroqEvaluator, modelOf, startSearchHarness } from '../../../tests/support/searchHarness.ts';
import { UpstreamError } from '../../core/errors.ts';
import { readVersions } from '../../providers/content/indexing.ts';
import type { DocumentChangeHint } from './jobs.ts';
import { indexedTypes } from './modelIndexes.ts';
import { rebuildIndex } from './rebuild.ts';
import { type ReconcileOptions, reconcileDocuments, reconcileMoments } from './reconcile.ts';

const SDL = 'type Note @document { title: String! @searchable text: String @searchable }';

const note = (id: string, text = 'short'): SanityDocument => ({
  _id: id,
  _type: 'note',
  _rev: `rev-${id}`,
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
  title: id,
  text,
});
/** `long` has three records. */
const documents = [note('brief'), note('long', 'words and words '.repeat(1_500))];

let harness: Awaited<ReturnType<typeof startSearchHarness>>;
beforeAll(async () => {
  harness = await startSearchHarness({ sdl: SDL, documents });
});
beforeEach(() => rebuildIndex(harness.sources));
afterAll(() => harness.close());

const unused = async () => {
  throw new Error('expected no call');
};

/** Reconciles the index of documents. @returns the result, and the ids of the published changes */
async function reconcile(deadLettered: readonly string[] = []) {
  const content = createGroqEvaluator(documents);
  const types = indexedTypes(harness.model);
  const published: DocumentChangeHint[] = [];
  const { missing, extra, stale } = await reconcileDocuments({
    model: harness.model,
    search: harness.writer,
    async *readAllVersions() {
      yield await readVersions(content, types, { last: '' });
    },
    readVersions: (ids) => readVersions(content, types, { ids }),
    readTrackIds: unused,
    refreshAssets: unused,
    enqueue: unused,
    deadLetteredDocuments: async () => new Set(deadLettered),
    publish: async (changes) => void published.push(...changes),
    recheckDelayMs: 0,
  });
  return { found: { missing, extra, stale }, published: published.map(({ id }) => id) };
}

const remove = (...ids: string[]) => harness.writer.batch(harness.writer.indexes.documents, { remove: ids });

test('index reconciliation: a complete index has no drift', async () => {
  expect(await reconcile()).toEqual({ found: { missing: 0, extra: 0, stale: 0 }, published: [] });
});

test.each([
  ['the first record', ['long']],
  ['a middle record', ['long#2']],
  ['the last record', ['long#3']],
  ['all records but the last', ['long', 'long#2']],
  ['all records', ['long', 'long#2', 'long#3']],
])('index reconciliation: reports a document without %s', async (_, ids) => {
  await remove(...ids);
  expect(await reconcile()).toEqual({ found: { missing: 1, extra: 0, stale: 0 }, published: ['long'] });
});

test('index reconciliation: reports surplus records of a document', async () => {
  const save = [{ objectID: 'brief#2', _id: 'brief', _type: 'note', _rev: 'rev-brief', title: 'brief' }];
  await harness.writer.batch(harness.writer.indexes.documents, { save });
  expect(await reconcile()).toEqual({ found: { missing: 0, extra: 0, stale: 1 }, published: ['brief'] });
});

test('index reconciliation: does not repeat a document whose records cannot be written', async () => {
  await remove('long#2', 'brief');
  expect(await reconcile(['long', 'brief'])).toEqual({
    found: { missing: 0, extra: 0, stale: 0 },
    published: [],
  });
});

test('index reconciliation: reports a further record of a document that is gone', async () => {
  const save = [{ objectID: 'gone#2', _id: 'gone', _type: 'note', _rev: 'r', title: 'gone' }];
  await harness.writer.batch(harness.writer.indexes.documents, { save });
  expect(await reconcile()).toEqual({ found: { missing: 0, extra: 1, stale: 0 }, published: ['gone'] });
});

describe('reconciliation of moments', () => {
  const SHOWS = 'type Show @document { title: String! @searchable episode: Video @asset }';
  const show = {
    objectID: 'show',
    _type: 'show',
    _rev: 'r',
    _updatedAt: '',
    '@assets': ['episode'],
    '@named': [],
  };

  /** Reconciles a show with a moment in the index. @returns the ids of the enqueued jobs */
  async function reconcileShow(readTrackIds: ReconcileOptions['readTrackIds']) {
    const enqueued: string[] = [];
    await reconcileMoments({
      model: modelOf(SHOWS),
      search: {
        indexes: harness.writer.indexes,
        async *browse() {
          yield { objectID: 'show:en:1', document: 'show', track: 'en' };
        },
      },
      async *readAllVersions() {
        yield [show];
      },
      readVersions: unused,
      readTrackIds,
      refreshAssets: async () => undefined,
      enqueue: async (jobs) => void enqueued.push(...jobs.map(({ id }) => id)),
      deadLetteredDocuments: unused,
      publish: unused,
    });
    return enqueued;
  }

  test('enqueues a document whose moments belong to another track', async () => {
    expect(await reconcileShow(async () => ['de'])).toEqual(['show']);
  });

  test('keeps the moments of an asset that cannot be read', async () => {
    const failure = new UpstreamError('media', 'UPSTREAM_UNAVAILABLE', new Error('down'));
    expect(await reconcileShow(() => Promise.reject(failure))).toEqual([]);
  });

  test('fails with an error of the gateway', async () => {
    const bug = new TypeError('tracks is undefined');
    await expect(reconcileShow(() => Promise.reject(bug))).rejects.toBe(bug);
  });
});
