import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { rawRequest } from '../../support/rawRequest.ts';
import type { Stack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

const FILM = '/films/lorenz';
const RESOURCES = ['/feed.xml', '/sitemap.xml', '/robots.txt', '/opensearch.xml', '/articles/two-forks.md'];
const DECODERS = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
};

/** Tests of the cache of pages, feeds and other resources. */
export function pageCacheSuite(stack: () => Stack): void {
  const get = (path: string, headers: Record<string, string> = {}) =>
    rawRequest(stack().url, { path, headers });

  /** Requests a page until it is cached: data can be late, and providers recover from the faults of other tests. */
  const getCached = (path: string, headers: Record<string, string> = {}) =>
    within(10_000, async () => {
      const response = await get(path, headers);
      expect(response.headers['cache-status']).toMatch(/^trivium; hit; ttl=\d+$/);
      return response;
    });

  describe('page cache', () => {
    beforeEach(async () => {
      await stack().cache.invalidateAll();
      await stack().clearRequests();
    });

    test.each(['/', FILM, '/nowhere', ...RESOURCES])(
      '%s: the second reader gets the same bytes without provider requests',
      async (path) => {
        const headers = { accept: 'text/html', 'accept-encoding': 'br' };
        const first = await getCached(path, headers);
        await stack().clearRequests();
        const second = await getCached(path, headers);
        expect(second.body.equals(first.body)).toBe(true);
        const { content, media, search } = await stack().requests();
        expect([...content, ...media, ...search]).toEqual([]);
      },
    );

    test('is public for a CDN, with the tags of the content and of the build', async () => {
      const { headers } = await getCached(FILM);
      expect(headers['cache-control']).toMatch(
        /^public, max-age=0, s-maxage=\d+, stale-while-revalidate=30, stale-if-error=3600$/,
      );
      const tags = String(headers['cache-tag']).split(',');
      expect(tags.slice(0, 2)).toEqual(['trivium', expect.stringMatching(/^app:/)]);
      expect(tags.some((tag) => tag.startsWith('content:'))).toBe(true);
    });

    test.each(['br', 'gzip', 'identity'] as const)(
      'sends the same page as %s, and 304 for its ETag',
      async (encoding) => {
        const plain = await getCached(FILM);
        const encoded = await getCached(FILM, { 'accept-encoding': encoding });
        expect(encoded.headers['content-encoding'] ?? 'identity').toBe(encoding);
        expect(DECODERS[encoding](encoded.body).equals(plain.body)).toBe(true);
        expect(encoded.headers.vary).toMatch(/accept-encoding/i);
        const etag = String(encoded.headers.etag);
        const unchanged = await get(FILM, { 'accept-encoding': encoding, 'if-none-match': etag });
        expect([unchanged.status, unchanged.body.length, unchanged.headers.etag]).toEqual([304, 0, etag]);
      },
    );

    test('with signed URLs is cached, but private', async () => {
      const { headers, body } = await getCached('/topics/pattern');
      expect(body.toString()).toContain('token=');
      expect([headers['cache-control'], headers['cache-tag']]).toEqual(['private, max-age=0', undefined]);
    });

    test('the first reader after a change gets the changed page', async () => {
      const before = await getCached(FILM);
      const { editor } = stack();
      await editor.patch('film-lorenz').set({ tagline: 'A changed tagline' }).commit();
      await within(10_000, async () =>
        expect((await get(FILM)).body.toString()).toContain('A changed tagline'),
      );
      const changed = await getCached(FILM, { 'if-none-match': String(before.headers.etag) });
      expect(changed.status).toBe(200);
    });

    test('a page without a part is not cached', async () => {
      await stack().setFaults('search', [{ kind: 'reset' }]);
      const broken = await get(FILM);
      expect(broken.headers['cache-control']).toBe('private, no-cache');
      expect(broken.headers.etag).toBeUndefined();
      await stack().setFaults('search');
      await within(10_000, async () =>
        expect((await get(FILM)).body.toString()).not.toContain('Related films come from search'),
      );
    });

    test('a request with credentials gets no cached page, and its page is not cached', async () => {
      const { editor } = stack();
      const film = await editor.getDocument('film-lorenz');
      await editor.createOrReplace({
        ...film,
        _id: 'drafts.film-lorenz',
        _type: 'film',
        title: 'A draft title',
      });
      try {
        for (const [name, value] of [
          ['x-perspective', 'drafts'],
          ['authorization', 'Bearer tv_live_x'],
        ] as const) {
          const own = await get(FILM, { [name]: value });
          expect(own.headers['cache-control']).toBe('private, no-cache');
          expect(own.headers['cache-status']).toBeUndefined();
          expect(own.body.toString()).not.toContain('A draft title');
        }
        const { body } = await getCached(FILM);
        expect(body.toString()).not.toContain('A draft title');
      } finally {
        await editor.delete('drafts.film-lorenz');
      }
    });

    test('a page whose data is late is complete, and cached', async () => {
      await stack().setFaults('search', [{ kind: 'latency', ms: 300 }]);
      const first = await get(FILM);
      expect(first.headers['cache-status']).toMatch(/^trivium; fwd=miss/);
      expect(first.body.toString()).toContain('Related films');
      expect((await getCached(FILM)).body.equals(first.body)).toBe(true);
    });
  });
}
