import assert from 'node:assert/strict';
import { AuditIndex, assertSameIds, type Body, call, type IndexFixture, indexAudit } from './target.ts';

const FIXTURE: IndexFixture = {
  settings: { searchableAttributes: ['title', 'text'], customRanking: ['desc(popularity)'] },
  records: [
    { objectID: 'a', title: 'Lorenz attractor', price: 30, popularity: 1 },
    { objectID: 'b', title: 'Chaos', text: 'The Lorenz attractor', price: 10, popularity: 2 },
    { objectID: 'c', title: 'Waves', text: 'No attractor', price: 20, popularity: 3 },
  ],
};

/** Runs an audit with a primary index and the names of two indices, which are deleted afterwards. */
const replicaAudit = (
  id: string,
  name: string,
  run: (primary: AuditIndex, first: AuditIndex, second: AuditIndex) => Promise<void>,
) =>
  indexAudit(`search-replica-${id}`, 'MUST', name, FIXTURE, async (primary) => {
    const replicas = [new AuditIndex(primary.target), new AuditIndex(primary.target)] as const;
    try {
      await run(primary, ...replicas);
    } finally {
      await primary.configure({ replicas: [] });
      for (const replica of replicas) await replica.call('DELETE', '');
    }
  });

const listed = async (index: AuditIndex): Promise<Body> => {
  const { body } = await call(index.target, 'GET', '/1/indexes');
  return body.items.find(({ name }: Body) => name === index.name);
};

/** Standard and virtual replicas. */
export const searchReplicaAudits = [
  replicaAudit('001', 'sorts by the ranking of a standard replica', async (primary, replica) => {
    await primary.configure({ replicas: [replica.name] });
    assert.deepEqual(await replica.ids({}), ['c', 'b', 'a']);
    await replica.configure({ ranking: ['asc(price)', 'typo', 'custom'] });
    assert.deepEqual(await replica.ids({}), ['b', 'c', 'a']);
    assert.deepEqual(await replica.ids({ query: 'lorenz' }), ['b', 'a']);
    assert.deepEqual(await primary.ids({}), ['c', 'b', 'a']);
  }),
  replicaAudit('002', 'forwards writes of records', async (primary, replica) => {
    await primary.configure({ replicas: [replica.name] });
    await primary.save({ objectID: 'd', title: 'New' });
    await primary.write('POST', '/a/partial', { title: 'Changed' });
    await primary.write('DELETE', '/b');
    assertSameIds(await replica.ids({}), ['a', 'c', 'd']);
    assert.deepEqual(await replica.ids({ query: 'changed' }), ['a']);
    await primary.write('POST', '/deleteByQuery', { numericFilters: ['price>25'] });
    assertSameIds(await replica.ids({}), ['c', 'd']);
    await primary.write('POST', '/clear');
    assert.deepEqual(await replica.ids({}), []);
  }),
  replicaAudit('003', 'starts with the settings of the primary index', async (primary, replica, other) => {
    await other.save({ objectID: 'old', title: 'Old' });
    await other.configure({ hitsPerPage: 7 });
    await primary.configure({ replicas: [replica.name, other.name], hitsPerPage: 5 });
    const settings = await replica.call('GET', '/settings');
    assert.deepEqual(
      [settings.hitsPerPage, settings.primary, settings.replicas],
      [5, primary.name, undefined],
    );
    assert.deepEqual((await primary.call('GET', '/settings')).replicas, [replica.name, other.name]);
    assertSameIds(await other.ids({}), ['a', 'b', 'c']);
    assert.equal((await other.call('GET', '/settings')).hitsPerPage, 7);
  }),
  replicaAudit('004', 'changes replicas with forwardToReplicas only', async (primary, replica) => {
    await primary.configure({ replicas: [replica.name] });
    await primary.write('PUT', '/settings', { hitsPerPage: 3 });
    assert.equal((await replica.call('GET', '/settings')).hitsPerPage, 20);
    await primary.write('PUT', '/settings?forwardToReplicas=true', { hitsPerPage: 4 });
    assert.equal((await replica.call('GET', '/settings')).hitsPerPage, 4);
    const synonym = { objectID: 's', type: 'synonym', synonyms: ['waves', 'ripples'] };
    await primary.write('POST', '/synonyms/batch', [synonym]);
    assert.deepEqual(await replica.ids({ query: 'ripples' }), []);
    await primary.write('POST', '/synonyms/batch?forwardToReplicas=true', [synonym]);
    assert.deepEqual(await replica.ids({ query: 'ripples' }), ['c']);
    const rule = { objectID: 'r', conditions: [], consequence: { hide: [{ objectID: 'c' }] } };
    await primary.write('PUT', '/rules/r?forwardToReplicas=true', rule);
    assert.deepEqual(await replica.ids({ query: 'ripples' }), []);
    await primary.write('DELETE', '/rules/r?forwardToReplicas=true');
    await primary.write('POST', '/synonyms/clear?forwardToReplicas=true');
    assert.equal((await replica.call('POST', '/synonyms/search', {})).nbHits, 0);
  }),
  replicaAudit('005', 'rejects writes to replicas', async (primary, replica) => {
    await primary.configure({ replicas: [replica.name] });
    const requests = [{ action: 'addObject', body: { objectID: 'x' } }];
    const rejected = [
      await replica.expectRejection('POST', '/batch', { requests }, 403),
      await replica.expectRejection('PUT', '/x', {}, 403),
      await replica.expectRejection('DELETE', '/a', undefined, 403),
      await replica.expectRejection('POST', '/clear', undefined, 403),
      await replica.expectRejection('POST', '/deleteByQuery', { filters: 'a:b' }, 403),
      await replica.expectRejection('DELETE', '', undefined, 403),
    ];
    for (const message of rejected) assert.match(message, /^cannot apply .* on a replica index$/);
    assert.equal(rejected[0], 'cannot apply the batch operation on a replica index');
    assert.equal(rejected.at(-1), 'cannot apply a delete request on a replica index');
  }),
  replicaAudit('006', 'makes a removed replica an independent index', async (primary, replica) => {
    await primary.configure({ replicas: [replica.name] });
    await primary.configure({ replicas: [''] });
    await primary.write('DELETE', '/a');
    await replica.save({ objectID: 'own', title: 'Own' });
    assertSameIds(await replica.ids({}), ['a', 'b', 'c', 'own']);
    assert.equal((await replica.call('GET', '/settings')).primary, undefined);
  }),
  replicaAudit('007', 'makes the replicas of a deleted index independent', async (primary, replica) => {
    await primary.configure({ replicas: [replica.name] });
    await primary.write('DELETE', '');
    assertSameIds(await replica.ids({}), ['a', 'b', 'c']);
    await replica.write('DELETE', '/a');
    assertSameIds(await replica.ids({}), ['b', 'c']);
  }),
  replicaAudit(
    '008',
    'rejects replicas of replicas and of several indices',
    async (primary, replica, other) => {
      await primary.configure({ replicas: [replica.name] });
      await replica.expectRejection('PUT', '/settings', { replicas: [other.name] });
      await other.save({ objectID: 'x' });
      assert.equal(
        await other.expectRejection('PUT', '/settings', { replicas: [replica.name] }),
        'A replica index is already replica of another index',
      );
      await primary.expectRejection('PUT', '/settings', { replicas: [primary.name] });
    },
  ),
  replicaAudit('009', 'lists primary indices and replicas', async (primary, replica, virtual) => {
    await primary.configure({ replicas: [replica.name, `virtual(${virtual.name})`] });
    assert.deepEqual((await listed(primary)).replicas, [replica.name, virtual.name]);
    const { primary: name, virtual: isVirtual, entries } = await listed(virtual);
    assert.deepEqual([name, isVirtual, entries], [primary.name, true, 3]);
    assert.equal((await listed(replica)).virtual, undefined);
  }),
  replicaAudit('010', 'sorts the relevant results of a virtual replica', async (primary, virtual) => {
    await primary.configure({ replicas: [`virtual(${virtual.name})`] });
    await virtual.configure({ customRanking: ['asc(price)'], relevancyStrictness: 0 });
    assert.deepEqual(await virtual.ids({ query: 'attractor' }), ['b', 'c', 'a']);
    const strict = await virtual.search({ query: 'attractor', relevancyStrictness: 100 });
    assert.deepEqual(
      strict.hits.map((hit: Body) => hit.objectID),
      ['a'],
    );
    assert.deepEqual([strict.nbHits, strict.nbSortedHits, strict.appliedRelevancyStrictness], [3, 1, 100]);
    assert.deepEqual(await virtual.ids({ query: '', relevancyStrictness: 100 }), ['b', 'c', 'a']);
  }),
  replicaAudit(
    '011',
    'uses the settings of the primary index in a virtual replica',
    async (primary, virtual) => {
      await primary.configure({ replicas: [`virtual("${virtual.name}")`] });
      await virtual.configure({ customRanking: ['asc(price)'], relevancyStrictness: 0 });
      await virtual.expectRejection('PUT', '/settings', { searchableAttributes: ['title'] });
      await primary.write('PUT', '/settings?forwardToReplicas=true', { searchableAttributes: ['title'] });
      assert.deepEqual(await virtual.ids({ query: 'attractor' }), ['a']);
      assert.deepEqual((await virtual.call('GET', '/settings')).searchableAttributes, ['title']);
    },
  ),
  replicaAudit(
    '012',
    'keeps the replicas of an index that another one replaces',
    async (primary, replica) => {
      await primary.configure({ replicas: [replica.name] });
      const next = new AuditIndex(primary.target);
      await primary.write('POST', '/operation', {
        operation: 'copy',
        destination: next.name,
        scope: ['settings', 'synonyms', 'rules'],
      });
      assert.equal((await next.call('GET', '/settings')).replicas, undefined);
      await next.save({ objectID: 'new', title: 'New' });
      await next.write('POST', '/operation', { operation: 'move', destination: primary.name });
      assert.deepEqual(await replica.ids({}), ['new']);
      await primary.save({ objectID: 'newer' });
      assertSameIds(await replica.ids({}), ['new', 'newer']);
    },
  ),
  replicaAudit('013', 'rejects a copy to an index with replicas', async (primary, replica, source) => {
    await primary.configure({ replicas: [replica.name] });
    await source.save({ objectID: 'x' });
    await source.expectRejection('POST', '/operation', { operation: 'copy', destination: primary.name });
  }),
];
