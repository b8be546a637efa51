import { expect, test } from '@jest/globals';
import { canonicalPath } from './canonicalPath.ts';

test.each([
  ['/', '/'],
  ['/films', '/films'],
  ['/films/', '/films'],
  ['/films//lorenz///', '/films/lorenz'],
  ['//example.org/', '/example.org'],
  ['///', '/'],
])('canonical path: %p becomes %p', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});
