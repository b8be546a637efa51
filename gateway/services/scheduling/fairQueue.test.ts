import { expect, test } from '@jest/globals';
import { createFairQueue } from './fairQueue.ts';

const takeAll = (queue: ReturnType<typeof createFairQueue<string>>) => {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
};

test('fair queue: keys take turns, and each keeps the order of its items', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.push(item[0] as string, item);
  expect(queue.shift()).toBe('a1');
  // A new key waits behind the other keys.
  queue.push('d', 'd1');
  expect(takeAll(queue)).toEqual(['b1', 'c1', 'a2', 'd1', 'b2', 'a3']);
  expect(queue.size).toBe(0);
});

test('fair queue: skips keys that are not eligible, and forgets removed items', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'b1']) queue.push(item[0] as string, item);
  expect(queue.shift((key) => key !== 'a')).toBe('b1');
  expect(queue.shift((key) => key !== 'a')).toBeUndefined();
  queue.remove('a', 'a1');
  queue.remove('a', 'unknown');
  expect(queue.size).toBe(1);
  expect(takeAll(queue)).toEqual(['a2']);
});
