import { describe, expect, test } from '@jest/globals';
import type { CallLimits } from '../../config/config.ts';
import type { Caller } from '../../core/context.ts';
import { createMemoryBuckets } from '../storage/memory/memoryBuckets.ts';
import type { CallLimitError } from '../upstream/callLimit.ts';
import { createCallLimiter } from './callLimiter.ts';

const anonymous = (address: string): Caller => ({ kind: 'anonymous', name: 'anonymous', address });
const partner: Caller = { kind: 'key', name: 'key:partner', address: '203.0.113.1' };

/** Creates a limiter of searches whose clock stands still. */
function createTestLimiter(search: CallLimits) {
  const clock = { now: 0 };
  const limiter = createCallLimiter(
    { content: {}, media: {}, search },
    createMemoryBuckets(() => clock.now),
  );
  const charge = (caller: Caller | undefined, calls = 1) =>
    limiter.charge('search', caller, calls).then(
      (refund) => refund,
      (error: CallLimitError) => error.extensions,
    );
  return { clock, limiter, charge };
}

describe('call limiter', () => {
  test('limits each caller, and returns the provider, the limit and the retry time', async () => {
    const limit = { maximum: 10, restoreRate: 2 };
    const { clock, charge, limiter } = createTestLimiter({ anonymous: limit });
    await charge(anonymous('203.0.113.1'), 9);
    expect(await charge(anonymous('203.0.113.1'), 5)).toEqual({
      code: 'CALL_LIMIT_REACHED',
      service: 'search',
      limit,
      retryAfter: 2,
    });
    expect(await charge(anonymous('203.0.113.2'))).toEqual(expect.any(Function));
    expect(await charge(partner, 1000)).toEqual(expect.any(Function));
    expect(await limiter.charge('content', anonymous('203.0.113.1'), 1000)).toEqual(expect.any(Function));
    clock.now += 2_000;
    expect(await charge(anonymous('203.0.113.1'), 5)).toEqual(expect.any(Function));
  });

  test('limits all callers together, and refunds the caller that the total rejects', async () => {
    const { charge } = createTestLimiter({
      key: { maximum: 100, restoreRate: 1 },
      total: { maximum: 10, restoreRate: 1 },
    });
    const refund = await charge(anonymous('203.0.113.1'), 10);
    expect(await charge(partner)).toMatchObject({ limit: { maximum: 10 }, retryAfter: 1 });
    (refund as () => void)();
    await charge(partner, 10);
    // 90 calls are left to the caller: the rejected one was refunded.
    expect(await charge(partner, 90)).toMatchObject({ limit: { maximum: 10 } });
    expect(await charge(partner, 91)).toMatchObject({ limit: { maximum: 100 } });
  });

  test('a request with more calls than the bucket holds takes the whole bucket', async () => {
    const { charge } = createTestLimiter({ key: { maximum: 10, restoreRate: 1 } });
    expect(await charge(partner, 50)).toEqual(expect.any(Function));
    expect(await charge(partner)).toMatchObject({ retryAfter: 1 });
  });

  test('does not limit background work and operators', async () => {
    const { charge } = createTestLimiter({ total: { maximum: 1, restoreRate: 1 } });
    for (const caller of [undefined, { kind: 'operator', name: 'operator', address: '' } as const])
      for (let i = 0; i < 3; i++) expect(await charge(caller)).toEqual(expect.any(Function));
  });
});
