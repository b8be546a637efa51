import { savesData } from '../lib/mediaConditions.ts';
import { COPY_CACHE_PREFIX, type CopyAnswer, type CopyRequest, FRONT_PATH } from './copies.ts';
import { boundRecentPages, recentPagesStore } from './recentPages.ts';
import { registerServiceWorker } from './registerServiceWorker.ts';

/** The cache of browsers, on secure pages only. */
const cacheStorage = (): CacheStorage | undefined => (typeof caches === 'undefined' ? undefined : caches);

/**
 * Stores a copy of a page that the reader reads, once the service worker can show it. The oldest copies of other pages make
 * room. Readers who save data get copies of saved pages only.
 * @param savedPaths the pages whose copies stay
 * @throws TypeError without a connection
 */
export const copyVisitedPage = async (path: string, savedPaths: readonly string[]): Promise<void> => {
  if (!savesData()) await copyRecentPage(path);
  await removeOtherCopies(savedPaths);
};

/**
 * Stores a copy of the front page, if there is none and the reader does not save data.
 * @throws TypeError without a connection
 */
export const copyFrontPage = async (): Promise<void> => {
  if (!savesData() && !(await hasCopy(FRONT_PATH))) await requestCopy(FRONT_PATH);
};

const copyRecentPage = async (path: string): Promise<void> => {
  const bytes = await requestCopy(path);
  if (bytes !== null && path !== FRONT_PATH)
    recentPagesStore.update((pages) =>
      boundRecentPages([{ path, bytes }, ...pages.filter((page) => page.path !== path)]),
    );
};

/**
 * Stores a copy of a page that the reader has saved.
 * @throws TypeError without a connection
 */
export const copySavedPage = async (path: string): Promise<void> => {
  registerServiceWorker({ isWanted: true });
  await requestCopy(path);
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
  for (const path of savedPaths) if (!(await hasCopy(path))) await copySavedPage(path);
};

/** Returns which of the given pages have a copy in this browser. */
export const pathsWithCopy = async (paths: readonly string[]): Promise<Set<string>> => {
  const available = new Set<string>();
  for (const path of paths) if (await hasCopy(path)) available.add(path);
  return available;
};

const hasCopy = async (path: string): Promise<boolean> => Boolean(await cacheStorage()?.match(path));

/**
 * Asks the service worker, once there is one, to store a copy of a page (`storeCopy.ts`).
 * @returns the size of the copy in bytes; null if the server does not send the page, or the browser has no service workers
 * @throws TypeError without a connection
 */
const requestCopy = async (path: string): Promise<number | null> => {
  if (!navigator.serviceWorker) return null;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<CopyAnswer>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as CopyAnswer);
  });
  active?.postMessage({ path, cacheName: cacheName(path) } satisfies CopyRequest, [port2]);
  const { bytes, error } = await answer;
  if (error !== undefined) throw new TypeError(error);
  return bytes;
};

/** Removes the copies of all pages but the front page, the pages that were read last, and the given pages. */
const removeOtherCopies = async (savedPaths: readonly string[]): Promise<void> => {
  const storage = cacheStorage();
  if (!storage) return;
  const recentPaths = recentPagesStore.get().map(({ path }) => path);
  const wanted = new Set([FRONT_PATH, ...savedPaths, ...recentPaths].map(cacheName));
  for (const name of await storage.keys())
    if (name.startsWith(COPY_CACHE_PREFIX) && !wanted.has(name)) await storage.delete(name);
};

/** The name of the cache of a page. Each page has its own. */
const cacheName = (path: string): string => `${COPY_CACHE_PREFIX}${path}`;
