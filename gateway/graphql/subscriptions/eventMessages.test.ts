import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createEventMessages } from './eventMessages.ts';

interface Options {
  readonly address?: string;
  wait?(): Promise<void>;
}

function setUp() {
  let changes = 0;
  let executions = 0;
  let started = 0;
  const messages = createEventMessages(() => changes);
  const get = async (
    event: object,
    requestKey: string,
    { address = 'one', wait = async () => {} }: Options = {},
  ) => {
    const { message, isShared } = await messages.get({
      event,
      requestKey,
      address,
      async startExecution() {
        await wait();
        started += 1;
        return () => {
          started -= 1;
        };
      },
      execute: async () => ({
        payload: Buffer.from(`message ${++executions}`),
        cost: 1,
        executionCost: 10,
      }),
    });
    return { text: String(message.payload), isShared };
  };
  const change = () => {
    changes += 1;
  };
  return { get, change, countStarted: () => started };
}

describe('event messages', () => {
  test('subscriptions with the same request share the message of an event', async () => {
    const { get } = setUp();
    const event = {};
    expect(await Promise.all([get(event, 'a'), get(event, 'a'), get(event, 'b'), get({}, 'a')])).toEqual([
      { text: 'message 1', isShared: false },
      { text: 'message 1', isShared: true },
      { text: 'message 2', isShared: false },
      { text: 'message 3', isShared: false },
    ]);
    expect(await get(event, 'a')).toEqual({ text: 'message 1', isShared: true });
  });

  test('a subscription that is delayed beyond the next change gets a new message', async () => {
    const { get, change } = setUp();
    const event = {};
    expect((await get(event, 'a')).text).toBe('message 1');
    change();
    expect(await get(event, 'a')).toEqual({ text: 'message 2', isShared: false });
  });

  test('subscriptions of an address share its wait, also after a change', async () => {
    const { get, change } = setUp();
    const event = {};
    const turn = Promise.withResolvers<void>();
    const first = get(event, 'a', { wait: () => turn.promise });
    change();
    const second = get(event, 'a', { wait: () => Promise.reject(new Error('expected one wait, got two')) });
    turn.resolve();
    expect(await Promise.all([first, second])).toEqual([
      { text: 'message 1', isShared: false },
      { text: 'message 1', isShared: true },
    ]);
  });

  test('an address that waits longer does not delay another, which executes the event', async () => {
    const { get, countStarted } = setUp();
    const event = {};
    const turn = Promise.withResolvers<void>();
    const busy = get(event, 'a', { address: 'busy', wait: () => turn.promise });
    expect(await get(event, 'a', { address: 'quiet' })).toEqual({ text: 'message 1', isShared: true });
    turn.resolve();
    expect(await busy).toEqual({ text: 'message 1', isShared: false });
    await nextIteration();
    expect(countStarted()).toBe(0);
  });

  test('an execution that cannot start fails all subscriptions of its address, and the next one tries again', async () => {
    const { get } = setUp();
    const event = {};
    const wait = () => Promise.reject(new Error('the limiter is closed'));
    const results = await Promise.allSettled([get(event, 'a', { wait }), get(event, 'a', { wait })]);
    expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual(
      Array(2).fill('the limiter is closed'),
    );
    expect(await get(event, 'a')).toEqual({ text: 'message 1', isShared: false });
  });

  test('an execution that cannot start for one address waits for another', async () => {
    const { get } = setUp();
    const event = {};
    const turn = Promise.withResolvers<void>();
    const failing = get(event, 'a', { wait: () => Promise.reject(new Error('the limiter is closed')) });
    const quiet = get(event, 'a', { address: 'quiet', wait: () => turn.promise });
    await nextIteration();
    turn.resolve();
    expect(await Promise.all([failing, quiet])).toEqual([
      { text: 'message 1', isShared: false },
      { text: 'message 1', isShared: true },
    ]);
  });
});
