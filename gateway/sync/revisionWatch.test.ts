import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { within } from '../../tests/support/within.ts';
import type { ChangedDocument } from '../core/change.ts';
import type { CurrentVersion } from '../providers/content/poll.ts';
import { createRevisionWatch, type RevisionWatch, type WatchedDocument } from './revisionWatch.ts';

const START = Date.parse('2026-11-01T12:00:00Z');
const at = (seconds: number) => new Date(START + 1000 * seconds).toISOString();

let now: number;
/** What the source returns, from which time on. */
let source: { readonly from: number; readonly versions: Readonly<Record<string, CurrentVersion>> }[];
let reads: (readonly string[])[];
let holds: { readonly tags: readonly string[]; readonly from: number; readonly until: number }[];
let caughtUp: WatchedDocument[];
let givenUp: string[];
let watch: RevisionWatch;

beforeEach(() => {
  [now, source, reads, holds, caughtUp, givenUp] = [START, [], [], [], [], []];
  watch = createRevisionWatch({
    now: () => now,
    // The clock of the test advances by the waits.
    async wait(ms) {
      now += ms;
    },
    async readVersions(ids) {
      reads.push(ids);
      const state = source.findLast(({ from }) => from <= now);
      return new Map(Object.entries(state?.versions ?? {}).filter(([id]) => ids.includes(id)));
    },
    async hold(tags, ms) {
      holds.push({ tags, from: now, until: now + ms });
    },
    async onCaughtUp(watched) {
      caughtUp.push(...watched);
    },
    onGivenUp: (ids) => givenUp.push(...ids),
    onError: (error) => expect(error).toBeUndefined(),
  });
});
afterEach(() => watch.close());

const version = (revision: string, updatedAt = at(0), type = 'film'): CurrentVersion => ({
  type,
  revision,
  updatedAt,
});
/** The source returns these versions after so many seconds. */
const returns = (seconds: number, versions: Readonly<Record<string, CurrentVersion>>) =>
  source.push({ from: START + 1000 * seconds, versions });
const add = (document: Partial<ChangedDocument>) =>
  watch.add([{ id: 'a', type: 'film', ...document }], ['content:type:film']);
const ended = () => within(500, () => expect(caughtUp.length + givenUp.length).toBeGreaterThan(0));

describe('revision watch', () => {
  test('reads once if the source returns the revision at once, and holds nothing', async () => {
    returns(0, { a: version('2') });
    add({ revision: '2' });
    await within(500, () => expect(reads).toHaveLength(1));
    await watch.close();
    expect([reads.length, holds, caughtUp]).toEqual([1, [], []]);
  });

  test.each([2, 12, 30])(
    'holds the tags until a source that lags by %d s returns the revision',
    async (lag) => {
      returns(0, { a: version('1', at(-60)) });
      returns(lag, { a: version('2') });
      add({ revision: '2', updatedAt: at(0) });
      await ended();
      expect(caughtUp).toEqual([
        {
          document: { id: 'a', ...version('2'), operation: undefined },
          tags: expect.arrayContaining(['content:type:film']),
        },
      ]);
      expect(now - START).toBeLessThanOrEqual(1000 * lag + 4_200);
      // No moment before is without a hold.
      for (const [i, { until }] of holds.entries())
        expect(until).toBeGreaterThan(holds[i + 1]?.from ?? START + 1000 * lag);
      expect(reads.length).toBeLessThanOrEqual(lag / 4 + 7);
    },
  );

  test('waits for a created document, and for the absence of a deleted one', async () => {
    returns(0, { b: version('1', at(-60)) });
    returns(12, { a: version('1') });
    watch.add(
      [
        { id: 'a', type: 'film', operation: 'create', revision: '1' },
        { id: 'b', type: 'film', operation: 'delete', deletedAt: at(0) },
      ],
      ['content:type:film'],
    );
    await ended();
    expect(caughtUp.map(({ document }) => document.id)).toEqual(['a', 'b']);
    // One request reads both.
    expect(reads.every((ids) => ids.length === 2)).toBe(true);
  });

  test('waits for the newest of several revisions', async () => {
    returns(0, { a: version('1', at(-60)) });
    returns(10, { a: version('2', at(0)) });
    returns(20, { a: version('4', at(2)) });
    add({ revision: '2', updatedAt: at(0) });
    add({ revision: '3', updatedAt: at(1) });
    await ended();
    // Revision 4 is later than 3.
    expect(caughtUp.map(({ document }) => document.revision)).toEqual(['4']);
    expect(now).toBeGreaterThanOrEqual(START + 20_000);
  });

  test('waits for any other revision than at first if the event names none', async () => {
    returns(0, { a: version('1', at(-60)) });
    returns(12, { a: version('2') });
    add({ operation: 'update' });
    await ended();
    expect(caughtUp.map(({ document }) => document.revision)).toEqual(['2']);
  });

  test('holds the tags of both types of a document that changes its type', async () => {
    returns(0, { a: version('1', at(-60), 'film') });
    returns(2, { a: version('2', at(0), 'article') });
    watch.add([{ id: 'a', revision: '2', type: 'article' }], ['content:type:article']);
    await ended();
    expect(caughtUp[0]?.tags).toEqual(expect.arrayContaining(['content:type:article', 'content:type:film']));
  });

  test('gives up after two minutes', async () => {
    returns(0, { a: version('1', at(-60)) });
    add({ revision: '2', updatedAt: at(0) });
    await ended();
    expect([givenUp, caughtUp]).toEqual([['a'], []]);
    expect(now - START).toBeGreaterThan(120_000);
    expect(now - START).toBeLessThan(126_000);
    expect(reads.length).toBeLessThan(40);
  });

  test('reports no document whose event names no version', async () => {
    returns(0, { a: version('2'), c: version('1') });
    add({ operation: 'update' });
    watch.add([{ id: 'b', type: 'film' }], ['content:type:film']);
    watch.add([{ id: 'c', type: 'film', revision: '2', updatedAt: at(1) }], ['content:type:film']);
    await ended();
    expect([givenUp, caughtUp]).toEqual([['c'], []]);
  });

  test.each([
    ['an update', { operation: 'update', revision: '2', updatedAt: at(-0.2) }],
    ['a creation', { operation: 'create', revision: '1', updatedAt: at(-60) }],
    ['an earlier deletion', { operation: 'delete', deletedAt: at(-0.5) }],
  ] as const)('waits for a deletion although %s before it arrives later', async (_case, before) => {
    returns(0, { a: version('1', at(-60)) });
    returns(9, {});
    add({ operation: 'delete', deletedAt: at(0) });
    add(before);
    await ended();
    expect([caughtUp.map(({ document }) => document.operation), givenUp]).toEqual([['delete'], []]);
  });

  test('waits for a creation in the second of a deletion, whose time has milliseconds', async () => {
    const updatedAt = '2026-11-01T12:00:00Z';
    returns(0, { a: version('1', at(-60)) });
    returns(9, { a: version('2', updatedAt) });
    add({ operation: 'delete', deletedAt: at(0.5) });
    add({ operation: 'create', revision: '2', updatedAt });
    await ended();
    expect([caughtUp.map(({ document }) => document.revision), givenUp]).toEqual([['2'], []]);
  });

  test('ends when another way of reading returns the version', async () => {
    returns(0, { a: version('1', at(-60)) });
    add({ operation: 'update' });
    await within(500, () => expect(holds.length).toBeGreaterThan(0));
    watch.wereRead([{ id: 'a', type: 'film', revision: '2', updatedAt: at(0) }]);
    const known = reads.length;
    await watch.close();
    expect(reads.length).toBeLessThanOrEqual(known + 1);
  });
});
