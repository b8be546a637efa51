import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createElement } from 'react';
import { type ContentChangesOptions, useContentChanges } from '../../../web/kit/live/useContentChanges.ts';
import { type ChangeBatch, watchChanges } from '../../../web/kit/live/watchChanges.ts';
import { openEmptyPage } from '../../support/emptyPage.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

const HOOKS = 60;
const MAX_CONNECTIONS = 2;
const TYPES = ['FILM', 'ARTICLE', 'PERSON', 'TOPIC', 'COLLECTION'];
const CHANGES = 'subscription ($types: [DocumentType!]) { contentChanged(types: $types) { documentId } }';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    hasIndex: false,
    env: { MAX_SUBSCRIPTION_CONNECTIONS: String(100 * MAX_CONNECTIONS) },
  });
  await stack.connectWebhooks();
});
afterAll(() => stack.close());

/** Forwards connections to the gateway, and counts them. */
async function startForwarder(target: string) {
  const sockets = new Set<Socket>();
  let accepted = 0;
  let isRefusing = false;
  let refused = 0;
  const server = createServer((client) => {
    if (isRefusing) {
      refused++;
      client.destroy();
      return;
    }
    accepted++;
    const upstream = connect(Number(new URL(target).port), '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    accepted: () => accepted,
    refused: () => refused,
    /** Closes new connections at once. */
    refuse(isOn: boolean) {
      isRefusing = isOn;
    },
    open: () => sockets.size / 2,
    closeConnections,
    close() {
      closeConnections();
      server.close();
    },
  };
}

interface Watched {
  readonly batches: ChangeBatch<string>[];
  readonly errors: unknown[];
  close(): void;
}

describe('live data of many components', () => {
  let forwarder: Awaited<ReturnType<typeof startForwarder>>;
  let watched: Watched[] = [];
  beforeEach(async () => {
    forwarder = await startForwarder(stack.url);
  });
  afterEach(async () => {
    for (const { close } of watched) close();
    watched = [];
    await within(1_000, () => expect(forwarder.open()).toBe(0));
    forwarder.close();
  });

  const watch = (
    types: readonly string[] | null,
    {
      query = CHANGES,
      ...more
    }: { query?: string; connectionParams?: Record<string, unknown>; isResumed?: boolean } = {},
  ): Watched => {
    const batches: ChangeBatch<string>[] = [];
    const errors: unknown[] = [];
    const { subscribe, add, close } = watchChanges<string>({
      url: forwarder.url,
      ...more,
      onChanges: (batch) => batches.push(batch),
      onError: (error) => errors.push(error),
    });
    subscribe<{ contentChanged: { documentId: string } }, Record<string, unknown>>(
      query,
      { types },
      ({ contentChanged }) => add(contentChanged.documentId),
    );
    const opened = { batches, errors, close };
    watched.push(opened);
    return opened;
  };
  const changesOf = ({ batches }: Watched) => batches.flatMap(({ changes }) => changes);
  const edit = (id: string) =>
    stack.editor
      .patch(id)
      .set({ subtitle: String(Math.random()) })
      .commit();
  const editUntil = (id: string, assert: () => void) =>
    within(10_000, async () => {
      await edit(id);
      assert();
    });

  test(`${HOOKS} of them share one connection, and each gets the changes of its types`, async () => {
    const all = Array.from({ length: HOOKS }, (_, i) => watch([TYPES[i % TYPES.length] as string]));
    const topics = all.filter((_, i) => TYPES[i % TYPES.length] === 'TOPIC');
    await editUntil('topic-chaos', () => {
      for (const topic of topics) expect(changesOf(topic).length).toBeGreaterThan(0);
    });
    expect(forwarder.accepted()).toBe(1);
    for (const one of all) {
      expect(one.errors).toEqual([]);
      if (!topics.includes(one)) expect(changesOf(one)).toEqual([]);
    }
  });

  test('they reconnect together, and each is told that it has missed changes', async () => {
    const all = Array.from({ length: HOOKS }, () => watch(['TOPIC']));
    await editUntil('topic-chaos', () => expect(changesOf(all[0] as Watched).length).toBeGreaterThan(0));
    forwarder.closeConnections();
    await within(10_000, () => {
      for (const { batches } of all)
        expect(batches.some(({ hasMissedChanges }) => hasMissedChanges)).toBe(true);
    });
    expect(forwarder.accepted()).toBe(2);
    for (const { errors } of all) expect(errors).toMatchObject([{ name: 'ConnectionError', code: 1006 }]);
    const before = all.map((one) => changesOf(one).length);
    await editUntil('topic-chaos', () => {
      for (const [i, one] of all.entries())
        expect(changesOf(one).length).toBeGreaterThan(before[i] as number);
    });
  });

  test('the connection outlives a component, and is kept when others replace all of them', async () => {
    const [first, second] = [watch(['TOPIC']), watch(['TOPIC'])];
    await editUntil('topic-chaos', () => expect(changesOf(second).length).toBeGreaterThan(0));
    first.close();
    const known = [changesOf(first).length, changesOf(second).length] as const;
    await editUntil('topic-chaos', () => expect(changesOf(second).length).toBeGreaterThan(known[1]));
    expect(changesOf(first).length).toBe(known[0]);
    second.close();
    const third = watch(['TOPIC']);
    await editUntil('topic-chaos', () => expect(changesOf(third).length).toBeGreaterThan(0));
    expect(forwarder.accepted()).toBe(1);
    third.close();
    await within(500, () => expect(forwarder.open()).toBe(0));
  });

  test('one that was connected before is told that it has missed changes when it joins', async () => {
    const first = watch(['TOPIC']);
    await editUntil('topic-chaos', () => expect(changesOf(first).length).toBeGreaterThan(0));
    const resumed = watch(['TOPIC'], { isResumed: true });
    await within(2_000, () =>
      expect(resumed.batches.some(({ hasMissedChanges }) => hasMissedChanges)).toBe(true),
    );
    expect(first.batches.some(({ hasMissedChanges }) => hasMissedChanges)).toBe(false);
  });

  test('all whose first connection takes more than one attempt are told that they have missed changes', async () => {
    forwarder.refuse(true);
    const first = watch(['TOPIC']);
    await within(2_000, () => expect(forwarder.refused()).toBeGreaterThan(0));
    await within(500, () => expect(first.errors.length).toBeGreaterThan(0));
    const second = watch(['TOPIC']);
    forwarder.refuse(false);
    await within(10_000, () => {
      for (const { batches } of [first, second]) expect(batches).toMatchObject([{ hasMissedChanges: true }]);
    });
  });

  test('one that connects at once has not missed changes', async () => {
    const one = watch(['TOPIC']);
    await editUntil('topic-chaos', () => expect(changesOf(one).length).toBeGreaterThan(0));
    expect(one.batches.some(({ hasMissedChanges }) => hasMissedChanges)).toBe(false);
  });

  test('a rejected subscription is an error of its component alone', async () => {
    const [good, wrong] = [watch(['TOPIC']), watch(['NOTHING'])];
    await within(500, () => expect(wrong.errors).toHaveLength(1));
    expect(wrong.errors).toMatchObject([[{ message: expect.stringContaining('NOTHING') }]]);
    await editUntil('topic-chaos', () => expect(changesOf(good).length).toBeGreaterThan(0));
    expect(good.errors).toEqual([]);
  });

  test('a refused connection is an error of each component', async () => {
    const taken = Array.from({ length: MAX_CONNECTIONS }, (_, at) =>
      watch(null, { connectionParams: { at } }),
    );
    await editUntil('topic-chaos', () => {
      for (const one of taken) expect(changesOf(one).length).toBeGreaterThan(0);
    });
    const refused = [watch(null), watch(['TOPIC'])];
    await within(500, () => {
      for (const { errors } of refused) expect(errors.length).toBeGreaterThan(0);
    });
    expect(refused[0]?.errors[0]).toMatchObject({ name: 'ConnectionError' });
  });

  test(`${HOOKS} hooks share one connection, and get errors and changes`, async () => {
    const counts = Array.from({ length: HOOKS }, () => ({ changes: 0, errors: 0 }));
    const ofNoTypes = { changes: 0, errors: 0 };
    const Watcher = ({ at, ...options }: ContentChangesOptions & { readonly at: number }) => {
      const count = counts[at] ?? ofNoTypes;
      useContentChanges(({ changes }) => (count.changes += changes.length), {
        ...options,
        onError: () => count.errors++,
      });
      return null;
    };
    const page = openEmptyPage();
    page.root.render([
      ...counts.map((_, at) =>
        createElement(Watcher, {
          key: at,
          at,
          url: forwarder.url,
          ...(at % 2 > 0 && { types: ['TOPIC', 'FILM'] }),
        }),
      ),
      createElement(Watcher, { key: HOOKS, at: HOOKS, url: forwarder.url, types: [] }),
    ]);
    await editUntil('topic-chaos', () => {
      for (const { changes } of counts) expect(changes).toBeGreaterThan(0);
    });
    expect(forwarder.accepted()).toBe(1);
    expect(ofNoTypes).toEqual({ changes: 0, errors: 0 });
    forwarder.closeConnections();
    await within(500, () => expect(counts.every(({ errors }) => errors > 0)).toBe(true));
    page.close();
  });
});
