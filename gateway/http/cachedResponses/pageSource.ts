import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { PageCache } from '../pages/pageCache.ts';
import type { CachedSource } from './cachedSource.ts';

/** URLs of pages that were sent, by which other requests are recognized at once. Longer ones are left to Fastify. */
const MAX_KNOWN_URLS = 5_000;
const MAX_URL_CHARACTERS = 200;

/** The cached pages. @param route the pattern of their route */
export function createPageSource(pageCache: Pick<PageCache, 'find' | 'keyOf'>, route: string): CachedSource {
  const keys = new LRUCache<string, string>({ max: MAX_KNOWN_URLS });
  return {
    kind: 'page',
    route,
    isShed: false,
    accepts: ({ method, headers }) => method === 'GET' && headers['content-type'] === undefined,
    find({ url = '' }) {
      const cacheKey = keys.get(url);
      const found = cacheKey === undefined ? undefined : pageCache.find(cacheKey);
      if (!found || cacheKey === undefined) return undefined;
      const { isPublic } = found.value;
      return { found, cacheKey, contentType: '', isReadOnly: true, isPublic };
    },
    recordRequest({ url = '' }: IncomingMessage) {
      if (url.length <= MAX_URL_CHARACTERS) keys.set(url, pageCache.keyOf(url));
    },
  };
}
