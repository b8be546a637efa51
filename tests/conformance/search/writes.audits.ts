import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { AuditIndex, type Body, call, type Given, indexAudit, type SearchTarget, sameIds } from './target.ts';

const films: Given = {
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

/** Attributes after partial updates of record `a`. */
const operations: [
  id: string,
  name: string,
  update: Record<string, unknown>,
  expected: Record<string, unknown>,
][] = [
  ['020', 'sets attributes and keeps the others', { title: 'Orbits' }, { title: 'Orbits', views: 5 }],
  ['021', 'increments', { views: { _operation: 'Increment', value: 2 } }, { views: 7 }],
  ['022', 'decrements', { views: { _operation: 'Decrement', value: 2 } }, { views: 3 }],
  ['023', 'begins an increment at nothing', { likes: { _operation: 'Increment', value: 2 } }, { likes: 2 }],
  ['024', 'adds to an array', { tags: { _operation: 'Add', value: 'x' } }, { tags: ['x', 'y', 'x'] }],
  ['025', 'adds to an array once', { tags: { _operation: 'AddUnique', value: 'x' } }, { tags: ['x', 'y'] }],
  ['026', 'removes from an array', { tags: { _operation: 'Remove', value: 'x' } }, { tags: ['y'] }],
  [
    '027',
    'increments from the present value',
    { views: { _operation: 'IncrementFrom', value: 5 } },
    { views: 6 },
  ],
  [
    '028',
    'ignores an increment from another value',
    { views: { _operation: 'IncrementFrom', value: 4 } },
    { views: 5 },
  ],
  ['029', 'raises to a greater value', { views: { _operation: 'IncrementSet', value: 9 } }, { views: 9 }],
  [
    '030',
    'ignores a rise to a lesser value',
    { views: { _operation: 'IncrementSet', value: 1 } },
    { views: 5 },
  ],
];

/** How the search service keeps records and indices. */
export const searchWriteAudits: readonly Audit<SearchTarget>[] = [
  audit('001', 'makes an id for a record without one', async (index) => {
    const answer = await index.write('POST', '', { title: 'New' }, 201);
    assert.equal((await index.call('GET', `/${answer.objectID}`)).title, 'New');
  }),
  audit('002', 'replaces a record whole', async (index) => {
    await index.write('PUT', '/a', { title: 'Other' });
    assert.deepEqual(await index.call('GET', '/a'), { objectID: 'a', title: 'Other' });
  }),
  audit('003', 'finds a record by its new words and no longer by its old', async (index) => {
    await index.write('PUT', '/a', { title: 'Vortices' });
    assert.deepEqual(await index.ids({ query: 'vortices' }), ['a']);
    assert.deepEqual(await index.ids({ query: 'attractors' }), []);
  }),
  audit('004', 'deletes a record', async (index) => {
    await index.write('DELETE', '/a');
    assert.equal(await index.refused('GET', '/a', undefined, 404), 'ObjectID does not exist');
    assert.deepEqual(await index.ids({}), ['b']);
  }),
  audit('005', 'deletes a record that is not there without complaint', async (index) => {
    await index.write('DELETE', '/nobody');
  }),
  audit('006', 'answers a batch with the ids in order', async (index) => {
    const body = batch(
      ['addObject', { objectID: 'c' }],
      ['deleteObject', { objectID: 'a' }],
      ['updateObject', { objectID: 'b' }],
    );
    assert.deepEqual((await index.write('POST', '/batch', body)).objectIDs, ['c', 'a', 'b']);
    sameIds(await index.ids({}), ['b', 'c']);
  }),
  audit('007', 'does nothing of a batch with a bad action', async (index) => {
    await index.refused(
      'POST',
      '/batch',
      batch(['addObject', { objectID: 'c' }], ['explode', { objectID: 'd' }]),
    );
    sameIds(await index.ids({}), ['a', 'b']);
  }),
  audit('008', 'gives tasks ids that grow', async (index) => {
    const first = await index.write('PUT', '/c', {});
    const second = await index.write('PUT', '/c', {});
    assert.ok(second.taskID > first.taskID);
  }),
  audit('009', 'refuses a record that is too big, and says which', async (index) => {
    const body = batch(
      ['addObject', { objectID: 'small' }],
      ['addObject', { objectID: 'huge', text: 'x'.repeat(200_000) }],
    );
    const answer = await index.call('POST', '/batch', body, 400);
    assert.match(answer.message, /is too big size=\d+\/\d+ bytes/);
    assert.deepEqual([answer.position, answer.objectID], [1, 'huge']);
  }),
  audit('010', 'takes ids with slashes, spaces and dots', async (index) => {
    const id = 'drafts.a/b c?d';
    await index.write('PUT', `/${encodeURIComponent(id)}`, { title: 'Odd' });
    assert.equal((await index.call('GET', `/${encodeURIComponent(id)}`)).objectID, id);
  }),
  ...operations.map(([id, name, update, expected]) =>
    audit(id, `partial update: ${name}`, async (index) => {
      await index.write('POST', '/a/partial', update);
      const record = await index.call('GET', '/a');
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, record[key]])), expected);
    }),
  ),
  audit('031', 'makes a record by a partial update', async (index) => {
    await index.write('POST', '/c/partial', { title: 'New' });
    assert.equal((await index.call('GET', '/c')).title, 'New');
  }),
  audit('032', 'makes no record by a partial update with createIfNotExists=false', async (index) => {
    await index.write('POST', '/c/partial?createIfNotExists=false', { title: 'New' });
    await index.refused('GET', '/c', undefined, 404);
  }),
  audit('033', 'clears records and keeps settings', async (index) => {
    await index.configure({ hitsPerPage: 7 });
    await index.write('POST', '/clear');
    const { nbHits, hitsPerPage } = await index.search({});
    assert.deepEqual([nbHits, hitsPerPage], [0, 7]);
  }),
  audit('034', 'deletes by filters', async (index) => {
    await index.write('POST', '/deleteByQuery', { numericFilters: ['views > 6'] });
    assert.deepEqual(await index.ids({}), ['a']);
  }),
  audit('035', 'refuses to delete by nothing', async (index) => {
    await index.refused('POST', '/deleteByQuery', {});
  }),
  audit('036', 'deletes an index, and then does not know it', async (index) => {
    await index.write('DELETE', '');
    assert.equal(await index.refused('POST', '/query', {}, 404), `Index ${index.name} does not exist`);
  }),
  audit('037', 'copies and moves indices', async (index) => {
    const copy = new AuditIndex(index.target);
    const moved = new AuditIndex(index.target);
    try {
      await index.write('POST', '/operation', { operation: 'copy', destination: copy.name });
      sameIds(await copy.ids({}), ['a', 'b']);
      await copy.write('POST', '/operation', { operation: 'move', destination: moved.name });
      sameIds(await moved.ids({}), ['a', 'b']);
      await copy.refused('POST', '/query', {}, 404);
    } finally {
      await copy.call('DELETE', '');
      await moved.call('DELETE', '');
    }
  }),
  audit('038', 'copies settings alone when that is the scope', async (index) => {
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
  audit('040', 'browses all records in pages, by cursor', async (index) => {
    const first = await index.call('POST', '/browse', { hitsPerPage: 1 });
    const second = await index.call('POST', '/browse', { cursor: first.cursor });
    assert.equal(second.cursor, undefined);
    sameIds(
      [...first.hits, ...second.hits].map((h: Body) => h.objectID),
      ['a', 'b'],
    );
  }),
  audit('041', 'gets records of several indices at once, null for each that is missing', async (index) => {
    const requests = ['b', 'nobody', 'a'].map((objectID) => ({ indexName: index.name, objectID }));
    const { body } = await call(index.target, 'POST', '/1/indexes/*/objects', { requests });
    assert.deepEqual(
      body.results.map((r: Body) => r?.objectID ?? null),
      ['b', null, 'a'],
    );
  }),
  audit('042', 'carries out a batch over several indices', async (index) => {
    const requests = [{ action: 'addObject', indexName: index.name, body: { objectID: 'c' } }];
    const { body } = await call(index.target, 'POST', '/1/indexes/*/batch', { requests });
    await index.waitFor(body.taskID[index.name]);
    sameIds(await index.ids({}), ['a', 'b', 'c']);
  }),
];
