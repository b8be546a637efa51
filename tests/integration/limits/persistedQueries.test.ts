import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { ConfigError } from '../../../gateway/config/reader.ts';
import { createDocumentStore } from '../../../gateway/graphql/operations/persisted/documentStore.ts';
import { documentId } from '../../../gateway/graphql/operations/persisted/manifest.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { redis, testWith } from '../../support/projectBinaries.ts';
import { startRedis } from '../../support/redisServer.ts';
import { type House, openHouse } from '../../support/stack.ts';
import { subscribe, subscriber } from '../../support/subscriber.ts';

const FILMS = 'query Films { films(first: 1) { totalCount } }';
const NEWS = 'subscription News { contentChanged(types: [FILM]) { id } }';
const OTHER = '{ people(first: 1) { totalCount } }';

const manifest = (...texts: string[]) =>
  JSON.stringify({
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: texts.map((body) => ({ id: documentId(body), name: 'Films', type: 'query', body })),
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
    env: { CONSUME_CHANGES: 'off', TRUSTED_DOCUMENTS: 'on', TRUSTED_DOCUMENTS_DIR: folder },
  });
  open = await createGateway(
    readConfig({ ...house.env, TRUSTED_DOCUMENTS: 'off', TRUSTED_DOCUMENTS_DIR: '' }),
  );
  const durable = openStorage(house.config, () => undefined);
  ({ secret: key } = await createApiKeys(durable.keys, Date.now).create({
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
    expect(await send(house.url, { extensions: persisted(documentId(FILMS)) })).toMatchObject(answer);
    expect(await send(house.url, { query: FILMS })).toMatchObject(answer);
    const read = await get(house.url, { extensions: persisted(documentId(FILMS)) });
    expect(read.status).toBe(200);
    // A CDN in front keeps the address for everybody.
    expect(read.headers.get('cache-control')).toMatch(/^public/);
  });

  test.each([
    ['another document', { query: OTHER }],
    ['a registered one with a space more', { query: `${FILMS} ` }],
    ['another under the id of a registered one', { query: OTHER, extensions: persisted(documentId(FILMS)) }],
    ['an id that nobody knows', { extensions: persisted('a'.repeat(64)) }],
    ['an introspection', { query: '{ __schema { queryType { name } } }' }],
    ['what is no document', { query: '{ films(' }],
    ['an id that is none', { extensions: persisted({ length: 1 }) }],
  ])('%s is refused whoever has no key, with the way out', async (_what, body) => {
    const { status, code, data, message } = await send(house.url, body);
    expect({ status, code, data }).toEqual({ status: 403, code: 'DOCUMENT_NOT_TRUSTED', data: undefined });
    expect(message).toContain('use an API key');
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
    const both = { query: OTHER, extensions: persisted(documentId(OTHER)) };
    expect((await send(house.url, both, headers)).status).toBe(200);
    const byId = { extensions: persisted(documentId(OTHER)) };
    expect(await send(house.url, byId, headers)).toMatchObject({ status: 200, code: undefined });
    expect(await send(house.url, byId)).toMatchObject({ status: 403, code: 'DOCUMENT_NOT_TRUSTED' });
  });

  test('subscriptions are documents too, by text and by id', async () => {
    const refused = subscribe(subscriber(house.url), NEWS.replace('id', 'id type'));
    expect(await refused.over).toMatchObject([{ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } }]);
    // It stays connected between the two.
    const client = subscriber(house.url, { lazyCloseTimeout: 10_000 });
    try {
      for (const payload of [{ query: NEWS }, { query: '', extensions: persisted(documentId(NEWS)) }]) {
        const told: unknown[] = [];
        const end = client.subscribe(payload, {
          next: (value) => told.push(value),
          error: (error) => told.push(error),
          complete: () => undefined,
        });
        await counted(house.url, 'trivium_subscriptions', 1);
        end();
        await counted(house.url, 'trivium_subscriptions', 0);
        expect(told).toEqual([]);
      }
    } finally {
      await client.dispose();
    }
  });

  test('a manifest that is none ends the start, and says which', () => {
    const bad = mkdtempSync(join(tmpdir(), 'manifests-'));
    writeFileSync(join(bad, 'theirs.json'), manifest(FILMS).replace(/"id":"./, '"id":"x'));
    const config = readConfig({ ...house.env, TRUSTED_DOCUMENTS_DIR: bad });
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
  const id = documentId(document);

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
      expect((await send(open.url, { query: text, extensions: persisted(documentId(text)) })).status).toBe(
        400,
      );
      const { code } = await send(open.url, { extensions: persisted(documentId(text)) });
      expect(code).toBe('PERSISTED_QUERY_NOT_FOUND');
    }
  });

  test('is not put down under the id of another', async () => {
    const refused = await send(open.url, { query: document, extensions: persisted(documentId(OTHER)) });
    expect(refused).toMatchObject({ status: 400, code: 'PERSISTED_QUERY_MISMATCH' });
    expect((await send(open.url, { extensions: persisted(documentId(OTHER)) })).code).toBe(
      'PERSISTED_QUERY_NOT_FOUND',
    );
  });

  test('takes no more memory than there is for all of them: the oldest goes', async () => {
    const shelf = createDocumentStore({
      manifest: new Map([[id, document]]),
      prefix: 't',
      maxBytes: 100_000,
      onError() {},
    });
    const long = (n: number) => `${n} ${'x'.repeat(9_000)}`;
    for (let n = 0; n < 50; n += 1) shelf.put(documentId(long(n)), long(n));
    const there = await Promise.all(Array.from({ length: 50 }, (_, n) => shelf.get(documentId(long(n)))));
    expect(there.filter((text) => text !== undefined)).toHaveLength(5);
    expect(there.at(-1)).toBe(long(49));
    expect(await shelf.get(id)).toBe(document);
  });

  testWith(
    redis(),
    'is known to every gateway over one Redis, and none waits for a frozen one',
    async (path) => {
      const server = await startRedis(path);
      const config = readConfig({ ...house.env, REDIS_URL: server.url });
      const [one, two] = [openStorage(config, () => undefined), openStorage(config, () => undefined)];
      try {
        const shelfOf = ({ redis: shared, prefix }: typeof one) =>
          createDocumentStore({ manifest: new Map(), redis: shared, prefix, onError() {} });
        shelfOf(one).put(id, document);
        const there = shelfOf(two);
        while ((await there.get(id)) === undefined) await new Promise((done) => setTimeout(done, 20));
        server.freeze();
        expect(await there.get(id)).toBe(document);
        expect(await there.get(documentId(OTHER))).toBeUndefined();
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
  expect(() => readConfig({ ...house.env, TRUSTED_DOCUMENTS: 'some' })).toThrow(ConfigError);
});
