import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { ConfigError } from '../../../gateway/config/configParser.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { documentId } from '../../../gateway/graphql/operations/persisted/documentStore.ts';
import { createManifest } from '../../../gateway/graphql/operations/persisted/manifest.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';

const FILMS = 'query Films { films(first: 1) { totalCount } }';
const CHANGES = 'subscription Changes { contentChanged(types: [FILM]) { documentId } }';
const TOPICS = 'fragment Count on TopicConnection { totalCount } query Topics { topics { ...Count } }';
const PEOPLE = '{ people { totalCount } }';
const OTHER = '{ people(first: 1) { totalCount } }';

const manifest = (...texts: string[]) =>
  JSON.stringify({
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: texts.map((body) => ({
      id: documentId(body),
      name: body.split(' ', 2)[1],
      type: body.split(' ', 1)[0],
      body,
    })),
  });

let folder: string;
/** Its gateway accepts registered documents only; `open` accepts any document. */
let stack: Stack;
let open: Gateway;
let key: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  writeFileSync(join(folder, 'ours.json'), manifest(FILMS, CHANGES));
  const generated = { [documentId(TOPICS)]: TOPICS, [`sha256:${documentId(PEOPLE)}`]: PEOPLE };
  writeFileSync(join(folder, 'theirs.json'), JSON.stringify(generated));
  stack = await startStack({
    hasIndex: false,
    env: { CONSUME_CHANGES: 'off' },
    config: { persistedQueries: { requiresTrustedDocuments: true, manifestDir: folder } },
  });
  open = await createGateway(readConfig(stack.env));
  key = await createApiKey(stack, 'reader');
});
afterAll(async () => {
  await open?.close();
  await stack?.close();
  rmSync(folder, { recursive: true });
});

const persisted = (sha256Hash: unknown, version = 1) => ({ persistedQuery: { version, sha256Hash } });

async function send(url: string, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { data, errors } = JSON.parse(await response.text());
  return { status: response.status, data, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}

const get = (url: string, parameters: Record<string, unknown>) =>
  fetch(
    `${url}/graphql?${new URLSearchParams(
      Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )}`,
  );

describe('trusted documents', () => {
  test('accepts a registered document by id, by GET and by text', async () => {
    const expected = { status: 200, data: { films: { totalCount: expect.any(Number) } } };
    expect(await send(stack.url, { extensions: persisted(documentId(FILMS)) })).toMatchObject(expected);
    expect(await send(stack.url, { query: FILMS })).toMatchObject(expected);
    const read = await get(stack.url, { extensions: persisted(documentId(FILMS)) });
    expect(read.status).toBe(200);
    // A CDN may cache the response.
    expect(read.headers.get('cache-control')).toMatch(/^public/);
  });

  test.each([
    ['an unregistered document', { query: OTHER }],
    ['a registered document with an additional space', { query: `${FILMS} ` }],
    [
      'an unregistered document with a registered id',
      { query: OTHER, extensions: persisted(documentId(FILMS)) },
    ],
    ['an unknown id', { extensions: persisted('a'.repeat(64)) }],
    ['introspection', { query: '{ __schema { queryType { name } } }' }],
    ['a document that does not parse', { query: '{ films(' }],
    ['an id that is no string', { extensions: persisted({ length: 1 }) }],
  ])('reject %s without an API key and state the fix', async (_case, body) => {
    const { status, code, data, message } = await send(stack.url, body);
    expect({ status, code, data }).toEqual({ status: 403, code: 'DOCUMENT_NOT_TRUSTED', data: undefined });
    expect(message).toContain('use an API key');
  });

  test('restrict /schema.graphql to callers that may send any document', async () => {
    const read = (url: string, headers: Record<string, string> = {}) =>
      fetch(`${url}/schema.graphql`, { headers });
    const rejected = await read(stack.url);
    expect(rejected.status).toBe(403);
    expect(await rejected.json()).toMatchObject({
      errors: [{ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } }],
    });
    const invalidKey = await read(stack.url, { authorization: 'Bearer tv_live_x' });
    expect([invalidKey.status, invalidKey.headers.get('www-authenticate')]).toEqual([
      401,
      expect.any(String),
    ]);
    for (const [response, cacheControl] of [
      [await read(stack.url, { 'x-api-key': key }), 'private, no-store'],
      [await read(open.url), 'public, max-age=60'],
    ] as const) {
      expect(await response.text()).toContain('type Query {');
      expect(response.headers.get('cache-control')).toBe(cacheControl);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('reject a URL with two documents', async () => {
    const response = await fetch(
      `${stack.url}/graphql?query=${encodeURIComponent(FILMS)}&query=${encodeURIComponent(OTHER)}`,
    );
    expect(response.status).toBe(422);
  });

  test('accept any document with an API key, which does not register it for others', async () => {
    const headers = { 'x-api-key': key };
    expect((await send(stack.url, { query: OTHER }, headers)).status).toBe(200);
    const both = { query: OTHER, extensions: persisted(documentId(OTHER)) };
    expect((await send(stack.url, both, headers)).status).toBe(200);
    const byId = { extensions: persisted(documentId(OTHER)) };
    expect(await send(stack.url, byId, headers)).toMatchObject({ status: 200, code: undefined });
    expect(await send(stack.url, byId)).toMatchObject({ status: 403, code: 'DOCUMENT_NOT_TRUSTED' });
  });

  test('apply to subscriptions, by text and by id', async () => {
    const rejected = subscribe(createSubscriber(stack.url), CHANGES.replace('documentId', 'documentId type'));
    expect(await rejected.ended).toMatchObject([{ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } }]);
    // The connection outlives the first subscription.
    const client = createSubscriber(stack.url, { lazyCloseTimeout: 1_000 });
    try {
      for (const payload of [{ query: CHANGES }, { query: '', extensions: persisted(documentId(CHANGES)) }]) {
        const events: unknown[] = [];
        const unsubscribe = client.subscribe(payload, {
          next: (value) => events.push(value),
          error: (error) => events.push(error),
          complete: () => undefined,
        });
        await waitForSubscriptions(stack.url, 1);
        unsubscribe();
        await waitForSubscriptions(stack.url, 0);
        expect(events).toEqual([]);
      }
    } finally {
      await client.dispose();
    }
  });

  test.each([
    [
      'another id',
      manifest(FILMS).replace(/"id":"./, '"id":"x'),
      'Films: expected an id that is the SHA-256',
    ],
    ['SHA-1', JSON.stringify({ ['a'.repeat(40)]: FILMS }), 'expected an id that is the SHA-256'],
    [
      'a text that is no document',
      JSON.stringify({ [documentId('x')]: 'x' }),
      `${documentId('x')}: expected a`,
    ],
    ['an operation that is null', manifest().replace('[]', '[null]'), 'hexadecimal, got none'],
    ['another format', '{"format":"other","operations":[]}', 'got "format: other, operations: a list"'],
    ['a list', '[]', 'expected {"format": "apollo-persisted-query-manifest"'],
    ['a text', '"x"', 'or {"<SHA-256>": "<document>", …}, got "a string"'],
  ])('prevent the start if a manifest has %s, and name the file', async (_, text, message) => {
    const bad = mkdtempSync(join(tmpdir(), 'manifests-'));
    writeFileSync(join(bad, 'theirs.json'), text);
    const persistedQueries = { requiresTrustedDocuments: true, manifestDir: bad };
    const failure: unknown = await createGateway({ ...stack.config, persistedQueries })
      .catch((error: unknown) => error)
      .finally(() => rmSync(bad, { recursive: true }));
    expect(failure).toMatchObject({ message: expect.stringContaining(message) });
    expect(failure).toMatchObject({ message: expect.stringContaining('theirs.json: ') });
  });
});

describe('document ids', () => {
  const film = '{ films(first: 3) { totalCount } }';
  const expected = { status: 200, data: { films: { totalCount: expect.any(Number) } } };

  test.each([
    ['a hash with its prefix', `sha256:${documentId(FILMS)}`],
    ['a hash', documentId(FILMS)],
    ['a name in a manifest', 'Films'],
  ])('find a registered document by %s, by POST and GET', async (_, id) => {
    expect(await send(stack.url, { documentId: id })).toMatchObject(expected);
    const read = await get(stack.url, { documentId: id });
    expect([read.status, read.headers.get('cache-control')]).toEqual([200, expect.stringMatching(/^public/)]);
  });

  test('find the documents of a manifest of GraphQL Code Generator or Relay', async () => {
    const topics = { status: 200, data: { topics: { totalCount: expect.any(Number) } } };
    for (const id of [documentId(TOPICS), 'Topics'])
      expect(await send(stack.url, { documentId: id })).toMatchObject(topics);
    expect(await send(stack.url, { documentId: `sha256:${documentId(PEOPLE)}` })).toMatchObject({
      status: 200,
      data: { people: { totalCount: expect.any(Number) } },
    });
  });

  test('register a document that is sent with its hash', async () => {
    const id = `sha256:${documentId(film)}`;
    const notFound = { status: 422, code: 'PERSISTED_QUERY_NOT_FOUND', data: undefined };
    expect(await send(open.url, { documentId: id })).toMatchObject(notFound);
    expect(await send(open.url, { documentId: id, query: film })).toMatchObject(expected);
    expect(await send(open.url, { documentId: id })).toMatchObject(expected);
    // Both protocols have one store.
    expect(await send(open.url, { extensions: persisted(documentId(film)) })).toMatchObject(expected);
  });

  test('take precedence over the extension of Apollo', async () => {
    const extensions = persisted(documentId(OTHER));
    expect(await send(stack.url, { documentId: 'Films', extensions })).toMatchObject(expected);
  });

  test.each([
    ['an unknown name', { documentId: 'Unknown' }, 'PERSISTED_QUERY_NOT_FOUND'],
    ['another prefix', { documentId: `md5:${'a'.repeat(32)}` }, 'PERSISTED_QUERY_MISMATCH'],
    ['a hash in upper case', { documentId: `sha256:${'A'.repeat(64)}` }, 'PERSISTED_QUERY_MISMATCH'],
    ['the hash of another text', { documentId: documentId(film), query: OTHER }, 'PERSISTED_QUERY_MISMATCH'],
    ['a number', { documentId: 5 }, 'BAD_GRAPHQL_REQUEST'],
  ])('are rejected with 422 for %s', async (_, body, code) => {
    expect(await send(open.url, body)).toMatchObject({ status: 422, code, data: undefined });
  });

  test('with a name of several documents resolve to none', () => {
    const [one, two] = [FILMS, OTHER].map((text) => ({ id: documentId(text), text, name: 'Films' }));
    const { texts, ids } = createManifest([one, two, one] as never);
    expect([texts.size, ids.size]).toEqual([2, 0]);
  });
});

describe('automatic persisted queries', () => {
  const document = '{ topics(first: 1) { totalCount } }';
  const id = documentId(document);

  test('execute a document by its id after it was registered', async () => {
    expect(await send(open.url, { extensions: persisted(id) })).toMatchObject({
      status: 422,
      code: 'PERSISTED_QUERY_NOT_FOUND',
    });
    expect((await send(open.url, { query: document, extensions: persisted(id) })).status).toBe(200);
    const executed = await send(open.url, { extensions: persisted(id) });
    expect(executed.data.topics.totalCount).toBeGreaterThan(0);
  });

  test('do not register a document that is too large, too costly or invalid', async () => {
    for (const [text, status] of [
      [`{ __typename } #${'x'.repeat(50_000)}`, 400],
      [
        'query($n: Int = 100) { films(first: $n) { nodes { related(first: $n) { related(first: $n) { title } } } } }',
        422,
      ],
      ['{ nothing }', 422],
    ] as const) {
      const rejected = await send(open.url, { query: text, extensions: persisted(documentId(text)) });
      expect(rejected.status).toBe(status);
      const { code } = await send(open.url, { extensions: persisted(documentId(text)) });
      expect(code).toBe('PERSISTED_QUERY_NOT_FOUND');
    }
  });

  test('do not register a document under the id of another', async () => {
    const rejected = await send(open.url, { query: document, extensions: persisted(documentId(OTHER)) });
    expect(rejected).toMatchObject({ status: 422, code: 'PERSISTED_QUERY_MISMATCH' });
    expect((await send(open.url, { extensions: persisted(documentId(OTHER)) })).code).toBe(
      'PERSISTED_QUERY_NOT_FOUND',
    );
  });
});

test('ANONYMOUS_ACCESS=trusted: requires trusted documents, which are in a folder of the model', () => {
  const config = readConfig({ ...stack.env, ANONYMOUS_ACCESS: 'trusted' });
  expect(config.access.allowsAnonymous).toBe(true);
  expect(config.persistedQueries).toEqual({
    requiresTrustedDocuments: true,
    manifestDir: join(stack.config.schemaDir, 'trusted-documents'),
  });
  expect(() => readConfig({ ...stack.env, ANONYMOUS_ACCESS: 'some' })).toThrow(ConfigError);
});
