import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, chromiumBinary, requirePath } from '../../../support/systemBinaries.ts';
import type { ClientProgram, TestedGraph } from '../clientProgram.ts';

interface Fetched {
  readonly status: number;
  readonly body: unknown;
  /** A header that the page can read. */
  readonly remaining: string | null;
}

const FILM = '{ film(by: { slug: "life" }) { title } }';
const FILM_RESULT = { data: { film: { title: 'A gun for gliders' } } };
const KEY_NAME = '{ viewer { apiKey { name } } }';
const KEY_RESULT = { data: { viewer: { apiKey: { name: 'clients' } } } };

export const program: ClientProgram = {
  client: 'browser page',
  asserts: 'GET and POST of another origin, with and without a key',
  async run(graph) {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Page</title>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const browser = await chromium.launch({
      executablePath: requirePath(chromiumBinary()),
      args: [...CHROMIUM_FLAGS],
    });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await assertRequests(page, graph);
    } finally {
      await browser.close();
      server.close();
    }
  },
};

async function assertRequests(page: Page, { url, apiKey }: TestedGraph): Promise<void> {
  const allowedOrigins: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(url))
      allowedOrigins.push(response.headers()['access-control-allow-origin']);
  });
  const get = (query: string, headers = {}) =>
    fetchIn(page, `${url}?${new URLSearchParams({ query })}`, { headers });
  const post = (query: string, headers = {}) =>
    fetchIn(page, url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
  const key = { authorization: `Bearer ${apiKey}` };
  for (const send of [get, post]) {
    const anonymous = await send(FILM);
    assert.deepEqual([anonymous.status, anonymous.body], [200, FILM_RESULT]);
    const withKey = await send(KEY_NAME, key);
    assert.deepEqual([withKey.status, withKey.body], [200, KEY_RESULT]);
    assert.ok(Number(withKey.remaining) > 0, 'the page can read the rate limit');
  }
  const rejected = await post(FILM, { 'x-api-key': 'tv_live_wrong' });
  assert.equal(rejected.status, 401);
  assert.deepEqual(new Set(allowedOrigins), new Set(['*']));
}

interface PageRequest {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request from the page. @throws Error if the browser rejects it or its response */
const fetchIn = (page: Page, url: string, init: PageRequest): Promise<Fetched> =>
  page.evaluate(
    async ([address, options]) => {
      const response = await fetch(address, options);
      return {
        status: response.status,
        body: await response.json(),
        remaining: response.headers.get('x-ratelimit-remaining'),
      };
    },
    [url, init] as const,
  );
