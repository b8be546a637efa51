import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { PageResponse } from '../../../schema/pages.ts';
import { anonymousCaller } from '../../core/context.ts';
import { Rejected } from '../../core/rejected.ts';
import { createFairScheduler } from '../../services/scheduling/fairScheduler.ts';
import { createPageRenderer, PageTimeout } from './pageRenderer.ts';

/** More iterations of the event loop than a turn needs. */
const ITERATIONS_OF_A_TURN = 30;
const NEVER = new AbortController().signal;
const BUSY = '198.51.100.1';

const waitForTurns = async (turns: number) => {
  for (let n = 0; n < turns * ITERATIONS_OF_A_TURN; n++) await nextIteration();
};

/** Creates a renderer of pages that record their start, and finish on request. */
function setUp(maxWaitMs?: number) {
  const started: string[] = [];
  const renders = new Map<string, PromiseWithResolvers<PageResponse>>();
  let points = 0;
  const renderer = createPageRenderer({
    app: {} as FastifyInstance,
    pages: {
      async respond({ url }) {
        const name = new URL(url).pathname.slice(1);
        const render = Promise.withResolvers<PageResponse>();
        started.push(name);
        renders.set(name, render);
        return render.promise;
      },
    },
    rateLimiter: {
      async charge(_caller, cost) {
        const status = { maximum: 100_000, available: 1_000, restoreRate: 1 };
        points += cost;
        const refund = (unused: number) => {
          points -= unused;
          return status;
        };
        return { isGranted: true, waitSeconds: 0, status, refund, settle: () => status };
      },
    },
    scheduler: createFairScheduler(),
    origin: () => 'https://magazine.test',
    ...(maxWaitMs !== undefined && { maxWaitMs }),
  });
  const request = (name: string, address: string, signal = NEVER) => {
    const page = { url: new URL(`https://magazine.test/${name}`), headers: {} };
    const rendered = renderer.render(page, anonymousCaller(address), signal);
    rendered.catch(() => undefined);
    return rendered;
  };
  return {
    request,
    started,
    points: () => points,
    finish: (name: string) =>
      renders.get(name)?.resolve({ status: 200, headers: {}, text: '', isComplete: true }),
  };
}

describe('page renderer', () => {
  test('addresses take turns, and one address has at most 8 pages in progress', async () => {
    const { request, started, finish } = setUp();
    for (let n = 0; n < 12; n++) void request(`busy${n}`, BUSY);
    void request('quiet', '198.51.100.2');
    await waitForTurns(20);
    expect(started.slice(0, 2)).toEqual(['busy0', 'quiet']);
    expect(started).toHaveLength(9);
    finish('busy3');
    await waitForTurns(3);
    expect(started.slice(9)).toEqual(['busy8']);
  });

  test('at most 32 pages are in progress', async () => {
    const { request, started, finish } = setUp();
    for (let n = 0; n < 40; n++) void request(`page${n}`, `203.0.113.${n}`);
    await waitForTurns(50);
    expect(started).toHaveLength(32);
    finish('page0');
    finish('page1');
    await waitForTurns(5);
    expect(started).toHaveLength(34);
  });

  test('a page that waits too long is rejected, and costs 20 points', async () => {
    const { request, points } = setUp(50);
    for (let n = 0; n < 8; n++) void request(`busy${n}`, BUSY);
    await waitForTurns(8);
    const before = points();
    await expect(request('late', BUSY)).rejects.toBeInstanceOf(PageTimeout);
    expect(points() - before).toBe(20);
  });

  test('pages above the share of an address are rejected, and cost 20 points', async () => {
    const { request, started, points } = setUp();
    for (let n = 0; n < 512; n++) void request(`busy${n}`, BUSY);
    await waitForTurns(1);
    const before = points();
    const rejected = await request('late', BUSY).catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(Rejected);
    expect(rejected).not.toBeInstanceOf(PageTimeout);
    expect(rejected).toMatchObject({ status: 503, extensions: { code: 'OVERLOADED' } });
    expect(points() - before).toBe(20);
    void request('other', '198.51.100.2');
    await waitForTurns(10);
    expect(started).toContain('other');
  });

  test('a page that waits leaves the queue when its readers have left', async () => {
    const { request, started, finish } = setUp();
    for (let n = 0; n < 8; n++) void request(`busy${n}`, BUSY);
    await waitForTurns(8);
    const readers = new AbortController();
    const left = request('left', BUSY, readers.signal);
    await waitForTurns(1);
    readers.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    finish('busy0');
    void request('next', BUSY);
    await waitForTurns(3);
    expect(started.slice(8)).toEqual(['next']);
  });
});
