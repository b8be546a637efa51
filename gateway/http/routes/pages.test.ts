import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { createFairScheduler } from '../../services/scheduling/fairScheduler.ts';
import { type Pages, servePages } from './pages.ts';

/** Time in which a page blocks the event loop. */
const RENDER_MS = 20;
const PIPELINED_REQUESTS = 200;
/** Requests of one address that may wait, and rate limit points (`pages.ts`, `pageLimits.ts`). */
const MAX_REQUESTS_PER_ADDRESS = 128;
const [PAGE_COST, SHARED_PAGE_COST, REJECTED_PAGE_COST] = [400, 100, 20];

let app: FastifyInstance;
let url: string;
let rendered: string[];
let points: number;
let shedCount: number;
beforeEach(async () => {
  [rendered, points, shedCount] = [[], 0, 0];
  app = Fastify();
  app.get('/health/live', async () => rendered.length);
  app.get('/graphql', async (_request, reply) => reply.code(429).send());
  servePages(app, {
    pages: createPages(),
    policy: (nonce) => `nonce ${nonce}`,
    scheduler: createFairScheduler(),
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
        return { granted: true, waitSeconds: 0, status, refund, settle: () => status };
      },
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(() => app.close());

/** Creates an app whose pages contain their nonce twice, in two parts. Pages at `/limited` send a query first. */
const createPages = (): Pages => ({
  keyOf: (request) => request.url,
  isEmbed: () => false,
  errorPages: { overloaded: (seconds) => `overloaded for ${seconds}`, rateLimited: 'rate limited' },
  async respond({ url }, { nonce, fetch }) {
    rendered.push(new URL(url).pathname);
    if (url.endsWith('/limited')) await fetch('/graphql');
    for (const end = performance.now() + RENDER_MS; performance.now() < end; );
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const write = (text: string) => writer.write(new TextEncoder().encode(text));
    void write(`<p nonce="${nonce}">`)
      .then(() => write(`<b nonce="${nonce}">`))
      .then(() => writer.close());
    return new Response(readable, { headers: { 'content-type': 'text/html' } });
  },
});

/** Requests a page. @returns its status, and the nonces of its markup and policy */
async function open(path: string) {
  const { status, headers, text } = await fetch(`${url}${path}`).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }));
  const nonces = [...text.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce);
  return { status, text, nonces, policy: headers.get('content-security-policy') };
}

describe('pages', () => {
  test('eight readers of one page share renders, and each gets a nonce of its own', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => open('/')));
    expect(readers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    for (const { nonces, policy } of readers)
      expect(nonces.map((nonce) => `nonce ${nonce}`)).toEqual([policy, policy]);
    expect(new Set(readers.map(({ policy }) => policy)).size).toBe(8);
    expect(rendered.length).toBeLessThan(8);
    const shared = 8 - rendered.length;
    expect(points).toBe(rendered.length * PAGE_COST + shared * SHARED_PAGE_COST);
    expect(shedCount).toBe(0);
  });

  test('a page over the rate limit of one reader is not shared with others', async () => {
    await Promise.all([open('/limited'), open('/limited')]);
    expect(rendered).toHaveLength(2);
    expect(points).toBe(2 * PAGE_COST);
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
    const rejected = PIPELINED_REQUESTS - MAX_REQUESTS_PER_ADDRESS;
    expect([countOf(200), countOf(503), shedCount]).toEqual([MAX_REQUESTS_PER_ADDRESS, rejected, rejected]);
    expect(text).toContain('overloaded for');
    expect(points).toBe(MAX_REQUESTS_PER_ADDRESS * PAGE_COST + rejected * REJECTED_PAGE_COST);
  });
});
