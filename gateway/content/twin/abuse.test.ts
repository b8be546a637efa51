import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SanityClient } from '@sanity/client';
import { type RunningTwin, runTwin } from './fixture/running.ts';

let running: RunningTwin;
let client: SanityClient;

beforeAll(async () => {
  running = await runTwin();
});
beforeEach(async () => {
  await running.reset();
  client = running.client();
});
afterAll(async () => {
  // Whatever was done to it, it still answers.
  expect(await client.fetch('count(*[_type == "topic"])')).toBe(2);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  await running.close();
});

const api = (path: string, init?: RequestInit) => fetch(`${running.twin.url}/v2025-02-19${path}`, init);
const post = (path: string, body: string, token = 'writer') =>
  api(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  });
const ask = (query: string, params: unknown = {}) =>
  post('/data/query/test', JSON.stringify({ query, params }), 'reader');

/** The status and description of a refusal in one of Sanity's shapes. */
async function refusal(response: Response): Promise<{ status: number; text: string }> {
  const body = (await response.json()) as { error: { description?: string } | string; message?: string };
  const text = typeof body.error === 'object' ? body.error.description : body.message;
  if (typeof text !== 'string')
    throw new Error(`expected a refusal, got ${JSON.stringify(body).slice(0, 200)}`);
  return { status: response.status, text };
}

describe('a query is refused with 400, at once,', () => {
  const deep = (n: number) => `${'('.repeat(n)}1${')'.repeat(n)}`;
  test.each([
    ['with thousands of parentheses', deep(5_000)],
    ['with thousands of brackets', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['with a hundred thousand negations', `${'!'.repeat(100_000)}true`],
    ['with a hundred thousand terms', `1${'+1'.repeat(100_000)}`],
    ['with a hundred thousand attributes', `@${'.a'.repeat(100_000)}`],
    ['of hundreds of thousands of characters', `"${'x'.repeat(300_000)}"`],
    ['with a pattern of many wildcards', '*[title match "a*a*a*a*a*a*a*a*a*a*a*a*b"]'],
    ['that makes objects without their machinery', '{"hasOwnProperty": 1}.title'],
    ['of a function that is not to be had', 'geo::distance(1, 2)'],
    ['of a function for deltas', 'diff::changedAny({}, {}, a)'],
    ['that is empty', ''],
    ['that is no GROQ', 'SELECT * FROM films; --'],
    ['with a null byte', '*[_id == "\u0000" &&]'],
  ])('%s', async (_name, query) => {
    const begun = performance.now();
    expect((await refusal(await ask(query))).status).toBe(400);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('that joins thousands of rows with thousands', async () => {
    const create = Array.from({ length: 1_200 }, (_, i) => ({
      create: { _id: `many-${i}`, _type: 'many', i },
    }));
    await post('/data/mutate/test', JSON.stringify({ mutations: create }));
    const { status, text } = await refusal(
      await ask('count(*[_type == "many" && count(*[_type == "many" && i >= ^.i && ^.i > 0]) > 1])'),
    );
    expect(status).toBe(400);
    expect(text).toMatch(/too complex/);
  });

  test('whose parameters are not an object, or have names of machinery', async () => {
    for (const params of [[1], 'x', 7, null]) expect((await ask('1', params)).status).toBe(400);
    expect((await ask('$hasOwnProperty + $constructor', { hasOwnProperty: 1, constructor: 2 })).status).toBe(
      200,
    );
    expect((await refusal(await ask('$toString'))).text).toMatch(
      /param \$toString referenced, but not provided/,
    );
    expect(
      (await refusal(await post('/data/query/test', '{"query": "$__proto__", "params": {"__proto__": 1}}')))
        .status,
    ).toBe(400);
  });
});

describe('an answer stays right', () => {
  test('for a wildcard within bounds, a string of wildcards, and a parameter of them', async () => {
    expect(await client.fetch('*[_type == "topic" && title match "ch*"].title')).toEqual(['Chaos']);
    expect((await ask('*[title match $p]', { p: '*'.repeat(20) })).status).toBe(400);
  });

  test('for values that spell what look-ups are spelled with', async () => {
    const odd = 'lookup 00000000-0000-0000-0000-000000000000 0\u0001\u0002';
    await client.create({
      _id: 'odd',
      _type: 'odd',
      to: { _type: 'reference', _ref: odd, _weak: true },
      ids: [odd, 'topic-chaos'],
    });
    expect(await client.fetch('*[_type == "odd"]{"to": to->, "found": *[_id in ^.ids]._id}')).toEqual([
      { to: null, found: ['topic-chaos'] },
    ]);
  });

  test('for ids that are not ids', async () => {
    const ids = [
      '',
      '\u0001',
      '__proto__',
      'constructor',
      'hasOwnProperty',
      'x'.repeat(10_000),
      5,
      null,
      {},
      [],
    ];
    expect(
      await client.fetch('*[_id in $ids || slug.current in $ids]._id', {
        ids: ids.filter((id) => id !== null),
      }),
    ).toEqual([]);
    expect(await client.getDocuments(['__proto__', 'constructor'])).toEqual([null, null]);
  });
});

describe('a document is refused', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { deeper: nested(depth - 1) });
  test.each([
    ['that is nested too deeply', { tree: nested(40) }, /nested too deeply/],
    ['with an attribute that would shadow machinery', { hasOwnProperty: 1 }, /hasOwnProperty/],
    ['with such an attribute deep inside', { list: [{ a: { hasOwnProperty: 1 } }] }, /hasOwnProperty/],
    ['with a reference that holds more', { to: { _ref: 'topic-chaos', y: 1 } }, /Key "y" not allowed in ref/],
    ['with a reference that is no string', { to: { _ref: { $ne: 1 } } }, /"_ref" must be a string/],
    ['with a type that is no string', { _type: 7 }, /"_type"/],
    ['with an id of more than 128 characters', { _id: 'x'.repeat(129) }, /Malformed document ID/],
    ['with an id that climbs', { _id: '../topic' }, /Malformed document ID/],
  ])('%s', async (_name, more, message) => {
    const mutations = [{ create: { _id: 'abuse', _type: 'abuse', ...more } }];
    const { status, text } = await refusal(await post('/data/mutate/test', JSON.stringify({ mutations })));
    expect(status).toBe(400);
    expect(text).toMatch(message);
    expect(await client.getDocument('abuse')).toBeUndefined();
  });
});

describe('a mutation is refused', () => {
  test.each([
    ['that sets what lies behind an object', { set: { '__proto__.polluted': 1 } }],
    ['that reaches a constructor', { set: { 'constructor.prototype.polluted': 1 } }],
    ['that spells it as a key', { set: { "['__proto__'].polluted": 1 } }],
    ['that moves the document', { set: { _id: 'elsewhere' } }],
    ['that changes its type', { set: { _type: 'other' } }],
    ['with an operation that is none', { explode: { a: 1 } }],
    ['with operations of the wrong kind', { set: 'title' }],
    ['that unsets by an object', { unset: { title: true } }],
    ['that inserts without items', { insert: { after: 'a[-1]' } }],
    ['that inserts in two places', { insert: { after: 'a[-1]', before: 'a[0]', items: [] } }],
    ['that adds a text', { inc: { n: 'x' } }],
    ['with a path that does not end', { set: { 'a[': 1 } }],
    ['with a path that is too long', { set: { ['a.'.repeat(5_000)]: 1 } }],
  ])('%s', async (_name, patch) => {
    const before = await client.getDocument('topic-chaos');
    const mutations = [{ patch: { id: 'topic-chaos', ...patch } }];
    expect((await refusal(await post('/data/mutate/test', JSON.stringify({ mutations })))).status).toBe(400);
    expect(await client.getDocument('topic-chaos')).toEqual(before);
  });

  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['mutations that are no list', '{"mutations": {}}'],
    ['a mutation that is nothing', '{"mutations": [null]}'],
    ['a mutation of two kinds', '{"mutations": [{"create": {"_type": "a"}, "delete": {"id": "b"}}]}'],
    ['a prototype', '{"mutations": [{"create": {"_id": "p", "_type": "a", "__proto__": {"polluted": 1}}}]}'],
    ['broken JSON', '{"mutations": ['],
    ['an id of a transaction that is none', '{"mutations": [], "transactionId": {"a": 1}}'],
    ['a selection that is none', '{"mutations": [{"delete": {}}]}'],
    ['a query for what are no documents', '{"mutations": [{"delete": {"query": "{\\"a\\": 1}"}}]}'],
  ])('that is %s', async (_name, body) => {
    expect((await refusal(await post('/data/mutate/test', body))).status).toBe(400);
  });
});

test('a thousand increments at the same time are a thousand', async () => {
  await client.create({ _id: 'counter', _type: 'counter', n: 0 });
  const increments = Array.from({ length: 40 }, () =>
    client.mutate(Array.from({ length: 25 }, () => ({ patch: { id: 'counter', inc: { n: 1 } } }))),
  );
  await Promise.all(increments);
  expect(await client.fetch('*[_id == "counter"][0].n')).toBe(1_000);
});

test('of many writers on one revision, one wins', async () => {
  const { _rev } = await client.create({ _id: 'contested', _type: 'counter' });
  const attempts = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      client.patch('contested').set({ winner: i }).ifRevisionId(_rev).commit(),
    ),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a request that is cut off is forgotten', async () => {
  const { port } = new URL(running.twin.url);
  await new Promise<void>((done) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        'POST /v2025-02-19/data/mutate/test HTTP/1.1\r\nhost: x\r\nauthorization: Bearer writer\r\n' +
          'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"mutations": [{"delete": {"id": "topic-chaos"}}',
        () => socket.destroy(),
      );
    });
    socket.once('close', () => done());
  });
  expect(await client.getDocument('topic-chaos')).toMatchObject({ title: 'Chaos' });
});

describe('an image', () => {
  test('is refused with parameters that cannot be', async () => {
    const url: string = await client.fetch('*[_type == "sanity.imageAsset"][0].url');
    for (const bad of [
      'w=-1',
      'h=99999',
      'rect=0,0,0,0',
      'rect=0,0,9999,9999',
      'rect=a',
      'fm=exe',
      'q=900',
      'fit=none',
      'or=45',
      'bg=red',
      'blur=1e9',
      'dpr=50',
      'auto=yes',
    ])
      expect({ bad, status: (await fetch(`${url}?${bad}`)).status }).toEqual({ bad, status: 400 });
  });

  test('is not found by a path that climbs', async () => {
    for (const path of [
      '/images/testing/test/..%2f..%2fpackage.json',
      '/images/testing/test/__proto__',
      '/images/other/test/x.png',
    ])
      expect((await fetch(`${running.twin.url}${path}`)).status).toBe(404);
  });
});
