import { savesData } from '../lib/mediaConditions.ts';
import { readDataBlock } from '../lib/readDataBlock.ts';
import { FRONT_PATH, PAGE_CACHE_PREFIX } from './copyNames.ts';
import { boundRecentPages, recentPagesStore } from './recentPages.ts';
import { registerServiceWorker } from './registerServiceWorker.ts';

/** Statuses of pages that are withdrawn, and so are their copies. */
const WITHDRAWN_STATUSES: ReadonlySet<number> = new Set([404, 410]);

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
 * Keeps copies of a page that the reader reads and of the front page, once the service worker can show them. The oldest
 * copies of other pages make room. Readers who save data get copies of saved pages only.
 * @param savedPaths the pages whose copies stay
 * @throws TypeError without a connection
 */
export const keepVisitedPage = async (path: string, savedPaths: readonly string[]): Promise<void> => {
  if (!savesData()) await keepRecentPage(path);
  await removeOtherCopies(savedPaths);
};

const keepRecentPage = async (path: string): Promise<void> => {
  if (!cacheStorage() || !navigator.serviceWorker) return;
  await navigator.serviceWorker.ready;
  if (path !== FRONT_PATH && !(await hasCopy(FRONT_PATH))) await keepPage(FRONT_PATH);
  const bytes = await keepPage(path);
  if (bytes !== null && path !== FRONT_PATH)
    recentPagesStore.update((pages) =>
      boundRecentPages([{ path, bytes }, ...pages.filter((page) => page.path !== path)]),
    );
};

/**
 * Keeps a copy of a page that the reader has saved.
 * @throws TypeError without a connection
 */
export const keepSavedPage = async (path: string): Promise<void> => {
  registerServiceWorker({ isWanted: true });
  await keepPage(path);
};

/** Removes a page from the pages that were read last, and its copy unless it is saved. */
export const forgetVisitedPage = async (path: string, savedPaths: readonly string[]): Promise<void> => {
  recentPagesStore.update((pages) =>
    pages.some((page) => page.path === path) ? pages.filter((page) => page.path !== path) : pages,
  );
  await removeOtherCopies(savedPaths);
};

/**
 * Makes the copies of saved pages that are missing, and removes the copies that nothing needs.
 * @throws TypeError without a connection
 */
export const syncSavedPages = async (savedPaths: readonly string[]): Promise<void> => {
  await removeOtherCopies(savedPaths);
  for (const path of savedPaths) if (cacheStorage() && !(await hasCopy(path))) await keepPage(path);
};

/** Returns which of the given pages have a copy in this browser. */
export const pathsWithCopy = async (paths: readonly string[]): Promise<Set<string>> => {
  const available = new Set<string>();
  for (const path of paths) if (await hasCopy(path)) available.add(path);
  return available;
};

const hasCopy = async (path: string): Promise<boolean> => Boolean(await cacheStorage()?.match(path));

/**
 * Keeps a copy of a page for reading without a connection: the page, its scripts, and its images in the size of their
 * `src`. It replaces an earlier copy. The service worker finds the copy by the address. It is requested without cookies
 * and credentials, so that it is what everybody sees: no drafts of a preview, nothing of a caller with a key.
 * @returns the size of the copy in bytes; null if the server does not send the page
 * @throws TypeError without a connection
 */
const keepPage = async (path: string): Promise<number | null> => {
  const storage = cacheStorage();
  if (!storage) return null;
  const response = await fetch(path, {
    headers: { accept: 'text/html' },
    credentials: 'omit',
    // An earlier version in the cache of the browser would replace a newer copy.
    cache: 'no-cache',
  });
  if (WITHDRAWN_STATUSES.has(response.status)) await storage.delete(cacheName(path));
  // The service worker cannot respond with a redirected response.
  if (!response.ok || response.redirected) return null;
  const page = new DOMParser().parseFromString(await response.clone().text(), 'text/html');
  const cache = await storage.open(cacheName(path));
  const files = new Set(filesOf(page).map((file) => new URL(file, location.href).href));
  await Promise.all([...files].map((file) => keepFile(cache, file)));
  await cache.put(path, response);
  files.add(new URL(path, location.href).href);
  let bytes = 0;
  for (const request of await cache.keys()) {
    if (!files.has(request.url)) await cache.delete(request);
    else bytes += (await (await cache.match(request))?.blob())?.size ?? 0;
  }
  return bytes;
};

/** Removes the copies of all pages but the front page, the pages that were read last, and the given ones. */
const removeOtherCopies = async (savedPaths: readonly string[]): Promise<void> => {
  const storage = cacheStorage();
  if (!storage) return;
  const recentPaths = recentPagesStore.get().map(({ path }) => path);
  const wanted = new Set([FRONT_PATH, ...savedPaths, ...recentPaths].map(cacheName));
  for (const name of await storage.keys())
    if (name.startsWith(PAGE_CACHE_PREFIX) && !wanted.has(name)) await storage.delete(name);
};

/** The name of the cache of a page. Each page has its own. */
const cacheName = (path: string): string => `${PAGE_CACHE_PREFIX}${path}`;

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
