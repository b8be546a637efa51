import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Change } from '../../../gateway/core/change.ts';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { contentSignature, deliverContentWebhook } from '../../support/contentWebhook.ts';
import { type Stack, startStack } from '../../support/stack.ts';
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
