import { expect, test } from '@jest/globals';
import { isLargerThan } from './responseSize.ts';

test.each([
  ['a text', 'x'.repeat(1000)],
  ['a list of texts', Array.from({ length: 100 }, () => 'x'.repeat(10))],
  ['objects', { nodes: Array.from({ length: 100 }, (_, n) => ({ title: 'x'.repeat(n), year: n })) }],
])('response size: estimates the JSON of %s within a third', (_, value) => {
  const { length } = JSON.stringify(value);
  expect(isLargerThan(value, length * 0.7)).toBe(true);
  expect(isLargerThan(value, length * 1.35)).toBe(false);
});

test('response size: stops at the limit', () => {
  const text = 'x'.repeat(1000);
  const opened: number[] = [];
  const rows = Array.from({ length: 100 }, (_, n) => ({
    get text() {
      opened.push(n);
      return text;
    },
  }));
  expect(isLargerThan(rows, 3000)).toBe(true);
  expect(opened.length).toBeLessThan(10);
});

test('response size: counts values that are nested deeper than the stack', () => {
  let value: unknown = 'x';
  for (let depth = 0; depth < 100_000; depth++) value = [value];
  expect(isLargerThan(value, 100)).toBe(true);
});
