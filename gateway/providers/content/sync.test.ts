import { expect, test } from '@jest/globals';
import { NEVER } from 'rxjs';
import { within } from '../../../tests/support/within.ts';
import type { Change } from '../../core/change.ts';
import type { ReportedBy } from './changes/changeReports.ts';
import { createContentSync } from './sync.ts';

const UPDATED_AT = new Date().toISOString();
const film = (id: string) => ({
  _id: id,
  _type: 'film',
  _rev: `revision of ${id}`,
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: UPDATED_AT,
});

/**
 * Polls two changed films.
 * @param announced the change that another gateway has published before
 * @returns the ids of the documents that the poll publishes
 */
async function poll(announced: Pick<Change, 'documents' | 'isDelivered'>, by: ReportedBy = 'polling') {
  const changes: Change[] = [];
  let reportedBy: ReportedBy | undefined;
  const sync = createContentSync({
    client: { query: async () => ({ result: { changed: [film('a'), film('b')], total: 2 } }) as never },
    liveEvents: () => NEVER,
    documentTypes: ['film'],
    dataset: 'production',
    checkpoint: { read: async () => '2026-01-01T00:00:00Z', write: async () => undefined },
    async publish(change) {
      changes.push(change);
    },
    listen(listener) {
      listener({ source: 'content', tags: [], assets: [], ...announced });
      return () => undefined;
    },
    hold: async () => undefined,
    hasGap: async () => false,
    onFirstPoll: async () => undefined,
    onDeletions: async () => undefined,
    onReportedBy(latest) {
      reportedBy = latest;
    },
    onLiveRequest: () => undefined,
    onMissedEvent: () => undefined,
    onError: (error) => expect(error).toBeUndefined(),
    timing: { reportIntervalMs: 1 },
  });
  sync.start();
  try {
    return await within(1_000, () => {
      expect([changes.length, reportedBy]).toEqual([1, by]);
      return changes[0]?.documents.map(({ id }) => id);
    });
  } finally {
    await sync.close();
  }
}

const version = { id: 'a', type: 'film', revision: 'revision of a', updatedAt: UPDATED_AT };

test('content sync: a poll publishes what no gateway has published', async () => {
  expect(await poll({ documents: [] })).toEqual(['a', 'b']);
  expect(await poll({ documents: [version] })).toEqual(['b']);
  expect(await poll({ documents: [{ ...version, revision: 'earlier' }] })).toEqual(['a', 'b']);
});

test('content sync: a webhook reports changes to all gateways', async () => {
  expect(await poll({ documents: [version], isDelivered: true }, 'webhooks')).toEqual(['b']);
});
