import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  graphqlGet as get,
  graphqlPost as post,
  type RawRequest,
  rawRequest,
} from '../../support/rawRequest.ts';
import type { Stack } from '../../support/stack.ts';
import { createSubscriber, subscribe } from '../../support/subscriber.ts';
import { startLanguagesStack } from './testing/languagesStack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startLanguagesStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.cache.invalidateAll();
  await stack.clearRequests();
});

const NAMES = '{ places(orderBy: { field: CREATED_AT }) { nodes { name } } }';
const ENGLISH = ['Lighthouse', 'Water mill', 'Reef'];
const GERMAN = ['Leuchtturm', 'Wassermühle', 'Reef'];

async function send(request: RawRequest) {
  const { status, headers, body } = await rawRequest(stack.url, request);
  const { data, errors } = JSON.parse(body.toString());
  return { status, headers, errors, names: data?.places?.nodes.map(({ name }: { name: string }) => name) };
}
const contentRequests = async () => (await stack.requests()).content.length;

describe('the language of a request', () => {
  test('is that of X-Locale, else the default', async () => {
    const namesIn = async (locale: string) =>
      (await send(post({ query: NAMES }, { 'x-locale': locale }))).names;
    expect((await send(post({ query: NAMES }))).names).toEqual(ENGLISH);
    expect(await namesIn('de')).toEqual(GERMAN);
    expect(await namesIn('de-ch')).toEqual(GERMAN);
    expect(await namesIn('de-AT')).toEqual(GERMAN);
    expect(await namesIn('en-GB')).toEqual(ENGLISH);
  });

  test('is not that of Accept-Language', async () => {
    const { names, headers } = await send(get({ query: NAMES }, { 'accept-language': 'de' }));
    expect(names).toEqual(ENGLISH);
    expect(headers['cache-control']).toMatch(/^public/);
  });

  test('is an error if the content does not have it', async () => {
    const { status, errors } = await send(post({ query: NAMES }, { 'x-locale': 'it' }));
    expect(status).toBe(400);
    expect(errors).toMatchObject([
      {
        message: 'X-Locale: expected one of the languages en, de, de-CH, got "it"',
        extensions: { code: 'BAD_REQUEST', allowed: ['en', 'de', 'de-CH'] },
      },
    ]);
  });
});

describe('a language longer than a tag can be', () => {
  const TAGS = [`de${'-x'.repeat(7_000)}`, '-'.repeat(15_000), `de-x-${'a'.repeat(31)}`];
  const messageFor = (tag: string) =>
    `expected one of the languages en, de, de-CH in at most 35 characters, got ${tag.length} characters`;

  test.each(TAGS)('is rejected in X-Locale', async (tag) => {
    const headers = { 'x-locale': tag };
    const rejected = {
      status: 400,
      errors: [{ message: `X-Locale: ${messageFor(tag)}`, extensions: { code: 'BAD_REQUEST' } }],
    };
    expect(await send(post({ query: NAMES }, headers))).toMatchObject(rejected);
    expect(await send(get({ query: NAMES }, headers))).toMatchObject(rejected);
    const events = { accept: 'text/event-stream', ...headers };
    expect(await send(post({ query: NAMES }, events))).toMatchObject(rejected);
    const tools = { ...post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers), path: '/mcp' };
    expect((await rawRequest(stack.url, tools)).status).toBe(400);
    expect((await rawRequest(stack.url, { path: '/schema.graphql', headers })).status).toBe(400);
    expect(await contentRequests()).toBe(0);
  });

  test.each(TAGS)('is rejected in connectionParams', async (tag) => {
    const client = createSubscriber(stack.url, { connectionParams: { 'X-Locale': tag } });
    const { ended } = subscribe(client, 'subscription { contentChanged { documentId } }');
    expect(await ended).toMatchObject({ code: 4400, reason: `X-Locale: ${messageFor(tag)}` });
    await client.dispose();
  });
});

describe('cached responses in several languages', () => {
  test.each<[string, (locale?: string) => RawRequest]>([
    ['by X-Locale', (locale) => post({ query: NAMES }, locale ? { 'x-locale': locale } : {})],
    ['by X-Locale with GET', (locale) => get({ query: NAMES }, locale ? { 'x-locale': locale } : {})],
  ])('never mix %s', async (_title, request) => {
    const expected = { en: ENGLISH, de: GERMAN };
    for (const locale of ['de', undefined, 'de', undefined] as const)
      expect((await send(request(locale))).names).toEqual(expected[locale ?? 'en']);
    // One request for each language; the other responses are cached.
    expect(await contentRequests()).toBe(2);
    expect((await send(request('de'))).headers['cache-status']).toMatch(/^trivium; hit/);
    expect(await contentRequests()).toBe(2);
  });

  test('are one for the same language, however it is named', async () => {
    const request = (locale: string) => post({ query: NAMES }, { 'x-locale': locale });
    for (const locale of ['de', 'DE', 'de-AT']) await send(request(locale));
    await send(request('en'));
    await send(post({ query: NAMES }));
    expect(await contentRequests()).toBe(2);
  });

  test('are invalidated together when a document changes', async () => {
    const request = (locale: string) => post({ query: NAMES }, { 'x-locale': locale });
    await send(request('en'));
    await send(request('de'));
    await stack.cache.invalidate(['content:type:place']);
    await send(request('en'));
    await send(request('de'));
    expect(await contentRequests()).toBe(4);
  });

  test('are stored by a CDN in the default language only', async () => {
    const german = await send(get({ query: NAMES }, { 'x-locale': 'de' }));
    expect(german.headers['cache-control']).toBe('private, max-age=0');
    expect(german.headers['cache-tag']).toBeUndefined();
    const cached = await send(get({ query: NAMES }, { 'x-locale': 'de' }));
    expect(cached.headers['cache-control']).toBe('private, max-age=0');
    expect(cached.names).toEqual(GERMAN);
    const english = await send(get({ query: NAMES }, { 'x-locale': 'en' }));
    expect(english.headers['cache-control']).toMatch(/^public/);
    for (const { headers } of [german, cached, english])
      expect(String(headers.vary).toLowerCase().split(/, */)).toContain('x-locale');
    expect(german.headers.etag).not.toBe(english.headers.etag);
  });
});

test('Query.locales: has the languages that X-Locale accepts, the default first', async () => {
  const { data } = await stack.query('{ locales }');
  expect(data.locales).toEqual(['en', 'de', 'de-CH']);
  for (const locale of data.locales) expect((await stack.query(NAMES, {}, locale)).errors).toEqual([]);
});
