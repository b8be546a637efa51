import { describe, expect, test } from '@jest/globals';
import { anonymousCaller } from '../../core/context.ts';
import { createMemoryBuckets } from '../storage/memory/memoryBuckets.ts';
import { createRateLimiter } from './rateLimiter.ts';

const LIMIT = { maximum: 100, restoreRate: 10 };

/** Creates a rate limiter whose clock stands still. */
function setUp() {
  const observed = { charged: 0, refunded: 0, rejected: 0 };
  const limiter = createRateLimiter(
    { anonymous: LIMIT, key: LIMIT },
    createMemoryBuckets(() => 0),
    {
      charged(_kind, points) {
        observed.charged += points;
      },
      refunded(_kind, points) {
        observed.refunded += points;
      },
      rejected() {
        observed.rejected += 1;
      },
    },
  );
  const charge = (address: string, points: number) => limiter.charge(anonymousCaller(address), points);
  const available = async (address: string) => (await charge(address, 0))?.status.available;
  return { charge, available, observed };
}

describe('rate limiter', () => {
  test('networks of an IPv6 site have four times the points of a network together', async () => {
    const { charge, available, observed } = setUp();
    for (const network of ['1', '2', '3', '4'])
      expect((await charge(`2001:db8:1:${network}::1`, 100))?.isGranted).toBe(true);
    const rejected = await charge('2001:db8:1:5::1', 20);
    expect(rejected).toMatchObject({ isGranted: false, waitSeconds: 0.5, status: { available: 0 } });
    // Nothing is taken from the network's own bucket.
    expect(await available('2001:db8:1:5::1')).toBe(100);
    expect((await charge('2001:db8:2:1::1', 100))?.isGranted).toBe(true);
    expect(observed).toEqual({ charged: 500, refunded: 0, rejected: 1 });
  });

  test('settles and refunds the bucket of the site too', async () => {
    const { charge } = setUp();
    const spend = async (network: string) => charge(`2001:db8:1:${network}::1`, 100);
    const [first, second] = [await spend('1'), await spend('2'), await spend('3'), await spend('4')];
    expect(first?.settle(30).available).toBe(70);
    expect(second?.settle(110).available).toBe(0);
    expect((await charge('2001:db8:1:5::1', 60))?.isGranted).toBe(true);
    expect((await charge('2001:db8:1:6::1', 1))?.isGranted).toBe(false);
  });

  test('a rejected charge refunds nothing', async () => {
    const { charge, available, observed } = setUp();
    const rejected = await charge('198.51.100.1', 101);
    expect(rejected?.refund(50)).toMatchObject({ available: 100 });
    expect(await available('198.51.100.1')).toBe(100);
    expect(observed).toEqual({ charged: 0, refunded: 0, rejected: 1 });
  });
});
