import type { CopyRequest } from './copies.ts';

/** Statuses of pages that are withdrawn, and so are their copies. */
const WITHDRAWN_STATUSES: ReadonlySet<number> = new Set([404, 410]);

/** The files that hydrate a page (`server/render/pageMarkup.ts`). */
interface PageFiles {
  readonly entry: string;
  readonly modules: readonly string[];
  readonly styles: readonly string[];
  readonly lateStyles: readonly string[];
}

/**
 * Stores a copy of a page for reading without a connection: the page, its scripts, and its images in the size of their
 * `src`. It replaces an earlier copy. It is requested without cookies and credentials, so that it is what everybody sees:
 * no drafts of a preview, nothing of a caller with a key. The service worker runs it, in a thread of its own.
 * @returns the size of the copy in bytes; null if the server does not send the page
 * @throws TypeError without a connection
 */
export const storeCopy = async ({ path, cacheName }: CopyRequest): Promise<number | null> => {
  const response = await fetch(path, {
    headers: { accept: 'text/html' },
    credentials: 'omit',
    // An earlier version in the cache of the browser would replace a newer copy.
    cache: 'no-cache',
  });
  if (WITHDRAWN_STATUSES.has(response.status)) await caches.delete(cacheName);
  // The service worker cannot respond with a redirected response.
  if (!response.ok || response.redirected) return null;
  const cache = await caches.open(cacheName);
  const paths = filesOf(await response.clone().text());
  const files = new Set(paths.map((file) => new URL(file, location.href).href));
  await Promise.all([...files].map((file) => storeFile(cache, file)));
  await cache.put(path, response);
  files.add(new URL(path, location.href).href);
  let bytes = 0;
  for (const request of await cache.keys()) {
    if (!files.has(request.url)) await cache.delete(request);
    else bytes += (await (await cache.match(request))?.blob())?.size ?? 0;
  }
  return bytes;
};

/** Returns the scripts, style sheets and images of a page of this server. Service workers have no parser of HTML. */
export const filesOf = (html: string): string[] => {
  const block = /<script [^>]*id="page-assets">(.*?)<\/script>/s.exec(html)?.[1];
  const { entry, modules, styles, lateStyles } = block
    ? (JSON.parse(block) as PageFiles)
    : { entry: '', modules: [], styles: [], lateStyles: [] };
  const main = /<main[ >].*<\/main>/s.exec(html)?.[0] ?? '';
  const images = [...main.matchAll(/<img [^>]*?\bsrc="([^"]*)"/g)].map(([, src = '']) =>
    src.replaceAll('&amp;', '&'),
  );
  return [entry, ...modules, ...styles, ...lateStyles, ...images].filter(
    (file) => file !== '' && !file.startsWith('data:'),
  );
};

/** Stores a file. A missing image must not prevent the copy. */
const storeFile = async (cache: Cache, url: string): Promise<void> => {
  try {
    const response = await fetch(url);
    if (response.ok) await cache.put(url, response);
  } catch {
    // The host of the image does not allow scripts to read it, or the connection is lost.
  }
};
