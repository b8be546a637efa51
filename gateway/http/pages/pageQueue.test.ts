import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createPageQueue, PageQueueTimeout, type ScheduledPage } from './pageQueue.ts';

/** More iterations of the event loop than the queue needs for a turn. */
const ITERATIONS_OF_A_TURN = 30;

const waitForTurns = async (turns: number) => {
  for (let n = 0; n < turns * ITERATIONS_OF_A_TURN; n++) await nextIteration();
};

/** Creates a queue of pages that record their start, and finish on request. */
function setUp(maxWaitMs?: number) {
  const queue = createPageQueue<string>(maxWaitMs);
  const started: string[] = [];
  const turnsOf = new Map<string, ScheduledPage>();
  const finishes = new Map<string, () => void>();
  const request = (name: string, options: { address?: string; signal?: AbortSignal } = {}) => {
    const { address = name, signal = new AbortController().signal } = options;
    const result = queue.run({
      address,
      signal,
      async create(turns) {
        started.push(name);
        turnsOf.set(name, turns);
        const finished = new Promise<void>((resolve) => finishes.set(name, resolve));
        return { page: `page of ${name}`, finished };
      },
    });
    result.catch(() => undefined);
    return result;
  };
  return { request, started, turnsOf, finish: (name: string) => finishes.get(name)?.() };
}

describe('page queue', () => {
  test('addresses take turns, and one address has at most 8 pages in progress', async () => {
    const { request, started, finish } = setUp();
    for (let n = 0; n < 12; n++) void request(`busy${n}`, { address: 'busy' });
    void request('quiet');
    await waitForTurns(20);
    expect(started.slice(0, 2)).toEqual(['busy0', 'quiet']);
    expect(started).toHaveLength(9);
    finish('busy3');
    await waitForTurns(3);
    expect(started.slice(9)).toEqual(['busy8']);
  });

  test('at most 32 pages are in progress', async () => {
    const { request, started, finish } = setUp();
    for (let n = 0; n < 40; n++) void request(`page${n}`);
    await waitForTurns(50);
    expect(started).toHaveLength(32);
    finish('page0');
    finish('page1');
    await waitForTurns(5);
    expect(started).toHaveLength(34);
  });

  test('a turn of a page in progress comes before new pages', async () => {
    const { request, started, turnsOf } = setUp();
    await request('first');
    const order: string[] = [];
    void request('second').then(() => order.push('second starts'));
    void turnsOf
      .get('first')
      ?.next()
      .then(() => order.push('first continues'));
    await waitForTurns(5);
    expect(order).toEqual(['first continues', 'second starts']);
    expect(started).toEqual(['first', 'second']);
  });

  test('a page that waits too long is rejected', async () => {
    const { request } = setUp(50);
    for (let n = 0; n < 8; n++) await request(`busy${n}`, { address: 'busy' });
    await expect(request('late', { address: 'busy' })).rejects.toBeInstanceOf(PageQueueTimeout);
  });

  test('a page that waits leaves the queue when its readers have left', async () => {
    const { request, started } = setUp();
    const readers = new AbortController();
    const left = request('left', { signal: readers.signal });
    readers.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await request('next');
    expect(started).toEqual(['next']);
  });
});
