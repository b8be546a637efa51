import { expect, test } from '@jest/globals';
import { cacheTagOf } from './cacheTag.ts';

const RESPONSE = { tags: ['content:a', 'media:1'], ttlSeconds: 60, isPublic: true };

test('cache tag: has the tags of a response, and without a CDN only the tag of all responses', () => {
  expect(cacheTagOf(RESPONSE, true)).toBe('trivium,content:a,media:1');
  expect(cacheTagOf(RESPONSE, false)).toBe('trivium');
});

test.each([
  ['for one client', { isPublic: false }],
  ['with a lifetime of less than a second', { ttlSeconds: 0.9 }],
  ['with more tags than a header holds', { tags: Array.from({ length: 1_000 }, (_, i) => `content:${i}`) }],
])('cache tag: a response %s has none', (_name, difference) => {
  expect(cacheTagOf({ ...RESPONSE, ...difference }, true)).toBeUndefined();
});
