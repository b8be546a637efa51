import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createCachedContentClient } from '../../../gateway/providers/content/cachedClient.ts';
import { createContentClient } from '../../../gateway/providers/content/client.ts';
import { createTaggedCache } from '../../../gateway/services/cache/taggedCache.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

let stack: Stack;

/** The purge endpoint of a CDN. */
let cdn: Server;
const cdnPurges: { authorization: string | undefined; tags: string[] }[] = [];

beforeAll(async () => {
  cdn = createServer(async (request, response) => {
    const { tags } = (await json(request)) as { tags: string[] };
    cdnPurges.push({ authorization: request.headers.authorization, tags });
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(cdn, 'listening');
  const { port } = cdn.address() as AddressInfo;
  stack = await startStack({
    env: {
      CDN_PURGE_URL: `http://127.0.0.1:${port}/purge`,
      CDN_PURGE_TOKEN: 'cdn-token',
      CONSUME_CHANGES: 'off',
    },
  });
});
afterAll(async () => {
  await stack.close();
  cdn.close();
  cdn.closeAllConnections();
});
beforeEach(async () => {
  await stack.setFaults('content');
  await stack.setFaults('search');
  await stack.cache.invalidateAll();
  await stack.clearRequests();
});

/** Returns the number of requests to each provider. */
async function requestCounts() {
  const { content, media, search } = await stack.requests();
  return { content: content.length, media: media.length, search: search.length };
}
const operation = (name: string) =>
  readFileSync(`${ROOT}tests/support/fixtures/operations/${name}.graphql`, 'utf8');
const TITLE = 'query ($slug: String!) { film(by: { slug: $slug }) { title } }';
const SEARCH =
  'query ($query: String!) { search(query: $query) { nodes { __typename ... on Film { title } } } films(first: 2) { totalCount } }';
const read = (search: URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(`${stack.url}/graphql?${search}`, { headers });

describe('response cache', () => {
  test('serves a repeated operation, also with unused variables, without upstream requests', async () => {
    const first = await stack.query(SEARCH, { query: 'wave' });
    const before = await requestCounts();
    expect(before.content + before.search).toBeGreaterThan(0);
    expect(await stack.query(SEARCH, { query: 'wave', unused: 1 })).toEqual(first);
    expect(await requestCounts()).toEqual(before);
  });

  test('shares the upstream requests of fifty concurrent operations', async () => {
    const send = () => stack.query(operation('film'), { slug: 'clifford' });
    const responses = await Promise.all(Array.from({ length: 50 }, send));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]?.errors).toEqual([]);
    expect(await requestCounts()).toMatchObject({ content: 2, search: 1 });
  });

  test('shares upstream responses between different operations', async () => {
    await stack.query('{ films(first: 3) { nodes { title } } }');
    await stack.query('query Other { films(first: 3) { nodes { title } } }');
    expect((await requestCounts()).content).toBe(1);
    await stack.query('{ a: search(query: "wave") { totalCount } }');
    await stack.query('{ b: search(query: "wave") { totalCount } c: search(query: "chaos") { totalCount } }');
    expect((await requestCounts()).search).toBe(2);
  });

  test('separates operations by variables and operation name', async () => {
    const document = 'query A { films(first: 1) { totalCount } } query B { people(first: 1) { totalCount } }';
    const send = async (operationName: string) => {
      const response = await fetch(`${stack.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: document, operationName }),
      });
      return ((await response.json()) as { data: unknown }).data;
    };
    expect(await send('A')).toHaveProperty('films');
    expect(await send('B')).toHaveProperty('people');
    const a = await stack.query(TITLE, { slug: 'lorenz' });
    expect((await stack.query(TITLE, { slug: 'ripples' })).data).not.toEqual(a.data);
  });
});

describe('response cache: does not store', () => {
  test('responses with errors', async () => {
    await stack.setFaults('search', [{ kind: 'status', status: 500, times: 2 }]);
    const query = '{ films(first: 1) { totalCount } moments(query: "erratic") { totalCount } }';
    const failed = await stack.query(query);
    expect(failed.data.moments).toBeNull();
    const recovered = await stack.query(query);
    expect(recovered.errors).toEqual([]);
    expect(recovered.data.moments).not.toBeNull();
  });

  test('responses with signed URLs', async () => {
    const query = '{ films(first: 100) { nodes { slug video { playback { policy hlsUrl } } } } }';
    const { data } = await stack.query(query);
    const { slug } = data.films.nodes.find(
      (film: { video: { playback: { policy: string } | null } | null }) =>
        film.video?.playback?.policy === 'SIGNED',
    );
    const tokens = 'tokens { token: playback }';
    for (const selection of ['hlsUrl', 'hlsUrl', tokens, tokens]) {
      const query = `query ($slug: String!) { film(by: { slug: $slug }) { video { playback { ${selection} } } } }`;
      const search = new URLSearchParams({ query, variables: JSON.stringify({ slug }) });
      const response = await read(search);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('cache-status')).toBeNull();
      expect(response.headers.get('etag')).toBeNull();
      expect(await response.text()).toMatch(/token(=|":")eyJ/);
    }
  });

  test('responses with a queryID', async () => {
    const query = '{ search(query: "wave") { queryID } }';
    const ids = [await stack.query(query), await stack.query(query)].map(({ data }) => data.search.queryID);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('invalidation', () => {
  test('tags responses with all data they depend on, also from cached upstream responses', async () => {
    const query = `{ a: film(by: { slug: "lorenz" }) { title credits { person { name } } } b: film(by: { slug: "lorenz" }) { year } }`;
    const tagsOf = async (text: string) =>
      (await read(new URLSearchParams({ query: text }))).headers.get('cache-tag')?.split(',') ?? [];
    const first = await tagsOf(query);
    expect(first).toEqual(expect.arrayContaining(['content:type:film', 'content:type:person']));
    expect(first.some((tag) => tag.startsWith('content:s1:'))).toBe(true);
    // The upstream responses and their tags are cached.
    expect((await tagsOf(`query Again ${query}`)).sort()).toEqual(first.sort());
    expect((await requestCounts()).content).toBe(1);
    const { data } = await stack.query(
      '{ film(by: { slug: "lorenz" }) { title related { title } video { assetId } } }',
    );
    const { assetId } = data.film.video;
    expect(await tagsOf('{ film(by: { slug: "lorenz" }) { title related { title } video { id } } }')).toEqual(
      expect.arrayContaining([`media:${assetId}`, `search:${stack.indexes.names.documents}`]),
    );
  });

  test('serves the cached response until one of its tags is invalidated', async () => {
    const { _id } = await stack.editor.fetch('*[_type == "film" && slug.current == "lorenz"][0]');
    const title = async () => (await stack.query(TITLE, { slug: 'lorenz' })).data.film.title;
    const oldTitle = await title();
    await stack.editor.patch(_id).set({ title: 'Butterfly' }).commit();
    expect(await title()).toBe(oldTitle);
    await stack.cache.invalidate(['content:type:person']);
    expect(await title()).toBe(oldTitle);
    await stack.cache.invalidate(['content:type:film']);
    expect(await title()).toBe('Butterfly');
    await stack.editor.patch(_id).set({ title: oldTitle }).commit();
    await stack.cache.invalidate(['content:type:film']);
    expect(await title()).toBe(oldTitle);
  });
});

describe('GET', () => {
  const search = new URLSearchParams({ query: '{ films(first: 2) { nodes { title } } }' });

  test('sets Cache-Control, Cache-Status, Cache-Tag and Vary', async () => {
    const first = await read(search);
    expect(first.headers.get('cache-control')).toMatch(
      /^public, max-age=0, s-maxage=[1-6]\d, stale-while-revalidate=/,
    );
    expect(first.headers.get('cache-status')).toBe('trivium; fwd=miss');
    expect(first.headers.get('vary')?.toLowerCase().split(', ').toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'x-api-key',
      'x-locale',
      'x-perspective',
      'x-preview',
      'x-trivium-cost',
      'x-trivium-deprecations',
    ]);
    const second = await read(search);
    expect(second.headers.get('cache-status')).toMatch(/^trivium; hit; ttl=\d+$/);
    expect(second.headers.get('cache-tag')).toBe(first.headers.get('cache-tag'));
    expect(await second.text()).toBe(await first.text());
  });

  test('responds with 304 to a known ETag until the response changes', async () => {
    const etag = (await read(search)).headers.get('etag') as string;
    const same = await read(search, { 'if-none-match': `"other", ${etag}` });
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
    expect(same.headers.get('cache-control')).toMatch(/^public/);
    const { _id, title } = await stack.editor.fetch(
      '*[_type == "film"] | order(_createdAt desc, _id asc)[0]',
    );
    await stack.editor
      .patch(_id)
      .set({ title: `${title} again` })
      .commit();
    await stack.cache.invalidate(['content:type:film']);
    expect((await read(search, { 'if-none-match': etag })).status).toBe(200);
    await stack.editor.patch(_id).set({ title }).commit();
  });

  test('forwards purges of tags to the CDN', async () => {
    cdnPurges.length = 0;
    const tags = (await read(search)).headers.get('cache-tag')?.split(',') ?? [];
    expect(tags).toContain('content:type:film');
    // An invalidation of everything, such as the one before this test, is forwarded by tags that are in use.
    await within(500, async () => expect(cdnPurges.at(-1)?.tags).toEqual([tags[0]]));
    await stack.cache.invalidate(['content:type:film']);
    await within(2_000, async () =>
      expect(cdnPurges).toContainEqual({
        authorization: 'Bearer cdn-token',
        tags: ['content:type:film'],
      }),
    );
  });

  test('allows no cache to store rejected operations', async () => {
    for (const query of ['{ films(first: 1000) { totalCount } }', '{ nothing }', '{']) {
      const response = await read(new URLSearchParams({ query }));
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('etag')).toBeNull();
    }
  });
});

test('/metrics: counts cache hits and misses by layer, upstream requests and invalidations', async () => {
  await stack.query(TITLE, { slug: 'lorenz' });
  await stack.query(TITLE, { slug: 'lorenz' });
  await stack.cache.invalidate(['content:type:nothing']);
  const text = await (await fetch(`${stack.url}/metrics`)).text();
  for (const line of [
    /^trivium_cache_lookups_total\{layer="response",result="hit"\} [1-9]/m,
    /^trivium_cache_lookups_total\{layer="content",result="miss"\} [1-9]/m,
    /^trivium_upstream_request_duration_seconds_count\{provider="content",outcome="ok"\} [1-9]/m,
    /^trivium_cache_invalidations_total\{scope="tags"\} [1-9]/m,
    /^trivium_cache_bytes [1-9]/m,
  ])
    expect(text).toMatch(line);
});

test('content cache: does not store drafts, and keeps them apart from published content', async () => {
  const cache = createTaggedCache({ maxBytes: 1e6 });
  const client = createCachedContentClient(createContentClient(stack.config.content), cache, {
    ttlSeconds: 60,
    account: [],
    usesCdn: false,
  });
  const { signal } = new AbortController();
  const titleIn = async (perspective: string) => {
    const groq = '{"q0": *[_type == "film" && slug.current == $slug][0].title}';
    const { result } = await client.query({ groq, params: { slug: 'life' } }, signal, {
      perspective,
      documentTypes: ['film'],
    });
    return result.q0;
  };
  const film = await stack.editor.fetch('*[_type == "film" && slug.current == "life"][0]');
  const draft = { ...film, _id: `drafts.${film._id}`, title: 'Draft' };
  await stack.editor.createOrReplace(draft);
  await stack.clearRequests();
  expect([await titleIn('drafts'), await titleIn('published')]).toEqual(['Draft', film.title]);
  expect([await titleIn('drafts'), await titleIn('published')]).toEqual(['Draft', film.title]);
  expect((await stack.requests()).content).toHaveLength(3);
  expect(cache.size().entries).toBe(1);

  await stack.editor.createOrReplace({ ...draft, title: 'Second draft' });
  expect(await titleIn('drafts')).toBe('Second draft');
  expect((await stack.query(TITLE, { slug: 'life' })).data.film.title).toBe(film.title);
  await cache.close();
});
