import { expect, test } from '@jest/globals';
import type { Query } from './queries.ts';
import { loadToWaitFor } from './waitedLoads.ts';

/** Returns a query with a load that the test ends. Like React's `use`, `wait` writes the state of a promise to it. */
const createQuery = () => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const query = { load: () => promise } as Query;
  const wait = (isMissing: boolean) => {
    const load = loadToWaitFor(query, isMissing) as Promise<unknown> & { status?: string };
    if (load.status === undefined) {
      load.status = 'pending';
      const setStatus = (status: string) => () => {
        load.status = status;
      };
      load.then(setStatus('fulfilled'), setStatus('rejected'));
    }
    return load;
  };
  return { wait, resolve, reject };
};

test('loads of suspending components: the repeated render gets the promise of the first one', async () => {
  const { wait, resolve } = createQuery();
  const first = wait(true);
  expect(first.status).toBe('pending');
  resolve(null);
  await first;
  expect(wait(false)).toBe(first);
  expect(first.status).toBe('fulfilled');
});

test('loads of suspending components: a query with a result waits for nothing', () => {
  expect(createQuery().wait(false).status).toBe('fulfilled');
});

test('loads of suspending components: a result from another query ends the wait', () => {
  const { wait } = createQuery();
  wait(true);
  expect(wait(false).status).toBe('fulfilled');
});

test('loads of suspending components: a failed load fails one render', async () => {
  const { wait, reject } = createQuery();
  const first = wait(true);
  reject(new Error('No client'));
  await expect(first).rejects.toThrow('No client');
  expect(first.status).toBe('rejected');
  expect(wait(false).status).toBe('fulfilled');
});
