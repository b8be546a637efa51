import { once } from 'node:events';
import { get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Pages } from '../../../schema/pages.ts';
import { createTaggedCache, type TaggedCache } from '../../services/cache/taggedCache.ts';
import { createFairScheduler } from '../../services/scheduling/fairScheduler.ts';
import { createEncodedBodies } from '../cachedResponses/encodedBodies.ts';
import { servePages } from './pages.ts';

/** Time in which a page blocks the event loop. */
const RENDER_MS = 2;
const PIPELINED_REQUESTS = 560;
/** Pages of one address that may wait, and rate limit points (`pageRenderer.ts`). */
const MAX_PAGES_PER_ADDRESS = 512;
const [PAGE_COST, CACHED_PAGE_COST, REJECTED_PAGE_COST] = [400, 4, 20];
const CACHE_BYTES = 10_000_000;
/** So that no page is rejected because this machine is slow. */
const MAX_WAIT_MS = 120_000;

let app: FastifyInstance;
let url: string;
let cache: TaggedCache;
let rendered: string[];
let points: number;
let shedCount: number;
/** Resolves the late part of pages at `/late`. */
let lateData: PromiseWithResolvers<void>;
beforeEach(async () => {
  [rendered, points, shedCount] = [[], 0, 0];
  lateData = Promise.withResolvers();
  cache = createTaggedCache({ maxBytes: CACHE_BYTES });
  app = Fastify();
  app.get('/health/live', async () => rendered.length);
  app.get('/graphql', async (_request, reply) => reply.code(429).send());
  servePages(app, {
    scheduler: createFairScheduler(),
    pages: createPages(),
    buildId: 'build',
    cache,
    hasCdnPurge: false,
    bodies: createEncodedBodies(CACHE_BYTES),
    defaultMaxAgeSeconds: 60,
    maxWaitMs: MAX_WAIT_MS,
    policy: (hashes, frames) => `script-src ${hashes.join(' ')}${frames.includes('*') ? '; framed' : ''}`,
    previews: { ofCookie: async () => undefined },
    origin: () => 'http://magazine.test',
    onShed: () => {
      shedCount += 1;
    },
    rateLimiter: {
      async charge(_caller, cost) {
        points += cost;
        const status = { available: 0, maximum: 0, restoreRate: 0 };
        const refund = (unused: number) => {
          points -= unused;
          return status;
        };
        const settle = (used: number) => refund(cost - used);
        return { isGranted: true, waitSeconds: 0, status, refund, settle };
      },
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await app.close();
  await cache.close();
});

/** Creates an app whose pages contain their path and the number of the render. Pages at `/limited` send a query first. */
const createPages = (): Pages => ({
  scriptHashes: ["'sha256-x'"],
  isEmbed: (path) => path.startsWith('/embed/'),
  errorPages: {
    overloaded: (seconds) => `overloaded for ${seconds}`,
    rateLimited: 'rate limited',
    rejected: ({ heading }) => heading,
  },
  async respond({ url }, { send }) {
    const { pathname } = new URL(url);
    rendered.push(pathname);
    const text = `<p>${pathname} ${rendered.length}</p>`;
    if (pathname === '/limited') await send({ method: 'GET', url: '/graphql', headers: {} });
    for (const end = performance.now() + RENDER_MS; performance.now() < end; );
    const head = { status: pathname === '/broken' ? 500 : 200, headers: { 'content-type': 'text/html' } };
    if (pathname === '/late') await lateData.promise;
    return { ...head, text, isComplete: pathname !== '/incomplete' };
  },
});

/** Sends a request target that `fetch` would change. @returns the status of the response */
async function statusOf(target: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { port } = app.server.address() as AddressInfo;
  get({ host: '127.0.0.1', port, path: target }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0));
  }).on('error', reject);
  return promise;
}

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('pages', () => {
  test('ignore the scheme, the user and the host of a request target', async () => {
    for (const target of ['http://user@other.test/films', '//other.test/films'])
      expect(await statusOf(target)).toBe(200);
    expect(rendered).toEqual(['/films', '/other.test/films']);
  });

  test('512 readers of one page share one render, and the next reader gets the cached page', async () => {
    const readers = await Promise.all(Array.from({ length: 512 }, () => open('/')));
    readers.push(await open('/'));
    expect(new Set(readers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 <p>/ 1</p>']),
    );
    expect(rendered).toEqual(['/']);
    expect(points).toBe(PAGE_COST + 512 * CACHED_PAGE_COST);
    expect(shedCount).toBe(0);
  });

  test('a reader with credentials gets a page of its own, which is not cached', async () => {
    for (const name of ['authorization', 'x-api-key', 'x-perspective']) {
      await open('/');
      const shared = rendered.length;
      const own = await open('/', { [name]: 'x' });
      expect(own.text).toBe(`<p>/ ${shared + 1}</p>`);
      expect(own.headers.get('cache-control')).toBe('private, no-cache');
      expect((await open('/')).text).toBe('<p>/ 1</p>');
    }
  });

  test('a page that could not be rendered wholly is not cached', async () => {
    expect((await open('/incomplete')).headers.get('cache-control')).toBe('private, no-cache');
    expect((await open('/incomplete')).text).toBe('<p>/incomplete 2</p>');
  });

  test('a page is rendered again after an invalidation during its render', async () => {
    const first = open('/late');
    while (rendered.length < 1) await nextIteration();
    await cache.invalidateAll();
    const second = open('/late');
    while (rendered.length < 2) await nextIteration();
    lateData.resolve();
    expect((await second).text).toBe('<p>/late 2</p>');
    expect((await first).text).toBe('<p>/late 1</p>');
    expect((await open('/late')).text).toBe('<p>/late 2</p>');
  });

  test('a page with an error is not cached', async () => {
    await open('/broken');
    expect((await open('/broken')).text).toBe('<p>/broken 2</p>');
  });

  test('a page over the rate limit of one reader is not shared with others', async () => {
    await Promise.all([open('/limited'), open('/limited')]);
    expect(rendered).toHaveLength(2);
    expect(points).toBe(2 * PAGE_COST);
  });

  test('the path without dot segments decides whether other sites may frame a page', async () => {
    const policyOf = async (path: string) => (await open(path)).headers.get('content-security-policy');
    for (const _ of ['rendered', 'cached']) {
      expect(await policyOf('/embed/film')).toBe("script-src 'sha256-x'; framed");
      const [response] = await once(get({ port: new URL(url).port, path: '/embed/../film' }), 'response');
      expect(response.resume().headers['content-security-policy']).toBe("script-src 'sha256-x'");
    }
  });

  test('pipelined requests do not delay a health check, and those over the limit get 503', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    await once(socket, 'connect');
    const last = 'GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    socket.write(
      Array.from({ length: PIPELINED_REQUESTS - 1 }, (_, n) => `GET /${n} HTTP/1.1\r\nhost: x\r\n\r\n`).join(
        '',
      ) + last,
    );
    while (rendered.length === 0) await nextIteration();
    const renderedBefore = rendered.length;
    const renderedAtProbe = Number(await (await fetch(`${url}/health/live`)).text());
    // A client, which shares this event loop, needs some iterations to connect and to send.
    expect(renderedAtProbe - renderedBefore).toBeLessThan(10);
    await once(socket, 'close');
    const countOf = (status: number) => text.split(`HTTP/1.1 ${status}`).length - 1;
    const rejected = PIPELINED_REQUESTS - MAX_PAGES_PER_ADDRESS;
    expect([countOf(200), countOf(503), shedCount]).toEqual([MAX_PAGES_PER_ADDRESS, rejected, rejected]);
    expect(text).toContain('overloaded for');
    expect(points).toBe(MAX_PAGES_PER_ADDRESS * PAGE_COST + rejected * REJECTED_PAGE_COST);
  });
});
