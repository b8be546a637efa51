import { expect, test } from '@jest/globals';
import { anonymousCaller } from '../../core/context.ts';
import { runForCaller } from '../upstream/caller.ts';
import { createWriteShares } from './writeShare.ts';

const MEGABYTE = 1024 * 1024;

test('write shares: a caller stores up to its share, other callers and background work are not concerned', async () => {
  let now = 0;
  const take = createWriteShares(() => now);
  const takeFor = (address: string, bytes = MEGABYTE) =>
    runForCaller(anonymousCaller(address), () => take(bytes));
  for (let entry = 0; entry < 8; entry++) expect(await takeFor('192.0.2.1')).toBe(true);
  expect(await takeFor('192.0.2.1')).toBe(false);
  expect(await takeFor('192.0.2.2')).toBe(true);
  expect(await runForCaller(undefined, () => take(100 * MEGABYTE))).toBe(true);
  now = 64_000;
  expect(await takeFor('192.0.2.1')).toBe(true);
  expect(await takeFor('192.0.2.1')).toBe(false);
});

test('write shares: the networks of an IPv6 site have four shares together', async () => {
  const take = createWriteShares(() => 0);
  const networks = Array.from({ length: 40 }, (_, n) => anonymousCaller(`2001:db8:1:${n.toString(16)}::1`));
  let stored = 0;
  for (const network of networks)
    for (let entry = 0; entry < 8; entry++)
      if (await runForCaller(network, () => take(MEGABYTE))) stored += 1;
  expect(stored).toBe(32);
});
