import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Change } from '../../../gateway/core/change.ts';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { contentSignature, deliverContentWebhook, deliverSyncTags } from '../../support/contentWebhook.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';

/** A stack without live events, so that only deliveries tell of changes. */
let stack: Stack;
let changes: Change[] = [];
let stopListening: () => void;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CACHE_TTL: '600' } });
  await stack.setFaults('content', [{ kind: 'status', status: 403, path: '/data/live' }]);
  await stack.control('content', 'POST', 'streams', { action: 'end' });
  await within(500, async () => expect((await stack.control('content', 'GET', 'streams')).live).toBe(0));
});
beforeEach(() => {
  changes = [];
  stopListening = stack.changes.listen((change) => changes.push(change));
});
afterEach(() => stopListening());
afterAll(() => stack.close());

const deliver = async (body: unknown, headers: Record<string, string> = {}) => {
  const text = JSON.stringify(body);
  const response = await deliverContentWebhook(stack.url, text, { ...contentSignature(text), ...headers });
  expect(response.status).toBe(200);
};
/**
 * Returns the first change of a document; of no document for null. A change that an earlier test caused can be published again
 * when the content service returns it.
 */
const published = (id: string | null) =>
  within(1_000, () => {
    const found = changes.find(({ documents = [] }) =>
      id === null ? documents.length === 0 : documents.some((document) => document.id === id),
    );
    expect(found).toBeDefined();
    return found as Change;
  });
/** The tags of a change of a film: its type, and the expressions that may read any type. */
const FILM = ['content:type:film', 'content:type:*', 'content:type:~'];

describe('webhook delivery: without a type', () => {
  test.each([
    ['and with a null type', { _id: 'film-lorenz', _type: null, _rev: null }, {}],
    ['and with a type that is no text', { _id: 'film-lorenz', _type: ['film'] }, {}],
    ['and with the id in a header', {}, { 'sanity-document-id': 'film-lorenz' }],
    ['with a null body', null, { 'sanity-document-id': 'film-lorenz' }],
  ])('%s, invalidates what depends on the type of the document', async (_case, body, headers) => {
    await deliver(body, headers);
    const change = await published('film-lorenz');
    expect(change).toMatchObject({ tags: FILM, documents: [{ id: 'film-lorenz', type: 'film' }] });
    expect(change.shouldInvalidateAll).not.toBe(true);
  });

  test('keeps subscriptions, and tells them', async () => {
    const client = createSubscriber(stack.url);
    const events = client.iterate({
      query: 'subscription { contentChanged(types: [FILM]) { documentId kind } }',
    });
    const first = events.next();
    await within(500, async () => {
      await deliver({ _id: 'film-lorenz', n: Math.random() });
      expect(changes.length).toBeGreaterThan(0);
    });
    expect((await first).value?.data?.contentChanged).toMatchObject({ kind: 'UPDATED' });
    await deliver({ _id: 'nobody-knows' });
    await within(500, () => expect(changes.some((change) => change.shouldInvalidateAll)).toBe(true));
    expect(changes.some(({ hasGap }) => hasGap)).toBe(false);
    const next = events.next();
    await deliver({ _id: 'film-boids' });
    expect(await next).toMatchObject({ done: false });
    await client.dispose();
  });

  test('that tells a deletion, uses the type that the document had', async () => {
    const film = {
      _id: 'film-brief',
      _type: 'film',
      title: 'Brief',
      slug: { current: 'brief' },
      credits: [],
    };
    await stack.editor.create(film);
    await deliver({ _id: film._id, _type: 'film', operation: 'create' });
    await published(film._id);
    await stack.editor.delete(film._id);
    changes = [];
    await deliver({ _id: film._id, operation: 'delete' });
    expect(await published(film._id)).toMatchObject({
      tags: FILM,
      documents: [{ id: film._id, type: 'film', operation: 'delete' }],
      shouldInvalidateAll: false,
    });
  });

  test('invalidates everything if the type is unknown', async () => {
    await deliver({ _id: 'gone-long-ago', operation: 'delete' });
    await within(500, () => expect(changes.some((change) => change.shouldInvalidateAll)).toBe(true));
  });
});

describe('webhook delivery: with a type that the document does not have', () => {
  test.each([
    ['of the model', { _type: 'article', operation: 'update', _rev: 'r1' }],
    ['of the model, and a time', { _type: 'article', _updatedAt: '2026-11-01T00:00:00Z' }],
    ['that the model lacks', { _type: 'nothing', _rev: 'r2' }],
    ['that is empty', { _type: '', _rev: 'r3' }],
    ['that is too long for a type', { _type: 'x'.repeat(1_000), _rev: 'r4' }],
    ['with a space in it', { _type: 'film ', _rev: 'r5' }],
  ])('%s, tells the type that the content service returns', async (_case, fields) => {
    await deliver({ _id: 'film-gray-scott', ...fields });
    const change = await published('film-gray-scott');
    expect(change.documents).toMatchObject([{ id: 'film-gray-scott', type: 'film' }]);
    expect(change.tags).toContain('content:type:film');
    expect(change.shouldInvalidateAll).not.toBe(true);
  });

  test('sends no event of that type', async () => {
    const client = createSubscriber(stack.url);
    const events = client.iterate({ query: 'subscription { contentChanged { documentId type } }' });
    const first = events.next();
    const documentId = toGlobalId('Film', 'film-penrose');
    await within(500, async () => {
      await deliver({ _id: 'film-penrose', _type: 'article', _rev: `r${Math.random()}` });
      expect(changes.length).toBeGreaterThan(0);
    });
    expect((await first).value?.data?.contentChanged).toEqual({ documentId, type: 'FILM' });
    await client.dispose();
  });

  test('tells the type that a deleted document had', async () => {
    await stack.editor.create({
      _id: 'topic-gone',
      _type: 'topic',
      title: 'Gone',
      slug: { current: 'gone' },
    });
    await deliver({ _id: 'topic-gone', _type: 'topic', operation: 'create' });
    await published('topic-gone');
    await stack.editor.delete('topic-gone');
    changes = [];
    await deliver({ _id: 'topic-gone', _type: 'film', operation: 'delete' });
    const change = await published('topic-gone');
    expect(change.documents).toMatchObject([{ id: 'topic-gone', type: 'topic', operation: 'delete' }]);
    expect(change.tags).toContain('content:type:topic');
  });
});

/** Values of `_id` that are no id of a document. */
const NO_IDS = [
  ['empty', ''],
  ['a space', ' '],
  ['null', null],
  ['a number', 7],
  ['a Boolean', true],
  ['a list', ['film-life']],
  ['an object', { _id: 'film-life' }],
  ['with a space', 'film life'],
  ['with a colon', 'Film:film-life'],
  ['with a slash', '../film-life'],
  ['of other letters', 'filmé'],
  ['with a null character', 'film\u0000'],
  ['with a leading hyphen', '-film'],
  ['with a leading dot', '.film'],
  ['too long', 'a'.repeat(129)],
  ['very long', 'a'.repeat(1_000_000)],
] as const;

describe.each(NO_IDS)('webhook delivery: with an id that is %s', (_case, _id) => {
  test('has no id', async () => {
    await deliver({ _id, _type: 'film', n: Math.random() });
    expect(await published(null)).toMatchObject({ tags: FILM, documents: [] });
  });

  test('has that of the header', async () => {
    await deliver({ _id, _type: 'film', n: Math.random() }, { 'sanity-document-id': 'film-life' });
    expect(await published('film-life')).toMatchObject({ documents: [{ id: 'film-life', type: 'film' }] });
  });
});

/** Returns the operations of the changes of a document. */
const operationsOn = (id: string) =>
  changes
    .flatMap(({ documents }) => documents)
    .filter((document) => document.id === id)
    .map(({ operation }) => operation);
/** Creates a film that the content service has not sent a delivery for. @returns the delivery of its creation */
const createFilm = async (_id: string, fields: { readonly _createdAt?: string } = {}) => {
  const film = { _id, _type: 'film', title: 'New', slug: { current: _id } };
  const { _rev, _updatedAt } = await stack.editor.create({ ...film, ...fields });
  return { _id, _type: 'film', _rev, _updatedAt, operation: 'create' };
};
/** Resolves when the deliveries so far are handled. */
const untilHandled = async () => {
  await deliver({ _id: 'film-boids', _type: 'film', n: Math.random() });
  await published('film-boids');
};

describe('webhook delivery: a document is created once', () => {
  test('if a poll finds a later version after the delivery', async () => {
    const id = 'film-created-before-poll';
    const creation = await createFilm(id);
    await deliver(creation);
    await published(id);
    await stack.editor.patch(id).set({ title: 'Edited' }).commit();
    await deliver({ _type: 'film' });
    await within(5_000, () => expect(operationsOn(id)).toStrictEqual(['create', undefined]));
  });

  test('if a poll finds a later version before the delivery', async () => {
    const id = 'film-created-after-poll';
    const creation = await createFilm(id);
    await stack.editor.patch(id).set({ title: 'Edited' }).commit();
    await deliver({ _type: 'film' });
    await within(5_000, () => expect(operationsOn(id)).toContain('create'));
    await deliver(creation);
    await untilHandled();
    expect(operationsOn(id).filter((operation) => operation === 'create')).toHaveLength(1);
  });

  test('and not at all if the delivery is of an update', async () => {
    const id = 'film-replaced-by-release';
    await deliver({ ...(await createFilm(id)), operation: 'update' });
    await published(id);
    await deliver({ _type: 'film' });
    await stack.editor.patch('film-boids').set({ title: 'Later than the film' }).commit();
    await within(5_000, () => expect(operationsOn('film-boids')).toContain(undefined));
    expect(operationsOn(id)).toStrictEqual(['update']);
  });

  test('and once more after its deletion', async () => {
    const id = 'film-created-twice';
    await deliver(await createFilm(id));
    await published(id);
    await stack.editor.delete(id);
    await deliver({ _id: id, _type: 'film', operation: 'delete' });
    await within(5_000, () => expect(operationsOn(id)).toStrictEqual(['create', 'delete']));
    await deliver(await createFilm(id));
    await within(5_000, () => expect(operationsOn(id)).toStrictEqual(['create', 'delete', 'create']));
  });
});

test('webhook delivery: tells that a document is new whose draft was created before, also after a poll', async () => {
  const id = 'film-drafted';
  const creation = await createFilm(id, { _createdAt: '2026-01-01T00:00:00Z' });
  await deliver({ _type: 'film' });
  await within(5_000, () => expect(operationsOn(id)).toStrictEqual([undefined]));
  for (let n = 0; n < 2; n++) await deliver(creation);
  await untilHandled();
  expect(operationsOn(id)).toStrictEqual([undefined, 'create']);
});

test('webhook delivery: an id of a header that is no id of a document is ignored', async () => {
  await deliver({ _type: 'film', n: 1 }, { 'sanity-document-id': 'a b' });
  expect(await published(null)).toMatchObject({ tags: FILM, documents: [] });
});

test.each(['internal.salaries', 'a'.repeat(128), '_x.y-z'])(
  'webhook delivery: names a document by any id that the content service takes: %s',
  async (_id) => {
    await deliver({ _id, _type: 'film' });
    expect(await published(_id)).toMatchObject({ tags: FILM, documents: [{ id: _id, type: 'film' }] });
  },
);

describe('webhook delivery: without an id', () => {
  test('invalidates what depends on its type', async () => {
    await deliver({ _type: 'film' });
    expect(await published(null)).toMatchObject({ tags: FILM, documents: [] });
  });

  test('and without a type, finds the change among the latest ones', async () => {
    await stack.editor.patch('film-boids').set({ title: 'Flock' }).commit();
    await deliver({ title: 'Flock' });
    const change = await published('film-boids');
    expect(change).toMatchObject({ tags: FILM, documents: [{ id: 'film-boids' }] });
  });
});

test.each(['drafts.film-ripples', 'versions.r1.film-ripples'])(
  'webhook delivery: of a version that is not published is ignored: %s',
  async (id) => {
    await deliver({ _id: id, _type: 'film' });
    await deliver({ _type: 'film' }, { 'sanity-document-id': id });
    await deliver({ _id: 'film-life', _type: 'film', _rev: id });
    const idsOfChanges = () =>
      changes.flatMap(({ documents = [] }) => documents.map((document) => document.id));
    await within(500, () => expect(idsOfChanges()).toContain('film-life'));
    expect(idsOfChanges()).not.toContain('film-ripples');
    expect(idsOfChanges()).not.toContain(id);
  },
);

test('webhook delivery: a time after that of the signature does not hide later changes', async () => {
  await deliver({ _id: 'film-sand', _type: 'film', _rev: 'never', _updatedAt: '2999-01-01T00:00:00Z' });
  const [document] = (await published('film-sand')).documents ?? [];
  expect(document).toMatchObject({ id: 'film-sand', type: 'film', revision: 'never' });
  expect(document?.updatedAt).toBeUndefined();
});

const TITLE = 'query Title($slug: String!) { film(by: { slug: $slug }) { title } }';
const titleOf = async (slug: string) => (await stack.query(TITLE, { slug })).data.film?.title;
/** Returns the number of provider requests of a query, whose title is the expected one. */
async function requestsOf(slug: string, title: string): Promise<number> {
  await stack.clearRequests();
  expect(await titleOf(slug)).toBe(title);
  return (await stack.requests()).content.length;
}
/** Reads both titles until they are cached. */
const untilCached = (titles: Readonly<Record<string, string>>) =>
  within(10_000, async () => {
    for (const [slug, title] of Object.entries(titles)) expect(await requestsOf(slug, title)).toBe(0);
  });
/** Registers a function that forwards sync tags to the gateway, as a deployed one does; none without an address. */
const deployFunction = (...urls: readonly string[]) =>
  stack.control('content', 'PUT', 'functions', { endpoints: urls.map((url) => ({ url })) });

describe('sync tags', () => {
  const tags = { syncTags: ['s1:unknown'] };
  const body = JSON.stringify(tags);

  test.each([
    ['without a signature', {}],
    ['with another secret', contentSignature(body, Date.now(), 'guessed')],
    ['with the signature of another body', contentSignature(`${body} `)],
    ['signed six minutes ago', contentSignature(body, Date.now() - 6 * 60_000)],
    ['signed in two minutes', contentSignature(body, Date.now() + 2 * 60_000)],
  ])('are rejected %s', async (_case, headers) => {
    const response = await deliverSyncTags(stack.url, body, headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'WEBHOOK_REJECTED' } }] });
    expect(changes).toEqual([]);
  });

  test.each([
    ['{"syncTags":"s1:a"}', 'expected a list syncTags, got a string'],
    ['{"tags":["s1:a"]}', 'expected a list syncTags, got none'],
    ['{"syncTags":[]}', 'expected at least one sync tag, got an empty list'],
    ['{"syncTags":["s1:a",7]}', 'got a number at syncTags[1]'],
    ['{"syncTags":[null]}', 'got none at syncTags[0]'],
    ['{"syncTags":[""]}', 'got another text at syncTags[0]'],
    ['{"syncTags":["s1:a,s1:b"]}', 'without spaces and commas, got another text at syncTags[0]'],
    [`{"syncTags":["s1:${'a'.repeat(254)}"]}`, 'of 1 to 256 characters'],
    ['["s1:a"]', 'expected a JSON object, got a list'],
    ['', 'got an empty body'],
  ])('get 400 with the fault of the body: %s', async (text, message) => {
    const response = await deliverSyncTags(stack.url, text);
    expect(response.status).toBe(400);
    const [error] = (await response.json()).errors;
    expect(error).toMatchObject({
      message: expect.stringContaining(message),
      extensions: { code: 'WEBHOOK_REJECTED' },
    });
    expect(error.message).toMatch(/; let the /);
    // An edit of an earlier test may still be reported, with its document.
    expect(changes.filter(({ documents = [] }) => documents.length === 0)).toEqual([]);
  });

  test('are rejected as a change of the document that a header names, which is not signed', async () => {
    const headers = {
      ...contentSignature(body),
      'sanity-document-id': 'unknown',
      'sanity-operation': 'delete',
    };
    const response = await deliverContentWebhook(stack.url, body, headers);
    expect(response.status).toBe(400);
    const [error] = (await response.json()).errors;
    expect(error).toMatchObject({
      message: expect.stringContaining('let the function send them to /webhooks/sync-tags'),
      extensions: { code: 'WEBHOOK_REJECTED' },
    });
    expect(changes).toEqual([]);
  });

  test('get 413 above 2 MB', async () => {
    const text = JSON.stringify({ syncTags: Array.from({ length: 300_000 }, (_, i) => `s1:${i}`) });
    expect((await deliverSyncTags(stack.url, text)).status).toBe(413);
  });

  test('that are unknown invalidate nothing, however often they arrive', async () => {
    await untilCached({ boids: await titleOf('boids') });
    const signature = contentSignature(body);
    for (let i = 0; i < 2; i += 1) {
      const response = await deliverSyncTags(stack.url, body, signature);
      expect([response.status, await response.json()]).toEqual([200, { status: 'accepted' }]);
    }
    expect(changes).toMatchObject([{ tags: ['content:s1:unknown'], documents: [] }, {}]);
    expect(await requestsOf('boids', await titleOf('boids'))).toBe(0);
  });

  test('above 1,000 invalidate everything, as in a live event', async () => {
    const text = JSON.stringify({ syncTags: Array.from({ length: 1_001 }, (_, i) => `s1:${i}`) });
    expect((await deliverSyncTags(stack.url, text)).status).toBe(200);
    expect(changes).toMatchObject([{ shouldInvalidateAll: true, hasGap: true }]);
  });

  test('invalidate the responses that have them, and no others', async () => {
    const [clifford, lissajous] = [await titleOf('clifford'), await titleOf('lissajous')];
    await untilCached({ clifford, lissajous });
    const query = '*[_type == "film" && slug.current == "clifford"]';
    const { syncTags } = await stack.editor.fetch(
      query,
      {},
      { filterResponse: false, perspective: 'published' },
    );
    expect((await deliverSyncTags(stack.url, JSON.stringify({ syncTags }))).status).toBe(200);
    expect(await requestsOf('lissajous', lissajous)).toBe(0);
    expect(await requestsOf('clifford', clifford)).toBe(1);
  });

  test('are held until the content service returns the change', async () => {
    const title = await titleOf('penrose');
    await untilCached({ penrose: title });
    await deployFunction(`${stack.url}/webhooks/sync-tags`);
    await stack.control('content', 'PUT', 'streams', { queryLagMs: 700 });
    try {
      await stack.editor.patch('film-penrose').set({ title: 'Kites' }).commit({ visibility: 'async' });
      await stack.control('content', 'GET', 'functions/idle');
      expect(await titleOf('penrose')).toBe(title);
      await within(10_000, async () => expect(await titleOf('penrose')).toBe('Kites'));
    } finally {
      await stack.control('content', 'PUT', 'streams', { queryLagMs: 0 });
      await deployFunction();
    }
  });
});

describe('function of deploy/sanity', () => {
  /** The function of the blueprint. Its types are those of a package that only Sanity's builds have. */
  let handler: (call: {
    event: { data: { syncTags: readonly string[] } };
    done(tags: readonly string[]): Promise<Response>;
  }) => Promise<void>;
  beforeAll(async () => {
    ({ handler } = await import(`${ROOT}deploy/sanity/functions/sync-tags/index.ts`));
    process.env.SANITY_WEBHOOK_SECRET = stack.env.SANITY_WEBHOOK_SECRET;
  });
  afterAll(() => {
    delete process.env.SANITY_WEBHOOK_SECRET;
    delete process.env.TRIVIUM_URLS;
  });
  /** Runs the function. Returns what is known when it calls `done`. */
  async function run(urls: string, syncTags: readonly string[]) {
    process.env.TRIVIUM_URLS = urls;
    const done: { tags: readonly string[]; changes: number }[] = [];
    const result = await handler({
      event: { data: { syncTags } },
      async done(doneTags) {
        done.push({ tags: doneTags, changes: changes.length });
        return new Response(null, { status: 204 });
      },
    }).catch((error: Error) => error.message);
    return { done, result };
  }

  test('calls done when the gateway has invalidated the tags', async () => {
    const tags = ['s1:a', 's1:b'];
    const { done, result } = await run(`${stack.url}/`, tags);
    expect(result).toBeUndefined();
    expect(done).toEqual([{ tags, changes: 1 }]);
    expect(changes).toMatchObject([{ tags: ['content:s1:a', 'content:s1:b'] }]);
  });

  test('tries again while a gateway fails, and tells all gateways', async () => {
    let requests = 0;
    const failing = createServer((_request, response) => {
      requests += 1;
      response.writeHead(requests === 1 ? 503 : 200).end();
    });
    await once(failing.listen(0, '127.0.0.1'), 'listening');
    const { port } = failing.address() as AddressInfo;
    const { done, result } = await run(`http://127.0.0.1:${port}, ${stack.url}`, ['s1:a']);
    failing.close();
    expect([result, requests]).toEqual([undefined, 2]);
    expect(done).toEqual([{ tags: ['s1:a'], changes: 1 }]);
  });

  test('fails with the response of a gateway that rejects its signature, and calls done', async () => {
    process.env.SANITY_WEBHOOK_SECRET = 'another';
    const { done, result } = await run(stack.url, ['s1:a']);
    process.env.SANITY_WEBHOOK_SECRET = stack.env.SANITY_WEBHOOK_SECRET;
    expect(result).toMatch(/status 401, .*WEBHOOK_REJECTED/);
    expect(done).toEqual([{ tags: ['s1:a'], changes: 0 }]);
  });
});
