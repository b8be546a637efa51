/**
 * The service worker: stores the files of the offline shell, and answers without a connection with the copies of pages
 * (`storeCopy.ts`), the library or the offline page. It stores no responses of navigations, which may be previews, and
 * ignores requests to the graph.
 */
import type { CopyAnswer, CopyRequest } from './copies.ts';
import { storeCopy } from './storeCopy.ts';
import { LIBRARY_PATH, OFFLINE_PATH } from './workerPaths.ts';

/** The files of the offline shell as URL paths, and a hash of them; `build/offlineShell.ts` inserts it. */
declare const __OFFLINE_SHELL__: { readonly version: string; readonly files: readonly string[] };

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface CopyRequestEvent extends ExtendableEvent {
  readonly data: CopyRequest;
  readonly ports: readonly [MessagePort];
}

/** The part of `ServiceWorkerGlobalScope` that is used here. Its library of types cannot be loaded beside the DOM's. */
interface ServiceWorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: CopyRequestEvent) => void): void;
}

const worker = self as unknown as ServiceWorkerScope;
const { version, files } = __OFFLINE_SHELL__;
/** The icon that pages link to. */
const ICON_PATH = '/favicon.svg';
const SHELL_PREFIX = 'shell ';
const SHELL_CACHE = `${SHELL_PREFIX}${version}`;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => event.waitUntil(answer(event)));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' && request.destination === 'document')
    event.respondWith(respondWithPage(event));
  else if (isAsset(request.url)) event.respondWith(respondWithAsset(request));
  else if (request.destination === 'image') event.respondWith(respondWithImage(request));
});

/** Stores the shell of this version. It replaces an earlier version at once, without a reload. */
async function install(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const pages = [LIBRARY_PATH, OFFLINE_PATH].map((path) => new Request(path, { cache: 'reload' }));
  await cache.addAll([...files, ICON_PATH, ...pages]);
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
  for (const name of await caches.keys())
    if (name.startsWith(SHELL_PREFIX) && name !== SHELL_CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** Stores the copy that a page of this site requests, and answers when it is stored. */
async function answer({ data, ports: [port] }: CopyRequestEvent): Promise<void> {
  const answering = storeCopy(data).then((bytes): CopyAnswer => ({ bytes }));
  port.postMessage(
    await answering.catch((error: Error): CopyAnswer => ({ bytes: null, error: error.message })),
  );
}

/** Responds with the page of the server, or without a connection with a copy. */
async function respondWithPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const copyOfPage = () => findCopy(new URL(request.url).pathname);
  try {
    const response = (await preloadResponse) ?? (await fetch(request));
    // A proxy responds with an error while the server is down.
    return response.status >= 500 ? ((await copyOfPage()) ?? response) : response;
  } catch {
    return (await copyOfPage()) ?? (await findCopy(OFFLINE_PATH)) ?? Response.error();
  }
}

/** Responds with the copy of a file, because files under `/assets/` never change. */
const respondWithAsset = async (request: Request): Promise<Response> =>
  (await findCopy(request.url)) ?? fetch(request);

/** Responds with an image, or without a connection with its copy, which may have another size. */
async function respondWithImage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await findCopy(request.url)) ?? Response.error();
  }
}

const findCopy = (url: string): Promise<Response | undefined> =>
  caches.match(url, { ignoreSearch: true, ignoreVary: true });

const isAsset = (url: string): boolean => url.startsWith(`${worker.location.origin}/assets/`);
