import { describe, expect, test } from '@jest/globals';
import { type Hit, rateLimitOf, responseHead } from './responseHead.ts';

const OPERATION = {
  responseKey: 'response:a',
  name: undefined,
  requestedCost: 20,
  documentId: undefined,
  usage: { coordinates: [], deprecated: [] },
};
const OPERATION_HIT: Hit = {
  cacheKey: 'response:a',
  entry: { etag: 'W/"a"', bytes: 5_000 },
  tags: ['content:a'],
  ageSeconds: 2.5,
  ttlSeconds: 60,
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-trivium-deprecated': 'Film.old' },
  bodyKey: 'W/"a"',
  isPublic: true,
  operation: OPERATION,
};
const { operation: _operation, ...PAGE_HIT } = OPERATION_HIT;
const PUBLIC = 'public, max-age=0, s-maxage=57, stale-while-revalidate=30, stale-if-error=3600';
const LIMIT = { available: 90, maximum: 100, restoreRate: 1 };

interface Request {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly hasCdnPurge?: boolean;
}

const headOf = (hit: Hit, { method = 'GET', headers = {}, hasCdnPurge = false }: Request = {}) =>
  responseHead(hit, { method, headers }, hasCdnPurge);

describe('head of a cached response', () => {
  test('has the headers of the entry and of its lifetime', () => {
    expect(headOf(OPERATION_HIT)).toEqual({
      status: 200,
      headers: {
        ...OPERATION_HIT.headers,
        'cache-control': PUBLIC,
        'cache-status': 'trivium; hit; ttl=57',
        'cache-tag': 'trivium',
        etag: 'W/"a"',
      },
      encoding: 'identity',
      cost: 5,
      hasRateLimit: false,
    });
  });

  test.each(['GET', 'HEAD', 'QUERY'])(
    'is 304 without a media type for a client that has it, by %s',
    (method) => {
      const { status, headers, encoding, cost } = headOf(OPERATION_HIT, {
        method,
        headers: { 'if-none-match': '"b", "a"', 'accept-encoding': 'br' },
      });
      expect([status, encoding, cost]).toEqual([304, undefined, 4]);
      expect(headers).toMatchObject({ 'x-trivium-deprecated': 'Film.old', 'cache-control': PUBLIC });
      expect(Object.keys(headers)).not.toContain('content-type');
      expect(Object.keys(headers)).not.toContain('content-encoding');
    },
  );

  test('is complete for a POST request, which has no ETag', () => {
    const { status, headers } = headOf(OPERATION_HIT, { method: 'POST', headers: { 'if-none-match': '*' } });
    expect([status, headers.etag]).toEqual([200, undefined]);
  });

  test.each([
    ['br, gzip', 5_000, 'br'],
    ['gzip', 5_000, 'gzip'],
    ['zstd', 5_000, 'identity'],
    ['br', 500, 'identity'],
  ])('accepts %s for %i bytes: %s', (accepted, bytes, encoding) => {
    const hit = { ...OPERATION_HIT, entry: { etag: 'W/"a"', bytes } };
    const head = headOf(hit, { headers: { 'accept-encoding': accepted } });
    expect(head.encoding).toBe(encoding);
    expect(head.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  });

  test.each<[string, Hit, boolean]>([
    ['a response to one client', { ...OPERATION_HIT, isPublic: false }, false],
    ['a response that expires now', { ...OPERATION_HIT, ageSeconds: 59.5 }, false],
    [
      'a response with more tags than a header holds',
      { ...OPERATION_HIT, tags: Array.from({ length: 1_000 }, (_, i) => `content:${i}`) },
      true,
    ],
  ])('%s is private and has the rate limit', (_name, hit, hasCdnPurge) => {
    const head = headOf(hit, { hasCdnPurge });
    expect(head.headers).toMatchObject({ 'cache-control': 'private, max-age=0', etag: 'W/"a"' });
    expect(head.headers['cache-tag']).toBeUndefined();
    expect(Object.fromEntries(rateLimitOf(head, LIMIT))).toMatchObject({
      'x-ratelimit-remaining': '90',
      'x-ratelimit-cost': '5',
    });
    expect(rateLimitOf(head, undefined)).toEqual([]);
  });

  test('a public response and a page never have the rate limit', () => {
    for (const hit of [OPERATION_HIT, PAGE_HIT, { ...PAGE_HIT, isPublic: false }])
      expect(rateLimitOf(headOf(hit), LIMIT)).toEqual([]);
  });

  test('a redirect is never 304', () => {
    expect(headOf({ ...PAGE_HIT, status: 308 }, { headers: { 'if-none-match': '*' } }).status).toBe(308);
  });
});
