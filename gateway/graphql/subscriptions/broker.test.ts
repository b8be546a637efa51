import { expect, test } from '@jest/globals';
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
  const watched = broker.watchDocuments(['post'], PUBLIC_AUDIENCE, () => undefined);
  return {
    edit: (revision: string, updatedAt: string) =>
      listener?.({
        source: 'content',
        tags: [],
        documents: [{ id: 'a', type: 'post', revision, updatedAt }],
        assets: [],
      }),
    async timesOfEvents() {
      const queue = await watched;
      queue.end();
      const times: string[] = [];
      for await (const { time } of queue) times.push(time);
      return times;
    },
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
