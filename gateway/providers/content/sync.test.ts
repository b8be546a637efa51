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

interface Page {
  readonly changed: readonly ReturnType<typeof film>[];
  readonly total: number;
}

/** Starts a sync that only polls. @param pages the results of its polls; the last one is repeated */
function startSync(pages: readonly Page[], announced?: Pick<Change, 'documents' | 'isDelivered'>) {
  const changes: Change[] = [];
  const remaining = [...pages];
  let reportedBy: ReportedBy | undefined;
  const sync = createContentSync({
    client: {
      query: async () => ({ result: remaining.length > 1 ? remaining.shift() : remaining[0] }) as never,
    },
    liveEvents: () => NEVER,
    documentTypes: ['film'],
    dataset: 'production',
    checkpoint: { read: async () => '2026-01-01T00:00:00Z', write: async () => undefined },
    async publish(change) {
      changes.push(change);
    },
    listen(listener) {
      if (announced) listener({ source: 'content', tags: [], assets: [], ...announced });
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
    timing: { reportIntervalMs: 1, pollIntervalWithoutEventsMs: 1 },
  });
  sync.start();
  return {
    documents: () => changes.flatMap(({ documents }) => documents),
    reportedBy: () => reportedBy,
    [Symbol.asyncDispose]: sync.close,
  };
}

/**
 * Polls two changed films.
 * @param announced the change that another gateway has published before
 * @returns the ids of the documents that the poll publishes
 */
async function poll(announced: Pick<Change, 'documents' | 'isDelivered'>, by: ReportedBy = 'polling') {
  await using sync = startSync([{ changed: [film('a'), film('b')], total: 2 }], announced);
  return await within(1_000, () => {
    expect([sync.documents().at(-1)?.id, sync.reportedBy()]).toEqual(['b', by]);
    return sync.documents().map(({ id }) => id);
  });
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

test('content sync: polls tell that a document is created again after its deletion', async () => {
  const created = (time: string) => ({ ...film('a'), _rev: time, _createdAt: time, _updatedAt: time });
  await using sync = startSync([
    { changed: [], total: 1 },
    { changed: [created('2026-02-01T00:00:00Z')], total: 2 },
    { changed: [], total: 1 },
    { changed: [created('2026-03-01T00:00:00Z')], total: 2 },
  ]);
  await within(1_000, () =>
    expect(sync.documents().map(({ operation }) => operation)).toEqual(['create', 'create']),
  );
});
