import { expect, test } from '@jest/globals';
import { canonicalPath } from './canonicalPath.ts';

test.each([
  ['/', '/'],
  ['/films', '/films'],
  ['/films/', '/films'],
  ['/films//lorenz///', '/films/lorenz'],
  ['//example.org/', '/example.org'],
  ['///', '/'],
])('the path %p is spelt %p', (path, spelt) => {
  expect(canonicalPath(path)).toBe(spelt);
});
