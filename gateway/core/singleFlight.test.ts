import { expect, test } from '@jest/globals';
import { createSingleFlight } from './singleFlight.ts';

test('single-flight: callers with the same key share one load, and the next load starts after it', async () => {
  const flights = createSingleFlight<string, number>();
  const loads: PromiseWithResolvers<number>[] = [];
  const load = () => {
    const started = Promise.withResolvers<number>();
    loads.push(started);
    return started.promise;
  };
  const both = [flights.run('a', load), flights.run('a', load)];
  const other = flights.run('b', load);
  expect(loads).toHaveLength(2);
  loads[0]?.reject(new Error('down'));
  await expect(both[0]).rejects.toThrow('down');
  await expect(both[1]).rejects.toThrow('down');
  loads[1]?.resolve(2);
  expect(await other).toBe(2);
  const again = flights.run('a', load);
  loads[2]?.resolve(3);
  expect(await again).toBe(3);
});

test('single-flight: a detached load ends without removing the new one', async () => {
  const flights = createSingleFlight<string, number>();
  const first = Promise.withResolvers<number>();
  const second = Promise.withResolvers<number>();
  const before = flights.run('a', () => first.promise);
  flights.detach('a');
  const after = flights.run('a', () => second.promise);
  first.resolve(1);
  expect(await before).toBe(1);
  const joined = flights.run('a', () => Promise.resolve(3));
  second.resolve(2);
  expect(await after).toBe(2);
  expect(await joined).toBe(2);
});
