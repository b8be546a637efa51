import { describe, expect, test } from '@jest/globals';
import { within } from './within.ts';

const failing = (attempts: { count: number }) => () => {
  attempts.count += 1;
  expect(attempts.count).toBe(0);
};

describe('within', () => {
  test('returns what the work returns, after as many attempts as it needs', async () => {
    let attempts = 0;
    const result = await within(100, async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('too early');
      return 'done';
    });
    expect([result, attempts]).toEqual(['done', 3]);
  });

  test.each([
    [20, 11],
    [60, 11],
    [400, 21],
  ])('makes, in %i ms, %i attempts', async (ms, expected) => {
    const attempts = { count: 0 };
    await expect(within(ms, failing(attempts))).rejects.toThrow();
    expect(attempts.count).toBe(expected);
  });

  test('counts no time of work that takes long', async () => {
    let attempts = 0;
    await within(20, async () => {
      attempts += 1;
      for (const end = performance.now() + 30; performance.now() < end; );
      if (attempts < 5) throw new Error('too early');
    });
    expect(attempts).toBe(5);
  });

  test('states the bound before the message of the matcher, in the message and in the stack', async () => {
    const error: Error = await within(20, failing({ count: 0 })).then(
      () => new Error('must fail'),
      (thrown) => thrown,
    );
    expect(error.message).toMatch(/^expected within 20 ms: .*Expected.*Received/s);
    expect(error.stack).toContain(error.message);
  });

  test('states the bound for thrown values that are no errors', async () => {
    const work = () => Promise.reject('a text');
    await expect(within(10, work)).rejects.toThrow('expected within 10 ms: a text');
  });

  test('states the bound for errors whose message cannot be set', async () => {
    const work = () => Promise.reject(new DOMException('It is aborted', 'AbortError'));
    await expect(within(10, work)).rejects.toThrow('expected within 10 ms: It is aborted');
  });
});
