import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Browser, chromium as driver, type Page } from 'playwright-core';
import { type Stack, startStack } from '../support/stack.ts';
import { CHROMIUM_FLAGS, chromiumBinary } from '../support/systemBinaries.ts';
import { testWith } from '../support/testWith.ts';

const browserBinary = chromiumBinary();
/** Chromium resolves it to this machine, as a DNS server under foreign control could. */
const FOREIGN_HOST = 'foreign.example';

let stack: Stack;
let site: Server;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  if (!browserBinary.path) return;
  stack = await startStack();
  site = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Foreign page</title>'),
  );
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  const resolverRules = `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`;
  browser = await driver.launch({
    executablePath: browserBinary.path,
    args: [...CHROMIUM_FLAGS, resolverRules],
  });
  page = await browser.newPage();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  site?.close();
  await stack?.close();
});

interface PageRequest {
  readonly url: string;
  readonly init: Omit<RequestInit, 'body'> & { readonly body?: string };
}

/** Requests by which a page could read drafts, write to each account, or control an emulator. */
function attempts({ emulators, env }: Stack): Readonly<Record<string, PageRequest>> {
  const { content, media, search } = emulators;
  const authorization = `Bearer ${env.SANITY_WRITE_TOKEN}`;
  const data = `${content.url}/v2025-02-19/data`;
  const mutation = JSON.stringify({ mutations: [{ delete: { id: 'film-lorenz' } }] });
  const algoliaKey = `x-algolia-application-id=${env.ALGOLIA_APP_ID}&x-algolia-api-key=${env.ALGOLIA_WRITE_KEY}`;
  const post = (url: string, init: PageRequest['init']): PageRequest => ({
    url,
    init: { method: 'POST', ...init },
  });
  return {
    drafts: {
      url: `${data}/query/${env.SANITY_DATASET}?query=*&perspective=drafts`,
      init: { headers: { authorization }, credentials: 'include' },
    },
    mutation: post(`${data}/mutate/${env.SANITY_DATASET}`, { headers: { authorization }, body: mutation }),
    asset: post(`${media.url}/video/v1/assets`, {
      headers: { authorization: `Basic ${btoa(`${env.MUX_TOKEN_ID}:${env.MUX_TOKEN_SECRET}`)}` },
      body: JSON.stringify({ inputs: [] }),
    }),
    // A simple request: the browser sends it without a preflight.
    record: post(`${search.url}/1/indexes/trivium_documents/clear?${algoliaKey}`, { mode: 'no-cors' }),
    reset: post(`${content.url}/__emulator/reset`, { mode: 'no-cors' }),
    faults: {
      url: `${content.url}/__emulator/faults`,
      init: {
        method: 'PUT',
        headers: { 'x-emulator-control': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ faults: [{ kind: 'status', status: 500 }] }),
      },
    },
  };
}

/** Sends a request from the page. @returns its status; 0 if the page cannot read the response */
const sendFromPage = (request: PageRequest): Promise<number> =>
  page.evaluate(
    ({ url, init }) =>
      fetch(url, init).then(
        ({ status }) => status,
        () => 0,
      ),
    request,
  );

testWith(browserBinary, 'emulators: ignore the pages of other sites', async () => {
  const { port } = site.address() as AddressInfo;
  await stack.clearRequests();
  await page.goto(`http://${FOREIGN_HOST}:${port}/`);
  for (const request of Object.values(attempts(stack))) expect(await sendFromPage(request)).toBe(0);
  for (const { url } of Object.values(stack.emulators)) {
    const rebound = await page.goto(url.replace('127.0.0.1', FOREIGN_HOST));
    expect(rebound?.status()).toBe(421);
  }
  expect(await stack.requests()).toEqual({ content: [], media: [], search: [] });
  expect(await stack.control('content', 'GET', 'faults')).toEqual({ faults: [] });
});

testWith(
  browserBinary,
  'emulators: serve the pages of this machine, but not their control requests',
  async () => {
    const { port } = site.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    const { drafts, faults } = attempts(stack);
    expect(await sendFromPage(drafts as PageRequest)).toBe(200);
    expect(await sendFromPage(faults as PageRequest)).toBe(0);
  },
);
