import { expect, test } from '@jest/globals';
import { createSingleFlight } from './singleFlight.ts';

test('single-flight: callers with the same key share one load, and the next load starts after it', async () => {
  const singleFlight = createSingleFlight<string, number>();
  const loads: PromiseWithResolvers<number>[] = [];
  const load = () => {
    const started = Promise.withResolvers<number>();
    loads.push(started);
    return started.promise;
  };
  const both = [singleFlight.run('a', load), singleFlight.run('a', load)];
  const other = singleFlight.run('b', load);
  expect(loads).toHaveLength(2);
  loads[0]?.reject(new Error('down'));
  await expect(both[0]).rejects.toThrow('down');
  await expect(both[1]).rejects.toThrow('down');
  loads[1]?.resolve(2);
  expect(await other).toBe(2);
  const again = singleFlight.run('a', load);
  loads[2]?.resolve(3);
  expect(await again).toBe(3);
});

test('single-flight: a detached load ends without removing the new one', async () => {
  const singleFlight = createSingleFlight<string, number>();
  const first = Promise.withResolvers<number>();
  const second = Promise.withResolvers<number>();
  const before = singleFlight.run('a', () => first.promise);
  singleFlight.detach('a');
  const after = singleFlight.run('a', () => second.promise);
  first.resolve(1);
  expect(await before).toBe(1);
  const joined = singleFlight.run('a', () => Promise.resolve(3));
  second.resolve(2);
  expect(await after).toBe(2);
  expect(await joined).toBe(2);
});
