import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { createSqliteQueue } from '../../services/storage/sqlite/sqliteQueue.ts';
import { createIndexJobQueue, parseJob } from './jobs.ts';

const LEASE_MS = 1_000;

/** Opens a queue of index jobs with a clock that the test sets. */
function openJobs() {
  const clock = { ms: Date.parse('2026-01-01T00:00:00Z') };
  const queue = createSqliteQueue(new DatabaseSync(':memory:'), {
    name: 'index',
    completedTtlMs: 0,
    now: () => clock.ms,
  });
  return { clock, queue, ...createIndexJobQueue(queue) };
}

test('index jobs: two edits within 30 s lead to one recount of suggestions, 30 s after the first', async () => {
  const { clock, queue, enqueue } = openJobs();
  await enqueue([{ kind: 'suggestions', id: '' }]);
  clock.ms += 29_000;
  await enqueue([{ kind: 'suggestions', id: '' }]);
  expect(await queue.claim(10, LEASE_MS)).toEqual([]);
  expect(await queue.nextDue()).toBe(1_000);
  clock.ms += 1_000;
  const claims = await queue.claim(10, LEASE_MS);
  expect(claims.map(parseJob)).toEqual([{ kind: 'suggestions', id: '' }]);
  for (const claim of claims) await queue.complete(claim);
  clock.ms += 60_000;
  expect(await queue.claim(10, LEASE_MS)).toEqual([]);
});

test('index jobs: reconciliation waits for 30 s, and jobs of single documents and assets do not wait', async () => {
  const { clock, queue, enqueue } = openJobs();
  await enqueue([
    { kind: 'reconcile', id: 'documents' },
    { kind: 'document', id: 'a', type: 'film' },
    { kind: 'record', id: 'a' },
    { kind: 'moments', id: 'a' },
    { kind: 'asset', id: 'x' },
  ]);
  const keys = async () => (await queue.claim(10, LEASE_MS)).map(({ key }) => key).sort();
  expect(await keys()).toEqual(['asset:x', 'document:a', 'moments:a', 'record:a']);
  for (const key of ['asset:x', 'document:a', 'moments:a', 'record:a'])
    await queue.complete({ key, generation: 0 } as never);
  clock.ms += 30_000;
  expect(await keys()).toEqual(['reconcile:documents']);
});

test('index jobs: an explicit `debounceMs` of 0 makes a recount due at once', async () => {
  const { queue, enqueue } = openJobs();
  await enqueue([{ kind: 'suggestions', id: '' }], { debounceMs: 0 });
  expect(await queue.nextDue()).toBe(0);
});
