import { expect, test } from '@jest/globals';
import type { ChangedDocument } from '../../core/change.ts';
import { PUBLIC_AUDIENCE } from '../../core/context.ts';
import type { Change, Changes } from '../../sync/changes.ts';
import { createSubscriptionBroker } from './broker.ts';

/** Creates a broker with a subscriber to posts. `edit` changes a post. */
function watchPosts() {
  let listener: ((change: Change) => void) | undefined;
  const changes: Pick<Changes, 'listen'> = {
    listen(added) {
      listener = added;
      return () => undefined;
    },
  };
  const broker = createSubscriptionBroker({
    model: { typeOfDocument: new Map([['post', 'Post']]) },
    changes,
    drafts: { watch: () => () => undefined, connected: async () => undefined },
    readAsset: async () => null,
    coalesceMs: 0,
  });
  const change = (document: Partial<ChangedDocument>) =>
    listener?.({
      source: 'content',
      tags: [],
      documents: [{ id: 'a', type: 'post', ...document }],
      assets: [],
    });
  const watched = broker.watchDocuments(['post'], PUBLIC_AUDIENCE, () => undefined);
  const eventsOf = async () => {
    const queue = await watched;
    queue.end();
    return Array.fromAsync(queue);
  };
  return {
    edit: (revision: string, updatedAt: string) => change({ revision, updatedAt }),
    create: (revision: string, updatedAt: string) => change({ operation: 'create', revision, updatedAt }),
    remove: (deletedAt: string) => change({ operation: 'delete', deletedAt }),
    timesOfEvents: async () => (await eventsOf()).map(({ time }) => time),
    operationsOfEvents: async () => (await eventsOf()).map(({ operation }) => operation),
  };
}

test.each([
  ['2026-02-01T09:00:00Z', '2026-02-01T09:00:00.500Z'],
  ['2026-02-01T09:00:00.900Z', '2026-02-01T09:00:01Z'],
])('subscription broker: a change at %s is followed by one at %s', async (first, second) => {
  const { edit, timesOfEvents } = watchPosts();
  edit('1', first);
  edit('2', second);
  expect(await timesOfEvents()).toEqual([second]);
});

test('subscription broker: a change that is older than a known one has no event', async () => {
  const { edit, timesOfEvents } = watchPosts();
  edit('2', '2026-02-01T09:00:00.500Z');
  edit('1', '2026-02-01T09:00:00Z');
  expect(await timesOfEvents()).toEqual(['2026-02-01T09:00:00.500Z']);
});

test('subscription broker: a change before a known deletion has no event, and a deletion before a known change', async () => {
  const late = watchPosts();
  late.remove('2026-02-01T09:00:00.500Z');
  late.edit('1', '2026-02-01T09:00:00.400Z');
  expect(await late.timesOfEvents()).toEqual(['2026-02-01T09:00:00.500Z']);

  const recreated = watchPosts();
  recreated.edit('2', '2026-02-01T09:00:00.600Z');
  recreated.remove('2026-02-01T09:00:00.500Z');
  expect(await recreated.timesOfEvents()).toEqual(['2026-02-01T09:00:00.600Z']);
});

test('subscription broker: a version in whole seconds follows a deletion in the same second', async () => {
  const { edit, remove, timesOfEvents } = watchPosts();
  remove('2026-02-01T09:00:00.500Z');
  edit('2', '2026-02-01T09:00:00Z');
  expect(await timesOfEvents()).toEqual(['2026-02-01T09:00:00Z']);
});

test('subscription broker: a known version can turn out to be the first one', async () => {
  const time = '2026-02-01T09:00:00Z';
  const polledFirst = watchPosts();
  polledFirst.edit('1', time);
  polledFirst.create('1', time);
  expect(await polledFirst.operationsOfEvents()).toEqual(['create']);

  const polledLater = watchPosts();
  polledLater.create('1', time);
  polledLater.edit('1', time);
  expect(await polledLater.operationsOfEvents()).toEqual(['create']);
});
