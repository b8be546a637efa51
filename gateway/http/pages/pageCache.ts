import { entityTagOf } from '../../core/entityTag.ts';
import type { CacheResult, LoadResult, TaggedCache } from '../../services/cache/taggedCache.ts';
import { PageTimeout, type RenderedPage } from './pageRenderer.ts';

/** A page as the cache stores it. It is the same for all readers. */
export interface PageEntry {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The length of `text` in UTF-8. */
  readonly bytes: number;
  readonly etag: string;
  /** False if it contains signed URLs: then it is cached in the memory of this gateway only. */
  readonly isPublic: boolean;
}

/** A complete page, with a lifetime of 0 if it must not be cached. */
export type CompletePage = Omit<CacheResult<PageEntry>, 'state'>;

/** A page that a reader gets. */
export interface OpenedPage {
  readonly page: CompletePage;
  /** True if this reader has rendered it. */
  readonly isOwn: boolean;
}

/** Caches pages by URL, under the tags of their content and of the build of the app. */
export interface PageCache {
  /** Returns the key of the page of a URL. */
  keyOf(url: string): string;
  /** Returns the page of a key if it is cached in memory. Counts no look-up. */
  find(key: string): CompletePage | undefined;
  /** Returns the body of a page: the UTF-8 bytes of its render at the first call, the text at later ones. */
  takeBody(page: PageEntry): string | Buffer;
  /**
   * Returns the page of a URL. It is rendered once for all readers who wait for it, unless a change arrives meanwhile.
   * @param render runs unless the page is cached, or is rendered for another reader
   * @param signal aborts when the reader disconnects
   * @throws what `render` throws
   */
  open(url: string, render: RenderPage, signal: AbortSignal): Promise<OpenedPage>;
}

/** Renders a page. @param signal aborts when nobody waits for it */
type RenderPage = (signal: AbortSignal) => Promise<RenderedPage>;

interface PageCacheOptions {
  readonly cache: Pick<TaggedCache, 'find' | 'read'>;
  readonly buildId: string;
  /** Returns the public origin, which pages contain. */
  origin(): string;
  /** The lifetime of pages without queries; 0 disables the cache. */
  readonly defaultMaxAgeSeconds: number;
}

/** The statuses of pages that depend on content only. */
const CACHED_STATUSES: ReadonlySet<number> = new Set([200, 301, 308, 404]);

/** The page of another reader exceeded the rate limit of that reader. */
class NotShared extends Error {
  readonly page: PageEntry;
  constructor(page: PageEntry) {
    super('expected a page for all readers, got one of a reader over the rate limit');
    this.page = page;
  }
}

export function createPageCache({
  cache,
  buildId,
  origin,
  defaultMaxAgeSeconds,
}: PageCacheOptions): PageCache {
  const keyOf = (url: string) => `page:${buildId}:${origin()}:${url}`;
  const buildTag = `app:${buildId}`;
  const rendered = new WeakMap<PageEntry, Buffer>();

  const loadResultOf = (page: RenderedPage): LoadResult<PageEntry> => {
    const { status, headers, text, isComplete } = page;
    const lifetime = page.cacheLifetime();
    const isCacheable =
      lifetime !== undefined &&
      isComplete &&
      CACHED_STATUSES.has(status) &&
      headers['cache-control'] === undefined;
    const ttlSeconds =
      isCacheable && defaultMaxAgeSeconds > 0
        ? Math.max(0, Number.isFinite(lifetime.ttlSeconds) ? lifetime.ttlSeconds : defaultMaxAgeSeconds)
        : 0;
    const isPublic = lifetime?.hasSignedUrls === false;
    const body = Buffer.from(text);
    const value = { status, headers, text, bytes: body.length, etag: entityTagOf(body), isPublic };
    rendered.set(value, body);
    if (page.isRateLimited()) throw new NotShared(value);
    return {
      value,
      tags: [buildTag, ...(lifetime?.tags ?? [])],
      ttlSeconds,
      isLocal: !isPublic,
      isLeased: lifetime?.isLeased === true,
    };
  };

  return {
    keyOf,
    find: (key) => cache.find<PageEntry>(key),
    takeBody(page) {
      const body = rendered.get(page) ?? page.text;
      rendered.delete(page);
      return body;
    },
    async open(url, render, signal) {
      for (;;) {
        let isOwn = false;
        const load = async (ended: AbortSignal) => {
          isOwn = true;
          return loadResultOf(await render(ended));
        };
        try {
          const page = await cache.read<PageEntry>(keyOf(url), load, { signal });
          return { page, isOwn };
        } catch (error) {
          if (isOwn && error instanceof NotShared)
            return {
              page: { value: error.page, tags: [], ageSeconds: 0, ttlSeconds: 0, isLeased: false },
              isOwn,
            };
          // The limits of another reader are not those of this one.
          if (isOwn || signal.aborted || error instanceof PageTimeout) throw error;
        }
      }
    },
  };
}
