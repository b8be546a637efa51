import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConfigError } from '../gateway/configuration/configReader.ts';
import { readConfig } from '../gateway/configuration/readConfig.ts';
import { idOf } from '../gateway/documents/manifest.ts';
import { createShelf } from '../gateway/documents/shelf.ts';
import { openDurable } from '../gateway/durable.ts';
import { createKeyRing } from '../gateway/keys/keyRing.ts';
import { createGateway, type Gateway } from '../gateway/main.ts';
import { startRedis } from './caching/redisServer.ts';
import { type House, openHouse } from './house.ts';
import { subscribe, subscriber } from './subscriber.ts';
import { redis, testWith } from './tools.ts';

const FILMS = 'query Films { films(first: 1) { totalCount } }';
const NEWS = 'subscription News { contentChanged(types: [FILM]) { id } }';
const OTHER = '{ people(first: 1) { totalCount } }';

const manifest = (...texts: string[]) =>
  JSON.stringify({
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: texts.map((body) => ({ id: idOf(body), name: 'Films', type: 'query', body })),
  });

let folder: string;
/** Its gateway answers registered documents alone; the other one answers any. */
let house: House;
let open: Gateway;
let key: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  writeFileSync(join(folder, 'ours.json'), manifest(FILMS, NEWS));
  house = await openHouse({
    indexed: false,
    env: { FOLLOW_NEWS: 'off', DOCUMENTS: 'trusted', DOCUMENTS_DIR: folder },
  });
  open = await createGateway(readConfig({ ...house.env, DOCUMENTS: 'any', DOCUMENTS_DIR: '' }));
  const durable = openDurable(house.config, () => undefined);
  ({ secret: key } = await createKeyRing(durable.keys, Date.now).create({
    name: 'reader',
    scopes: ['read:published'],
  }));
  await durable.close();
});
afterAll(async () => {
  await open?.close();
  await house?.close();
  rmSync(folder, { recursive: true });
});

const persisted = (sha256Hash: unknown, version = 1) => ({ persistedQuery: { version, sha256Hash } });

async function send(url: string, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { data, errors } = JSON.parse(await answer.text());
  return { status: answer.status, data, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}

const get = (url: string, parameters: Record<string, unknown>) =>
  fetch(
    `${url}/graphql?${new URLSearchParams(
      Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )}`,
    { headers: { 'apollo-require-preflight': '1' } },
  );

describe('where registered documents alone are answered', () => {
  test('one is, by its id, by GET and by its text', async () => {
    const answer = { status: 200, data: { films: { totalCount: expect.any(Number) } } };
    expect(await send(house.url, { extensions: persisted(idOf(FILMS)) })).toMatchObject(answer);
    expect(await send(house.url, { query: FILMS })).toMatchObject(answer);
    const read = await get(house.url, { extensions: persisted(idOf(FILMS)) });
    expect(read.status).toBe(200);
    // A CDN in front keeps the address for everybody.
    expect(read.headers.get('cache-control')).toMatch(/^public/);
  });

  test.each([
    ['another document', { query: OTHER }],
    ['a registered one with a space more', { query: `${FILMS} ` }],
    ['another under the id of a registered one', { query: OTHER, extensions: persisted(idOf(FILMS)) }],
    ['an id that nobody knows', { extensions: persisted('a'.repeat(64)) }],
    ['an introspection', { query: '{ __schema { queryType { name } } }' }],
    ['what is no document', { query: '{ films(' }],
    ['an id that is none', { extensions: persisted({ length: 1 }) }],
  ])('%s is refused whoever has no key, with the way out', async (_what, body) => {
    const { status, code, data, message } = await send(house.url, body);
    expect({ status, code, data }).toEqual({ status: 403, code: 'DOCUMENT_NOT_TRUSTED', data: undefined });
    expect(message).toContain('ask with a key');
  });

  test('the schema is shown to whoever may ask for it, and not to be taken for anything else', async () => {
    const read = (url: string, headers: Record<string, string> = {}) =>
      fetch(`${url}/schema.graphql`, { headers });
    const refused = await read(house.url);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      errors: [{ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } }],
    });
    const wrong = await read(house.url, { authorization: 'Bearer tv_live_x' });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, expect.any(String)]);
    for (const [answer, kept] of [
      [await read(house.url, { 'x-api-key': key }), 'private, no-store'],
      [await read(open.url), 'public, max-age=60'],
    ] as const) {
      expect(await answer.text()).toContain('type Query {');
      expect(answer.headers.get('cache-control')).toBe(kept);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('two documents in one address are not one of them', async () => {
    const answer = await fetch(
      `${house.url}/graphql?query=${encodeURIComponent(FILMS)}&query=${encodeURIComponent(OTHER)}`,
      { headers: { 'apollo-require-preflight': '1' } },
    );
    expect(answer.status).toBe(400);
  });

  test('a key may ask anything, and what it has put down opens nothing to others', async () => {
    const headers = { 'x-api-key': key };
    expect((await send(house.url, { query: OTHER }, headers)).status).toBe(200);
    const both = { query: OTHER, extensions: persisted(idOf(OTHER)) };
    expect((await send(house.url, both, headers)).status).toBe(200);
    const byId = { extensions: persisted(idOf(OTHER)) };
    expect(await send(house.url, byId, headers)).toMatchObject({ status: 200, code: undefined });
    expect(await send(house.url, byId)).toMatchObject({ status: 403, code: 'DOCUMENT_NOT_TRUSTED' });
  });

  test('subscriptions are documents too, by text and by id', async () => {
    const refused = subscribe(subscriber(house.url), NEWS.replace('id', 'id type'));
    expect(await refused.over).toMatchObject([{ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } }]);
    // It stays connected between the two.
    const client = subscriber(house.url, { lazyCloseTimeout: 10_000 });
    try {
      for (const payload of [{ query: NEWS }, { query: '', extensions: persisted(idOf(NEWS)) }]) {
        const told: unknown[] = [];
        const end = client.subscribe(payload, {
          next: (value) => told.push(value),
          error: (error) => told.push(error),
          complete: () => undefined,
        });
        await counted(house.url, 'trivium_live_subscriptions', 1);
        end();
        await counted(house.url, 'trivium_live_subscriptions', 0);
        expect(told).toEqual([]);
      }
    } finally {
      await client.dispose();
    }
  });

  test('a manifest that is none ends the start, and says which', () => {
    const bad = mkdtempSync(join(tmpdir(), 'manifests-'));
    writeFileSync(join(bad, 'theirs.json'), manifest(FILMS).replace(/"id":"./, '"id":"x'));
    const config = readConfig({ ...house.env, DOCUMENTS_DIR: bad });
    return expect(createGateway(config))
      .rejects.toThrow(/theirs.json: Films: expected an id that is the SHA-256/)
      .finally(() => rmSync(bad, { recursive: true }));
  });
});

/** Waits until a gateway tells this number. */
async function counted(url: string, name: string, expected: number): Promise<void> {
  let text = '';
  for (const end = performance.now() + 10_000; performance.now() < end; ) {
    text = await (await fetch(`${url}/metrics`)).text();
    if (text.includes(`\n${name} ${expected}\n`)) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`expected ${name} to become ${expected}, got ${new RegExp(`${name} .*`).exec(text)}`);
}

describe('a document that a client puts down', () => {
  const document = '{ topics(first: 1) { totalCount } }';
  const id = idOf(document);

  test('is asked for by its id from then on', async () => {
    expect(await send(open.url, { extensions: persisted(id) })).toMatchObject({
      status: 200,
      code: 'PERSISTED_QUERY_NOT_FOUND',
    });
    expect((await send(open.url, { query: document, extensions: persisted(id) })).status).toBe(200);
    const known = await send(open.url, { extensions: persisted(id) });
    expect(known.data.topics.totalCount).toBeGreaterThan(0);
  });

  test('is not put down where it goes too far, or does not hold', async () => {
    for (const text of [
      `{ __typename } #${'x'.repeat(50_000)}`,
      'query($n: Int = 1000) { films(first: $n) { totalCount } }',
      '{ nothing }',
    ]) {
      expect((await send(open.url, { query: text, extensions: persisted(idOf(text)) })).status).toBe(400);
      const { code } = await send(open.url, { extensions: persisted(idOf(text)) });
      expect(code).toBe('PERSISTED_QUERY_NOT_FOUND');
    }
  });

  test('is not put down under the id of another', async () => {
    const refused = await send(open.url, { query: document, extensions: persisted(idOf(OTHER)) });
    expect(refused).toMatchObject({ status: 400, code: 'PERSISTED_QUERY_MISMATCH' });
    expect((await send(open.url, { extensions: persisted(idOf(OTHER)) })).code).toBe(
      'PERSISTED_QUERY_NOT_FOUND',
    );
  });

  test('takes no more memory than there is for all of them: the oldest goes', async () => {
    const shelf = createShelf({
      registered: new Map([[id, document]]),
      prefix: 't',
      bytes: 100_000,
      onTrouble() {},
    });
    const long = (n: number) => `${n} ${'x'.repeat(9_000)}`;
    for (let n = 0; n < 50; n += 1) shelf.keep(idOf(long(n)), long(n));
    const there = await Promise.all(Array.from({ length: 50 }, (_, n) => shelf.find(idOf(long(n)))));
    expect(there.filter((text) => text !== undefined)).toHaveLength(5);
    expect(there.at(-1)).toBe(long(49));
    expect(await shelf.find(id)).toBe(document);
  });

  testWith(
    redis(),
    'is known to every gateway over one Redis, and none waits for a frozen one',
    async (path) => {
      const server = await startRedis(path);
      const config = readConfig({ ...house.env, REDIS_URL: server.url });
      const [one, two] = [openDurable(config, () => undefined), openDurable(config, () => undefined)];
      try {
        const shelfOf = ({ redis: shared, prefix }: typeof one) =>
          createShelf({ registered: new Map(), redis: shared, prefix, onTrouble() {} });
        shelfOf(one).keep(id, document);
        const there = shelfOf(two);
        while ((await there.find(id)) === undefined) await new Promise((done) => setTimeout(done, 20));
        server.freeze();
        expect(await there.find(id)).toBe(document);
        expect(await there.find(idOf(OTHER))).toBeUndefined();
        server.thaw();
      } finally {
        server.thaw();
        await Promise.all([one.close(), two.close()]);
        await server.kill();
      }
    },
  );
});

test('settings of another kind are refused', () => {
  expect(() => readConfig({ ...house.env, DOCUMENTS: 'some' })).toThrow(ConfigError);
});
