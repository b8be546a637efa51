import { expect, test } from '@jest/globals';
import { createMemoryConnectionSlots } from '../../services/rateLimit/memoryConnectionSlots.ts';
import { createConnectionLimits } from './connectionLimits.ts';

const createLimits = () =>
  createConnectionLimits(
    { maxConnections: 100, maxConnectionsPerAddress: 2, maxConnectionsPerKey: 2 },
    createMemoryConnectionSlots(),
  );

test('connection limits: count a /64 as one address, and a /48 as four', async () => {
  const { acquire } = createLimits();
  expect([await acquire('2001:db8:0:1::1'), await acquire('2001:db8:0:1::2')]).not.toContain(undefined);
  expect(await acquire('2001:db8:0:1::3')).toBeUndefined();
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, network) => acquire(`2001:db8:0:f${network}::1`)),
  );
  expect(others.filter(Boolean)).toHaveLength(6);
  others.find(Boolean)?.();
  expect(await acquire('2001:db8:0:abc::1')).toBeDefined();
  expect(await acquire('2001:db8:1::1')).toBeDefined();
});

test('connection limits: count IPv4 addresses one by one', async () => {
  const limits = createLimits();
  expect(limits.open).toBe(0);
  const slots = await Promise.all(Array.from({ length: 20 }, (_, host) => limits.acquire(`192.0.2.${host}`)));
  expect(slots).not.toContain(undefined);
  expect(limits.open).toBe(20);
  for (const release of slots) {
    release?.();
    release?.();
  }
  expect(limits.open).toBe(0);
});
