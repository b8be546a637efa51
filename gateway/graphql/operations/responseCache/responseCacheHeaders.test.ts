import { expect, test } from '@jest/globals';
import { responseCacheHeaders } from './responseCacheHeaders.ts';

const RESPONSE = {
  etag: 'W/"a"',
  tags: ['content:a', 'media:1'],
  ttlSeconds: 60,
  isPublic: true,
  origin: 'miss' as const,
};

test('response cache: Cache-Tag has the tags of a response, and without a CDN only that of all responses', () => {
  const cacheTag = (hasCdnPurge: boolean, response = RESPONSE) =>
    new Map(responseCacheHeaders(response, { isReadOnly: true, hasCdnPurge })).get('cache-tag');
  expect(cacheTag(true)).toBe('trivium,content:a,media:1');
  expect(cacheTag(false)).toBe('trivium');
  expect(cacheTag(true, { ...RESPONSE, isPublic: false })).toBeUndefined();
});
