import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type House, openHouse, ROOT } from '../../support/stack.ts';
import { writerOf } from '../../support/writer.ts';

let house: House;

/** A CDN's address for purges. */
let edge: Server;
const purgedAtEdge: { authorization: string | undefined; tags: string[] }[] = [];

beforeAll(async () => {
  edge = createServer(async (request, response) => {
    const { tags } = (await json(request)) as { tags: string[] };
    purgedAtEdge.push({ authorization: request.headers.authorization, tags });
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(edge, 'listening');
  const { port } = edge.address() as AddressInfo;
  house = await openHouse({
    env: { PURGE_URL: `http://127.0.0.1:${port}/purge`, PURGE_TOKEN: 'edge-token', CONSUME_CHANGES: 'off' },
  });
});
afterAll(async () => {
  await house.close();
  edge.close();
  edge.closeAllConnections();
});
beforeEach(async () => {
  await house.faults('content');
  await house.faults('search');
  await house.cache.purgeAll();
  await house.forget();
});

/** How many calls each provider has had. */
async function calls() {
  const { content, media, search } = await house.requests();
  return { content: content.length, media: media.length, search: search.length };
}
const operation = (name: string) => readFileSync(`${ROOT}tests/support/operations/${name}.graphql`, 'utf8');
const TITLE = 'query ($slug: String!) { film(slug: $slug) { title } }';
const FOUND =
  'query ($query: String!) { search(query: $query) { nodes { __typename ... on Film { title } } } films(first: 2) { totalCount } }';
const read = (search: URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(`${house.url}/graphql?${search}`, { headers: { 'apollo-require-preflight': '1', ...headers } });

describe('a question asked again', () => {
  test('costs no upstream request, and neither does one that differs in spelling alone', async () => {
    const first = await house.ask(FOUND, { query: 'wave' });
    const before = await calls();
    expect(before.content + before.search).toBeGreaterThan(0);
    expect(await house.ask(FOUND, { query: 'wave', unused: 1 })).toEqual(first);
    expect(await calls()).toEqual(before);
  });

  test('by fifty at once is one request to each provider', async () => {
    const ask = () => house.ask(operation('film'), { slug: 'clifford' });
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.errors).toEqual([]);
    expect(await calls()).toMatchObject({ content: 2, search: 1 });
  });

  test('within another operation takes what the first has brought', async () => {
    await house.ask('{ films(first: 3) { nodes { title } } }');
    await house.ask('query Other { films(first: 3) { nodes { title } } }');
    expect((await calls()).content).toBe(1);
    await house.ask('{ a: search(query: "wave") { totalCount } }');
    await house.ask('{ b: search(query: "wave") { totalCount } c: search(query: "chaos") { totalCount } }');
    expect((await calls()).search).toBe(2);
  });

  test('with other variables, or another operation of the document, is another question', async () => {
    const two = 'query A { films(first: 1) { totalCount } } query B { people(first: 1) { totalCount } }';
    const ask = async (operationName: string) => {
      const answer = await fetch(`${house.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: two, operationName }),
      });
      return ((await answer.json()) as { data: unknown }).data;
    };
    expect(await ask('A')).toHaveProperty('films');
    expect(await ask('B')).toHaveProperty('people');
    const a = await house.ask(TITLE, { slug: 'lorenz' });
    expect((await house.ask(TITLE, { slug: 'ripples' })).data).not.toEqual(a.data);
  });
});

describe('an answer is never shared when', () => {
  test('it has errors', async () => {
    await house.faults('search', [{ kind: 'status', status: 500, times: 2 }]);
    const query = '{ films(first: 1) { totalCount } moments(query: "erratic") { totalCount } }';
    const failed = await house.ask(query);
    expect(failed.data.moments).toBeNull();
    const mended = await house.ask(query);
    expect(mended.errors).toEqual([]);
    expect(mended.data.moments).not.toBeNull();
  });

  test('it holds signed addresses', async () => {
    const query = '{ films(first: 100) { nodes { slug video { playback { policy hlsUrl } } } } }';
    const { data } = await house.ask(query);
    const { slug } = data.films.nodes.find(
      (film: { video: { playback: { policy: string } | null } | null }) =>
        film.video?.playback?.policy === 'SIGNED',
    );
    const ask = 'query ($slug: String!) { film(slug: $slug) { video { playback { hlsUrl } } } }';
    const search = new URLSearchParams({ query: ask, variables: JSON.stringify({ slug }) });
    for (const _ of [1, 2]) {
      const answer = await read(search);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('cache-status')).toBeNull();
      expect(answer.headers.get('etag')).toBeNull();
      expect(await answer.text()).toContain('token=');
    }
  });

  test('a field of it has an answer of its own every time', async () => {
    const query = '{ search(query: "wave") { queryID } }';
    const ids = [await house.ask(query), await house.ask(query)].map(({ data }) => data.search.queryID);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('what has changed', () => {
  test('is told as soon as a tag of it is purged, through loaders that several fields share and kept answers', async () => {
    const query = `{ a: film(slug: "lorenz") { title credits { person { name } } } b: film(slug: "lorenz") { year } }`;
    const tagsOf = async (text: string) =>
      (await read(new URLSearchParams({ query: text }))).headers.get('cache-tag')?.split(',') ?? [];
    const first = await tagsOf(query);
    expect(first).toEqual(expect.arrayContaining(['content:type:film', 'content:type:person']));
    expect(first.some((tag) => tag.startsWith('content:s1:'))).toBe(true);
    // The same parts under another name: its tags come out of the cache.
    expect((await tagsOf(`query Again ${query}`)).sort()).toEqual(first.sort());
    expect((await calls()).content).toBe(1);
    const { data } = await house.ask('{ film(slug: "lorenz") { title related { title } video { id } } }');
    const id = data.film.video.id;
    expect(await tagsOf('{ film(slug: "lorenz") { title related { title } video { id } } }')).toEqual(
      expect.arrayContaining([`media:${id}`, `search:${house.config.search.indexPrefix}_documents`]),
    );
  });

  test('is not told before, and by the next answer after a purge', async () => {
    const { _id } = await writerOf(house).fetch('*[_type == "film" && slug.current == "lorenz"][0]');
    const title = async () => (await house.ask(TITLE, { slug: 'lorenz' })).data.film.title;
    const old = await title();
    await writerOf(house).patch(_id).set({ title: 'Butterfly' }).commit();
    expect(await title()).toBe(old);
    await house.cache.purge(['content:type:person']);
    expect(await title()).toBe(old);
    await house.cache.purge(['content:type:film']);
    expect(await title()).toBe('Butterfly');
    await writerOf(house).patch(_id).set({ title: old }).commit();
    await house.cache.purge(['content:type:film']);
    expect(await title()).toBe(old);
  });
});

describe('to a GET', () => {
  const search = new URLSearchParams({ query: '{ films(first: 2) { nodes { title } } }' });

  test('an answer says how long it may be kept and by whom, and where it came from', async () => {
    const first = await read(search);
    expect(first.headers.get('cache-control')).toMatch(
      /^public, max-age=0, s-maxage=(59|60), stale-while-revalidate=/,
    );
    expect(first.headers.get('cache-status')).toBe('trivium; fwd=miss');
    expect(first.headers.get('vary')).toMatch(/Accept, Authorization, X-Api-Key, X-Perspective/);
    const second = await read(search);
    expect(second.headers.get('cache-status')).toMatch(/^trivium; hit; ttl=5\d$/);
    expect(second.headers.get('cache-tag')).toBe(first.headers.get('cache-tag'));
    expect(await second.text()).toBe(await first.text());
  });

  test('who has the answer is told 304 until it changes', async () => {
    const etag = (await read(search)).headers.get('etag') as string;
    const same = await read(search, { 'if-none-match': `"other", ${etag}` });
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
    expect(same.headers.get('cache-control')).toMatch(/^public/);
    const { _id, title } = await writerOf(house).fetch(
      '*[_type == "film"] | order(_createdAt desc, _id asc)[0]',
    );
    await writerOf(house)
      .patch(_id)
      .set({ title: `${title} again` })
      .commit();
    await house.cache.purge(['content:type:film']);
    expect((await read(search, { 'if-none-match': etag })).status).toBe(200);
    await writerOf(house).patch(_id).set({ title }).commit();
  });

  test('a CDN that has kept it is told what a purge concerns', async () => {
    purgedAtEdge.length = 0;
    const tags = (await read(search)).headers.get('cache-tag')?.split(',') ?? [];
    expect(tags).toContain('content:type:film');
    // What goes with a purge of everything, such as the one before this test, is not named.
    await eventually(async () => expect(purgedAtEdge.at(-1)?.tags).toEqual([tags[0]]));
    await house.cache.purge(['content:type:film']);
    await eventually(async () =>
      expect(purgedAtEdge).toContainEqual({
        authorization: 'Bearer edge-token',
        tags: ['content:type:film'],
      }),
    );
  });

  test('what cannot be answered may not be kept', async () => {
    for (const query of ['{ films(first: 1000) { totalCount } }', '{ nothing }', '{']) {
      const answer = await read(new URLSearchParams({ query }));
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('etag')).toBeNull();
    }
  });
});

test('/metrics tells hits and misses by layer, calls by provider, and purges', async () => {
  await house.ask(TITLE, { slug: 'lorenz' });
  await house.ask(TITLE, { slug: 'lorenz' });
  await house.cache.purge(['content:type:nothing']);
  const text = await (await fetch(`${house.url}/metrics`)).text();
  for (const line of [
    /^trivium_cache_lookups_total\{layer="response",result="hit"\} [1-9]/m,
    /^trivium_cache_lookups_total\{layer="content",result="miss"\} [1-9]/m,
    /^trivium_upstream_request_duration_seconds_count\{provider="content",outcome="ok"\} [1-9]/m,
    /^trivium_cache_invalidations_total\{scope="tags"\} [1-9]/m,
    /^trivium_cache_bytes [1-9]/m,
  ])
    expect(text).toMatch(line);
});
