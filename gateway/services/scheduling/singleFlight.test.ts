import { expect, test } from '@jest/globals';
import { createSingleFlight } from './singleFlight.ts';

test('single-flight: a load is aborted when all its callers have aborted', async () => {
  const singleFlight = createSingleFlight<string, number>();
  const loads: AbortSignal[] = [];
  const load = (signal: AbortSignal) => {
    loads.push(signal);
    return new Promise<number>(() => {});
  };
  const clients = [new AbortController(), new AbortController()];
  const runs = clients.map(({ signal }) => singleFlight.run('a', load, signal));
  clients[0]?.abort(new Error('the first client left'));
  await expect(runs[0]).rejects.toThrow('the first client left');
  expect([loads.length, loads[0]?.aborted, singleFlight.has('a')]).toEqual([1, false, true]);
  clients[1]?.abort(new Error('the second client left'));
  await expect(runs[1]).rejects.toThrow('the second client left');
  expect([loads[0]?.aborted, singleFlight.has('a')]).toEqual([true, false]);
});

test('single-flight: a caller without a signal keeps the load', async () => {
  const singleFlight = createSingleFlight<string, number>();
  const load = Promise.withResolvers<number>();
  let loadSignal: AbortSignal | undefined;
  const client = new AbortController();
  const left = singleFlight.run(
    'a',
    (signal) => {
      loadSignal = signal;
      return load.promise;
    },
    client.signal,
  );
  const stays = singleFlight.run('a', () => Promise.resolve(2));
  client.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  load.resolve(1);
  expect(await stays).toBe(1);
  expect(loadSignal?.aborted).toBe(false);
});

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
