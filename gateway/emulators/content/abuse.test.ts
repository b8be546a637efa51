import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SanityClient } from '@sanity/client';
import { loopMs, processorMs } from '../../../tests/support/processorTime.ts';
import { CONTROL_HEADERS } from '../shared/control.ts';
import { UNCONVERTIBLE_VALUES, wronglyAnswered } from '../shared/testing/unconvertibleValues.ts';
import { recordEvents } from './testing/eventRecorder.ts';
import { startEmulator, type TestEmulator } from './testing/startEmulator.ts';

/** Processor time of a rejection in fixed loops. An expensive query that is executed takes much longer. */
const MAX_REJECTION_LOOPS = 20;

let testEmulator: TestEmulator;
let client: SanityClient;

beforeAll(async () => {
  testEmulator = await startEmulator();
});
beforeEach(async () => {
  await testEmulator.reset();
  client = testEmulator.client();
});
afterAll(async () => {
  // The emulator must still respond after all attacks.
  expect(await client.fetch('count(*[_type == "topic"])')).toBe(2);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  await testEmulator.close();
});

const api = (path: string, init?: RequestInit) =>
  fetch(`${testEmulator.emulator.url}/v2025-02-19${path}`, init);
const post = (path: string, body: string, token = 'writer') =>
  api(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  });
const query = (query: string, params: unknown = {}) =>
  post('/data/query/test', JSON.stringify({ query, params }), 'reader');

/** Returns the status and description of an error in one of Sanity's formats. */
async function readError(response: Response): Promise<{ status: number; text: string }> {
  const body = (await response.json()) as { error: { description?: string } | string; message?: string };
  const text = typeof body.error === 'object' ? body.error.description : body.message;
  if (typeof text !== 'string')
    throw new Error(`expected an error, got ${JSON.stringify(body).slice(0, 200)}`);
  return { status: response.status, text };
}

describe('content emulator abuse: a query gets 400 without much work', () => {
  const deep = (n: number) => `${'('.repeat(n)}1${')'.repeat(n)}`;
  test.each([
    ['with thousands of parentheses', deep(5_000)],
    ['with thousands of brackets', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['with a hundred thousand negations', `${'!'.repeat(100_000)}true`],
    ['with a hundred thousand terms', `1${'+1'.repeat(100_000)}`],
    ['with a hundred thousand attributes', `@${'.a'.repeat(100_000)}`],
    ['with a list of a hundred thousand items', `[${'1,'.repeat(100_000)}1]`],
    ['with a comment before a list of a hundred thousand items', `// it's\n[${'1,'.repeat(100_000)}1]`],
    ['with hundreds of thousands of characters', `"${'x'.repeat(300_001)}"`],
    ['with a pattern of many wildcards', '*[title match "a*a*a*a*a*a*a*a*a*a*a*a*b"]'],
    ['with objects that shadow hasOwnProperty', '{"hasOwnProperty": 1}.title'],
    ['with an unsupported function', 'geo::distance(1, 2)'],
    ['with a delta function', 'diff::changedAny({}, {}, a)'],
    ['that is empty', ''],
    ['that is not GROQ', 'SELECT * FROM films; --'],
    ['with a null byte', '*[_id == "\u0000" &&]'],
  ])('%s', async (_name, groq) => {
    const rejectionMs = await processorMs(async () =>
      expect((await readError(await query(groq))).status).toBe(400),
    );
    expect(rejectionMs).toBeLessThan(MAX_REJECTION_LOOPS * (await loopMs()));
  });

  test('a join of thousands of rows gets 400', async () => {
    const create = Array.from({ length: 1_200 }, (_, i) => ({
      create: { _id: `many-${i}`, _type: 'many', i },
    }));
    await post('/data/mutate/test', JSON.stringify({ mutations: create }));
    const { status, text } = await readError(
      await query('count(*[_type == "many" && count(*[_type == "many" && i >= ^.i && ^.i > 0]) > 1])'),
    );
    expect(status).toBe(400);
    expect(text).toMatch(/too complex/);
  });

  test('parameters that are not an object get 400, and prototype names are plain names', async () => {
    for (const params of [[1], 'x', 7, null]) expect((await query('1', params)).status).toBe(400);
    expect(
      (await query('$hasOwnProperty + $constructor', { hasOwnProperty: 1, constructor: 2 })).status,
    ).toBe(200);
    expect((await readError(await query('$toString'))).text).toMatch(
      /param \$toString referenced, but not provided/,
    );
    expect(
      (await readError(await post('/data/query/test', '{"query": "$__proto__", "params": {"__proto__": 1}}')))
        .status,
    ).toBe(400);
  });
});

describe('content emulator abuse: unusual values', () => {
  test('wildcards match within their limit', async () => {
    expect(await client.fetch('*[_type == "topic" && title match "ch*"].title')).toEqual(['Chaos']);
    expect((await query('*[title match $p]', { p: '*'.repeat(20) })).status).toBe(400);
  });

  test('control characters in references and ids match nothing', async () => {
    const odd = 'subquery 00000000-0000-0000-0000-000000000000 0 topic-chaos';
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

  test('invalid ids match nothing', async () => {
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

describe('content emulator abuse: a document is rejected', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { deeper: nested(depth - 1) });
  test.each([
    ['that is nested too deeply', { tree: nested(40) }, /nested too deeply/],
    ['with an attribute that shadows hasOwnProperty', { hasOwnProperty: 1 }, /hasOwnProperty/],
    ['with such a nested attribute', { list: [{ a: { hasOwnProperty: 1 } }] }, /hasOwnProperty/],
    [
      'with another attribute in a reference',
      { to: { _ref: 'topic-chaos', y: 1 } },
      /Key "y" not allowed in ref/,
    ],
    ['with a reference that is not a string', { to: { _ref: { $ne: 1 } } }, /"_ref" must be a string/],
    ['with a type that is not a string', { _type: 7 }, /"_type"/],
    ['with an id of more than 128 characters', { _id: 'x'.repeat(129) }, /Malformed document ID/],
    ['with a relative path as id', { _id: '../topic' }, /Malformed document ID/],
  ])('%s', async (_name, more, message) => {
    const mutations = [{ create: { _id: 'abuse', _type: 'abuse', ...more } }];
    const { status, text } = await readError(await post('/data/mutate/test', JSON.stringify({ mutations })));
    expect(status).toBe(400);
    expect(text).toMatch(message);
    expect(await client.getDocument('abuse')).toBeUndefined();
  });
});

describe('content emulator abuse: a mutation is rejected', () => {
  test.each([
    ['that sets __proto__', { set: { '__proto__.polluted': 1 } }],
    ['that sets constructor.prototype', { set: { 'constructor.prototype.polluted': 1 } }],
    ['that sets __proto__ as a key', { set: { "['__proto__'].polluted": 1 } }],
    ['that changes the id', { set: { _id: 'elsewhere' } }],
    ['that changes the type', { set: { _type: 'other' } }],
    ['with an unknown operation', { explode: { a: 1 } }],
    ['with operations of the wrong kind', { set: 'title' }],
    ['that unsets by an object', { unset: { title: true } }],
    ['that inserts without items', { insert: { after: 'a[-1]' } }],
    ['that inserts in two places', { insert: { after: 'a[-1]', before: 'a[0]', items: [] } }],
    ['that increments by a string', { inc: { n: 'x' } }],
    ['with an unterminated path', { set: { 'a[': 1 } }],
    ['with a path that is too long', { set: { ['a.'.repeat(5_000)]: 1 } }],
  ])('%s', async (_name, patch) => {
    const before = await client.getDocument('topic-chaos');
    const mutations = [{ patch: { id: 'topic-chaos', ...patch } }];
    expect((await readError(await post('/data/mutate/test', JSON.stringify({ mutations })))).status).toBe(
      400,
    );
    expect(await client.getDocument('topic-chaos')).toEqual(before);
  });

  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['mutations that are not a list', '{"mutations": {}}'],
    ['a null mutation', '{"mutations": [null]}'],
    ['a mutation of two kinds', '{"mutations": [{"create": {"_type": "a"}, "delete": {"id": "b"}}]}'],
    ['a prototype', '{"mutations": [{"create": {"_id": "p", "_type": "a", "__proto__": {"polluted": 1}}}]}'],
    ['broken JSON', '{"mutations": ['],
    ['an invalid transaction id', '{"mutations": [], "transactionId": {"a": 1}}'],
    ['an empty selection', '{"mutations": [{"delete": {}}]}'],
    ['a query that does not select documents', '{"mutations": [{"delete": {"query": "{\\"a\\": 1}"}}]}'],
  ])('with the body: %s', async (_name, body) => {
    expect((await readError(await post('/data/mutate/test', body))).status).toBe(400);
  });
});

test('content emulator: concurrent increments are all applied', async () => {
  await client.create({ _id: 'counter', _type: 'counter', n: 0 });
  const increments = Array.from({ length: 40 }, () =>
    client.mutate(Array.from({ length: 25 }, () => ({ patch: { id: 'counter', inc: { n: 1 } } }))),
  );
  await Promise.all(increments);
  expect(await client.fetch('*[_id == "counter"][0].n')).toBe(1_000);
});

test('content emulator: of concurrent writes with one revision, one succeeds', async () => {
  const { _rev } = await client.create({ _id: 'contested', _type: 'counter' });
  const attempts = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      client.patch('contested').set({ winner: i }).ifRevisionId(_rev).commit(),
    ),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('content emulator: an aborted request changes nothing', async () => {
  const { port } = new URL(testEmulator.emulator.url);
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

describe('content emulator abuse: images', () => {
  test('invalid parameters get 400', async () => {
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

  test('path traversal gets 404', async () => {
    for (const path of [
      '/images/testing/test/..%2f..%2fpackage.json',
      '/images/testing/test/__proto__',
      '/images/other/test/x.png',
    ])
      expect((await fetch(`${testEmulator.emulator.url}${path}`)).status).toBe(404);
  });
});

const chaos = { publishedId: 'topic-chaos', draftId: 'drafts.topic-chaos' };
const version = { publishedId: 'topic-chaos', versionId: 'versions.rOdd.topic-chaos' };
const versionDocument = { _id: 'versions.rOdd.topic-chaos', _type: 'topic' };
const hook = { url: 'http://127.0.0.1:9/', name: 'n', dataset: '*', secret: 's', includeDrafts: true };

describe('content emulator abuse: values that are neither texts nor numbers get 4xx', () => {
  const anyValue = /\.(set|setIfMissing|items)\.|\.(set|setIfMissing|purge|metadata|headers|rule)(\.title)?$/;

  test.each<[string, object]>([
    [
      'document.create',
      { publishedId: 'odd', attributes: { _id: 'drafts.odd', _type: 'odd' }, ifExists: 'fail' },
    ],
    ['document.edit', { ...chaos, patch: { set: { n: 1 } } }],
    [
      'document.replaceDraft',
      { publishedId: 'topic-chaos', attributes: { _id: 'drafts.topic-chaos', _type: 'topic' } },
    ],
    ['document.publish', { ...chaos, ifDraftRevisionId: 'a', ifPublishedRevisionId: 'b' }],
    ['document.unpublish', chaos],
    ['document.discard', { draftId: 'drafts.topic-chaos', purge: true }],
    [
      'document.delete',
      { publishedId: 'topic-chaos', includeDrafts: ['drafts.topic-chaos'], includeVersions: ['x'] },
    ],
    ['document.version.create', { publishedId: 'topic-chaos', document: versionDocument }],
    ['document.version.create', { ...version, baseId: 'topic-chaos', ifBaseRevisionId: 'a' }],
    ['document.version.replace', { publishedId: 'topic-chaos', document: versionDocument }],
    ['document.version.discard', version],
    ['document.version.unpublish', version],
    ['release.create', { releaseId: 'rOdd', metadata: { title: 'x', releaseType: 'asap' } }],
    ['release.edit', { releaseId: 'rOdd', patch: { set: { 'metadata.title': 'x' }, unset: ['metadata.x'] } }],
    ['release.schedule', { releaseId: 'rOdd', publishAt: '2100-01-01T00:00:00Z' }],
    ['release.publish', { releaseId: 'rOdd' }],
  ])('the action %s', async (name, attributes) => {
    await client.releases.create({ releaseId: name === 'release.create' ? 'rOther' : 'rOdd' });
    const body = {
      actions: [{ actionType: `sanity.action.${name}`, ...attributes }],
      transactionId: 't',
      dryRun: true,
    };
    const send = async (one: unknown) => (await post('/data/actions/test', JSON.stringify(one))).status;
    expect(await wronglyAnswered(send, body, anyValue)).toEqual([]);
  });

  test('mutations', async () => {
    const patch = {
      set: { n: 1 },
      setIfMissing: { m: 1 },
      unset: ['x'],
      inc: { count: 1 },
      diffMatchPatch: { title: '@@ -1 +1 @@\n-x\n+y\n' },
      insert: { after: 'list[-1]', items: [1] },
    };
    await client.create({ _id: 'odd', _type: 'odd', count: 1, title: 'x', list: [] });
    const mutations = [
      { create: { _id: 'new', _type: 'new' } },
      { patch: { id: 'odd', ifRevisionID: 'x', ...patch } },
      { delete: { id: 'odd' } },
    ];
    for (const mutation of mutations)
      expect(
        await wronglyAnswered(
          async (body) => (await post('/data/mutate/test?dryRun=true', JSON.stringify(body))).status,
          { mutations: [mutation], transactionId: 't' },
          anyValue,
        ),
      ).toEqual([]);
  });

  test.each<['PUT' | 'POST', string, object]>([
    ['PUT', '/__emulator/streams', { queryLagMs: 0 }],
    ['POST', '/__emulator/streams', { action: 'end', kind: 'live', reason: 'x' }],
    [
      'PUT',
      '/__emulator/webhooks',
      { endpoints: [{ ...hook, on: ['create'], filter: 'a', projection: '{a}' }] },
    ],
    [
      'PUT',
      '/__emulator/faults',
      { faults: [{ kind: 'status', method: 'X', path: 'x', query: 'x', headers: { a: 'b' } }] },
    ],
    [
      'POST',
      '/v2025-02-19/hooks/projects/testing',
      { ...hook, rule: { on: ['create'], filter: 'a', projection: '{a}' } },
    ],
  ])('%s %s', async (method, path, body) => {
    const headers = {
      ...CONTROL_HEADERS,
      'content-type': 'application/json',
      authorization: 'Bearer writer',
    };
    const send = async (one: unknown) =>
      (await fetch(`${testEmulator.emulator.url}${path}`, { method, headers, body: JSON.stringify(one) }))
        .status;
    expect(await wronglyAnswered(send, body, anyValue)).toEqual([]);
    expect((await query('1')).status).toBe(200);
  });
});

test('content emulator abuse: stored values that are neither texts nor numbers break nothing', async () => {
  const listener = recordEvents<{ type: string; documentId?: string }>(
    client.listen(
      '*[title match "x" || string(title) == "x" || dateTime(title) < now()] | order(title)',
      {},
      {
        events: ['welcome', 'mutation'],
      },
    ) as never,
  );
  await listener.waitFor(({ type }) => type === 'welcome');
  const endpoints = [
    { ...hook, filter: 'title match "x" || string(slug) == "x"', projection: '{"t": title + "x"}' },
  ];
  await testEmulator.control('PUT', 'webhooks', { endpoints });
  const names = [
    'title',
    'slug',
    'name',
    'state',
    'publishAt',
    'list',
    '_createdAt',
    '_system',
    '_originalId',
  ];
  for (const value of UNCONVERTIBLE_VALUES)
    for (const name of names) {
      const odd = { _id: '_.releases.rOdd', _type: 'system.release', name: 'rOdd', state: 'scheduled' };
      await client.createOrReplace({ _id: 'odd', _type: 'odd', [name]: value } as never);
      await client.createOrReplace({ _id: 'versions.rOdd.odd', _type: 'odd', [name]: value } as never);
      await client.createOrReplace({ ...odd, publishAt: '2100-01-01T00:00:00Z', [name]: value });
      const groq =
        '*[_id match "*odd" || title match "x"]{..., "t": title + "x", "d": dateTime(title), "s": string(slug), "l": lower(name), "n": slug.current} | order(title, list[0] desc)';
      for (const perspective of ['published', 'raw', 'drafts', 'rOdd'] as const)
        expect(
          await client.fetch(groq, {}, { perspective: perspective === 'rOdd' ? ['rOdd'] : perspective }),
        ).toEqual(expect.any(Array));
      await client.delete({ query: '*[_type in ["odd", "system.release"]]' });
    }
  await client.create({ _id: 'after', _type: 'odd', title: 'x' });
  await listener.waitFor(({ documentId }) => documentId === 'after');
  listener.stop();
});
