import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import {
  AuditIndex,
  assertSameIds,
  type Body,
  call,
  type IndexFixture,
  indexAudit,
  type SearchTarget,
} from './target.ts';

const films: IndexFixture = {
  records: [
    { objectID: 'a', title: 'Attractors', views: 5, tags: ['x', 'y'] },
    { objectID: 'b', title: 'Ripples', views: 7 },
  ],
};

const audit = (id: string, name: string, run: (index: AuditIndex) => Promise<void>, given = films) =>
  indexAudit(`search-write-${id}`, 'MUST', name, given, run);

const batch = (...requests: [action: string, body: Record<string, unknown>][]) => ({
  requests: requests.map(([action, body]) => ({ action, body })),
});

/** Writes of records and indices. */
export const searchWriteAudits: readonly Audit<SearchTarget>[] = [
  audit('001', 'generates a missing objectID', async (index) => {
    const response = await index.write('POST', '', { title: 'New' }, 201);
    assert.equal((await index.call('GET', `/${response.objectID}`)).title, 'New');
  }),
  audit('002', 'replaces the whole record', async (index) => {
    await index.write('PUT', '/a', { title: 'Other' });
    assert.deepEqual(await index.call('GET', '/a'), { objectID: 'a', title: 'Other' });
  }),
  audit('003', 'finds a record by its new text only', async (index) => {
    await index.write('PUT', '/a', { title: 'Vortices' });
    assert.deepEqual(await index.ids({ query: 'vortices' }), ['a']);
    assert.deepEqual(await index.ids({ query: 'attractors' }), []);
  }),
  audit('004', 'deletes a record', async (index) => {
    await index.write('DELETE', '/a');
    assert.equal(await index.expectRejection('GET', '/a', undefined, 404), 'ObjectID does not exist');
    assert.deepEqual(await index.ids({}), ['b']);
  }),
  audit('005', 'deletes a missing record without an error', async (index) => {
    await index.write('DELETE', '/unknown');
  }),
  audit('006', 'returns the objectIDs of a batch in order', async (index) => {
    const body = batch(
      ['addObject', { objectID: 'c' }],
      ['deleteObject', { objectID: 'a' }],
      ['updateObject', { objectID: 'b' }],
    );
    assert.deepEqual((await index.write('POST', '/batch', body)).objectIDs, ['c', 'a', 'b']);
    assertSameIds(await index.ids({}), ['b', 'c']);
  }),
  audit('007', 'applies nothing of a batch with an invalid action', async (index) => {
    await index.expectRejection(
      'POST',
      '/batch',
      batch(['addObject', { objectID: 'c' }], ['explode', { objectID: 'd' }]),
    );
    assertSameIds(await index.ids({}), ['a', 'b']);
  }),
  audit('008', 'returns increasing task ids', async (index) => {
    const first = await index.write('PUT', '/c', {});
    const second = await index.write('PUT', '/c', {});
    assert.ok(second.taskID > first.taskID);
  }),
  audit('009', 'rejects a record over the size limit with its objectID', async (index) => {
    const body = batch(
      ['addObject', { objectID: 'small' }],
      ['addObject', { objectID: 'huge', text: 'x'.repeat(200_000) }],
    );
    const response = await index.call('POST', '/batch', body, 400);
    assert.match(response.message, /is too big size=\d+\/\d+ bytes/);
    assert.deepEqual([response.position, response.objectID], [1, 'huge']);
  }),
  audit('011', 'rejects a batch with an objectID over 512 bytes, with its position', async (index) => {
    const objectID = 'é'.repeat(257);
    for (const action of ['addObject', 'updateObject', 'partialUpdateObject', 'deleteObject']) {
      const body = batch(['addObject', { objectID: 'small' }], [action, { objectID }]);
      const response = await index.call('POST', '/batch', body, 400);
      assert.match(response.message, /^Record at the position 1 .*objectID.*512 bytes/);
      assert.deepEqual([response.position, response.objectID], [1, objectID]);
    }
    assertSameIds(await index.ids({}), ['a', 'b']);
    await index.write('PUT', `/${encodeURIComponent('é'.repeat(256))}`, {});
  }),
  audit('012', 'rejects a batch with an invalid value, with the record and its position', async (index) => {
    const invalid: [action: string, body: Record<string, unknown>][] = [
      ['addObject', { objectID: ['c'] }],
      ['addObject', { objectID: '' }],
      ['updateObject', {}],
      ['partialUpdateObject', { objectID: 'a', title: { _operation: 'Increment', value: 1 } }],
      ['partialUpdateObject', { objectID: 'a', views: { _operation: 'Multiply', value: 2 } }],
    ];
    for (const [action, record] of invalid) {
      const body = batch(['addObject', { objectID: 'c' }], [action, record]);
      const response = await index.call('POST', '/batch', body, 400);
      assert.equal(response.position, 1);
      assert.match(response.message, /^Record at the position 1/);
    }
    assertSameIds(await index.ids({}), ['a', 'b']);
  }),
  audit('010', 'accepts objectIDs with slashes, spaces and dots', async (index) => {
    const id = 'drafts.a/b c?d';
    await index.write('PUT', `/${encodeURIComponent(id)}`, { title: 'Odd' });
    assert.equal((await index.call('GET', `/${encodeURIComponent(id)}`)).objectID, id);
  }),
  audit('033', 'clears records and preserves settings', async (index) => {
    await index.configure({ hitsPerPage: 7 });
    await index.write('POST', '/clear');
    const { nbHits, hitsPerPage } = await index.search({});
    assert.deepEqual([nbHits, hitsPerPage], [0, 7]);
  }),
  audit('034', 'deletes by filters', async (index) => {
    await index.write('POST', '/deleteByQuery', { numericFilters: ['views > 6'] });
    assert.deepEqual(await index.ids({}), ['a']);
  }),
  audit('035', 'rejects deleteByQuery without filters', async (index) => {
    await index.expectRejection('POST', '/deleteByQuery', {});
  }),
  audit('036', 'deletes an index and then responds 404', async (index) => {
    await index.write('DELETE', '');
    assert.equal(
      await index.expectRejection('POST', '/query', {}, 404),
      `Index ${index.name} does not exist`,
    );
  }),
  audit('037', 'copies and moves indices', async (index) => {
    const copy = new AuditIndex(index.target);
    const moved = new AuditIndex(index.target);
    try {
      await index.write('POST', '/operation', { operation: 'copy', destination: copy.name });
      assertSameIds(await copy.ids({}), ['a', 'b']);
      await copy.write('POST', '/operation', { operation: 'move', destination: moved.name });
      assertSameIds(await moved.ids({}), ['a', 'b']);
      await copy.expectRejection('POST', '/query', {}, 404);
    } finally {
      await copy.call('DELETE', '');
      await moved.call('DELETE', '');
    }
  }),
  audit('038', 'copies settings only with scope=settings', async (index) => {
    await index.configure({ hitsPerPage: 3 });
    const copy = new AuditIndex(index.target);
    try {
      await index.write('POST', '/operation', {
        operation: 'copy',
        destination: copy.name,
        scope: ['settings'],
      });
      const { nbHits, hitsPerPage } = await copy.search({});
      assert.deepEqual([nbHits, hitsPerPage], [0, 3]);
    } finally {
      await copy.call('DELETE', '');
    }
  }),
  audit('039', 'lists indices with the number of their records', async (index) => {
    const { body } = await call(index.target, 'GET', '/1/indexes');
    assert.equal(body.items.find((item: Body) => item.name === index.name).entries, 2);
  }),
  audit('040', 'browses all records by cursor', async (index) => {
    const first = await index.call('POST', '/browse', { hitsPerPage: 1 });
    const second = await index.call('POST', '/browse', { cursor: first.cursor });
    assert.equal(second.cursor, undefined);
    assertSameIds(
      [...first.hits, ...second.hits].map((h: Body) => h.objectID),
      ['a', 'b'],
    );
  }),
  audit('041', 'returns records of several indices, null for missing ones', async (index) => {
    const requests = ['b', 'unknown', 'a'].map((objectID) => ({ indexName: index.name, objectID }));
    const { body } = await call(index.target, 'POST', '/1/indexes/*/objects', { requests });
    assert.deepEqual(
      body.results.map((r: Body) => r?.objectID ?? null),
      ['b', null, 'a'],
    );
  }),
  audit('042', 'applies a batch to several indices', async (index) => {
    const requests = [{ action: 'addObject', indexName: index.name, body: { objectID: 'c' } }];
    const { body } = await call(index.target, 'POST', '/1/indexes/*/batch', { requests });
    await index.waitFor(body.taskID[index.name]);
    assertSameIds(await index.ids({}), ['a', 'b', 'c']);
  }),
];
