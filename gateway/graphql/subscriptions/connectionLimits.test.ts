import { expect, test } from '@jest/globals';
import { createConnectionLimits } from './connectionLimits.ts';

const createLimits = () =>
  createConnectionLimits({ maxConnections: 100, maxConnectionsPerAddress: 2, maxConnectionsPerKey: 2 });

test('connection limits: count a /64 as one address, and a /48 as four', () => {
  const { acquire } = createLimits();
  expect([acquire('2001:db8:0:1::1'), acquire('2001:db8:0:1::2')]).not.toContain(undefined);
  expect(acquire('2001:db8:0:1::3')).toBeUndefined();
  const otherNetworks = Array.from({ length: 10 }, (_, network) => acquire(`2001:db8:0:f${network}::1`));
  expect(otherNetworks.filter(Boolean)).toHaveLength(6);
  otherNetworks.find(Boolean)?.();
  expect(acquire('2001:db8:0:abc::1')).toBeDefined();
  expect(acquire('2001:db8:1::1')).toBeDefined();
});

test('connection limits: count IPv4 addresses one by one', () => {
  const limits = createLimits();
  expect(limits.open).toBe(0);
  const slots = Array.from({ length: 20 }, (_, host) => limits.acquire(`192.0.2.${host}`));
  expect(slots).not.toContain(undefined);
  expect(limits.open).toBe(20);
  for (const release of slots) {
    release?.();
    release?.();
  }
  expect(limits.open).toBe(0);
});
