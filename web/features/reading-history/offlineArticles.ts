import { pathOf } from '../../lib/paths.ts';
import { readDataBlock } from '../../lib/readDataBlock.ts';
import { registerServiceWorker } from '../../offline/registerServiceWorker.ts';

/** The caches of copies: one for each article, named by its path. */
const CACHE_PREFIX = 'article ';

/** The files that hydrate a page (`server/render/pageMarkup.ts`). */
interface PageFiles {
  readonly entry: string;
  readonly modules: readonly string[];
  readonly styles: readonly string[];
  readonly lateStyles: readonly string[];
}

/** The cache of browsers on secure pages only. */
const cacheStorage = (): CacheStorage | undefined => (typeof caches === 'undefined' ? undefined : caches);

/**
 * Keeps a copy of an article for reading without a connection: the page, its scripts, and its images in the size of
 * their `src`. It replaces an earlier copy. The service worker finds the copy by the address.
 * @throws TypeError without a connection
 */
export const keepArticleOffline = async (slug: string): Promise<void> => {
  const storage = cacheStorage();
  if (!storage) return;
  registerServiceWorker({ isWanted: true });
  const path = pathOf('Article', slug);
  const response = await fetch(path, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.clone().text(), 'text/html');
  const cache = await storage.open(`${CACHE_PREFIX}${path}`);
  const files = new Set(filesOf(page).map((file) => new URL(file, location.href).href));
  await Promise.all([...files].map((file) => keepFile(cache, file)));
  await cache.put(path, response);
  files.add(new URL(path, location.href).href);
  for (const request of await cache.keys()) if (!files.has(request.url)) await cache.delete(request);
};

/** Removes the copy of an article. */
export const removeOfflineArticle = async (slug: string): Promise<void> => {
  await cacheStorage()?.delete(`${CACHE_PREFIX}${pathOf('Article', slug)}`);
};

/** Returns the slugs of the given articles that have a copy. */
export const offlineArticles = async (slugs: readonly string[]): Promise<Set<string>> => {
  const storage = cacheStorage();
  const available = new Set<string>();
  for (const slug of slugs) if (await storage?.match(pathOf('Article', slug))) available.add(slug);
  return available;
};

/** Removes the copies of other articles than the given ones, and makes the copies that are missing. */
export const syncOfflineArticles = async (slugs: readonly string[]): Promise<void> => {
  const storage = cacheStorage();
  if (!storage) return;
  const wanted = new Set(slugs.map((slug) => `${CACHE_PREFIX}${pathOf('Article', slug)}`));
  for (const name of await storage.keys())
    if (name.startsWith(CACHE_PREFIX) && !wanted.has(name)) await storage.delete(name);
  const available = await offlineArticles(slugs);
  for (const slug of slugs) if (!available.has(slug)) await keepArticleOffline(slug);
};

const filesOf = (page: Document): string[] => {
  const { entry, modules, styles, lateStyles } = readDataBlock<PageFiles>('page-assets', page) ?? {
    entry: '',
    modules: [],
    styles: [],
    lateStyles: [],
  };
  const images = [...page.querySelectorAll('main img')].map((image) => image.getAttribute('src') ?? '');
  return [entry, ...modules, ...styles, ...lateStyles, ...images].filter(
    (file) => file !== '' && !file.startsWith('data:'),
  );
};

/** Stores a file. A missing image must not prevent the copy. */
const keepFile = async (cache: Cache, url: string): Promise<void> => {
  try {
    const response = await fetch(url);
    if (response.ok) await cache.put(url, response);
  } catch {
    // The host of the image does not allow scripts to read it, or the connection is lost.
  }
};
