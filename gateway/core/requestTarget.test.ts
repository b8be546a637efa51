import { expect, test } from '@jest/globals';
import { parametersOf, pathOf, withoutOrigin } from './requestTarget.ts';

test.each([
  ['/docs/api', '/docs/api', []],
  ['/docs/search?q=what?now&q=b%20c', '/docs/search', ['what?now', 'b c']],
  ['http://example.org/docs/search?q=a', '/docs/search', ['a']],
  ['HTTPS://user:pass@example.org?q=a', '', ['a']],
  ['//example.org/docs?', '//example.org/docs', []],
])('request target: %s has a path and parameters', (target, path, values) => {
  expect([pathOf(target), parametersOf(target).getAll('q')]).toEqual([path, values]);
});

test('request target: keeps the query when it removes the origin', () => {
  expect(withoutOrigin('http://example.org/films?a=1?2')).toBe('/films?a=1?2');
});
