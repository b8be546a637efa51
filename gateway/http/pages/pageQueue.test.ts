import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createPageQueue, PageQueueTimeout, type PageTurns } from './pageQueue.ts';

/** More iterations of the event loop than the queue needs for a turn. */
const ITERATIONS_OF_A_TURN = 30;

const waitForTurns = async (turns: number) => {
  for (let n = 0; n < turns * ITERATIONS_OF_A_TURN; n++) await nextIteration();
};

/** Creates a queue of pages that record their start, and finish when they are told to. */
function setUp(maxWaitMs?: number) {
  const queue = createPageQueue<string>(maxWaitMs);
  const started: string[] = [];
  const turnsOf = new Map<string, PageTurns>();
  const finishes = new Map<string, () => void>();
  const request = (name: string, options: { address?: string; key?: string; signal?: AbortSignal } = {}) => {
    const { address = name, key, signal = new AbortController().signal } = options;
    const result = queue.run({
      address,
      key,
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

  test('waiting requests with the same key share the page; a request after its start does not', async () => {
    const { request, started } = setUp();
    const first = request('first', { key: '/' });
    const second = request('second', { key: '/' });
    const other = request('other', { key: '/films' });
    await waitForTurns(5);
    const later = request('later', { key: '/' });
    expect(await first).toEqual({ page: 'page of first', isShared: false });
    expect(await second).toEqual({ page: 'page of first', isShared: true });
    expect(await other).toEqual({ page: 'page of other', isShared: false });
    expect(await later).toEqual({ page: 'page of later', isShared: false });
    expect(started).toEqual(['first', 'other', 'later']);
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

  test('a page is aborted only when all of its readers have left', async () => {
    const { request, started, turnsOf } = setUp();
    const [first, second, gone] = [new AbortController(), new AbortController(), new AbortController()];
    const left = request('gone', { signal: gone.signal });
    gone.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    void request('first', { key: '/', signal: first.signal });
    await Promise.all([request('second', { key: '/', signal: second.signal })]);
    expect(started).toEqual(['first']);
    const signal = turnsOf.get('first')?.signal as AbortSignal;
    first.abort();
    expect(signal.aborted).toBe(false);
    second.abort();
    expect(signal.aborted).toBe(true);
  });
});
