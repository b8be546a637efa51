import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Audit } from '../shared/audit.ts';
import {
  type Answer,
  type AuditIndex,
  type Body,
  call,
  indexAudit,
  type SearchTarget,
  sameIds,
} from './target.ts';

const given = {
  settings: { searchableAttributes: ['title'], attributesForFaceting: ['kind'] },
  records: [
    { objectID: 'a', kind: 'film', title: 'Television set' },
    { objectID: 'b', kind: 'article', title: 'Motion picture' },
  ],
};

const audit = (id: string, name: string, run: (index: AuditIndex) => Promise<void>) =>
  indexAudit(`search-setting-${id}`, 'MUST', name, given, run);

function asSearchKey(
  index: AuditIndex,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return call(index.target, method, `/1/indexes/${index.name}${path}`, body, { key });
}

function securedKey(target: SearchTarget, restrictions: Record<string, string>): string {
  const query = new URLSearchParams(restrictions).toString();
  const digest = createHmac('sha256', target.searchKey).update(query).digest('hex');
  return Buffer.from(digest + query).toString('base64');
}

const tomorrow = () => String(Math.floor(Date.now() / 1000) + 86_400);

/** Settings, synonyms, rules and keys of the search service. */
export const searchSettingAudits: readonly Audit<SearchTarget>[] = [
  audit('001', 'tells what was set and what is the default', async (index) => {
    const settings = await index.call('GET', '/settings');
    assert.deepEqual(settings.searchableAttributes, ['title']);
    assert.deepEqual(
      [settings.hitsPerPage, settings.minWordSizefor1Typo, settings.minWordSizefor2Typos],
      [20, 4, 8],
    );
  }),
  audit('002', 'keeps settings that a change does not name', async (index) => {
    await index.configure({ hitsPerPage: 3 });
    assert.deepEqual((await index.call('GET', '/settings')).searchableAttributes, ['title']);
  }),
  audit('003', 'brings a default back for null', async (index) => {
    await index.configure({ hitsPerPage: 3 });
    await index.configure({ hitsPerPage: null });
    assert.equal((await index.search({})).hitsPerPage, 20);
  }),
  audit('004', 'refuses an unknown setting by name', async (index) => {
    assert.match(
      await index.refused('PUT', '/settings', { searchable: ['title'] }),
      /Invalid object attributes: searchable/,
    );
  }),
  audit('005', 'refuses an unknown parameter by name', async (index) => {
    assert.equal(await index.refused('POST', '/query', { serach: 'x' }), 'Unknown parameter: serach');
  }),
  audit('006', 'refuses a parameter of the wrong kind', async (index) => {
    assert.match(await index.refused('POST', '/query', { hitsPerPage: 'many' }), /hitsPerPage/);
  }),
  audit('007', 'refuses a query of more than 512 bytes', async (index) => {
    assert.match(await index.refused('POST', '/query', { query: 'é'.repeat(300) }), /shorter than 512 bytes/);
  }),
  audit('008', 'refuses more than 50 queries', async (index) => {
    const requests = Array.from({ length: 51 }, () => ({ indexName: index.name }));
    assert.equal((await call(index.target, 'POST', '/1/indexes/*/queries', { requests })).status, 400);
  }),
  audit('009', 'answers several queries in order', async (index) => {
    const requests = [
      { indexName: index.name, query: 'picture' },
      { indexName: index.name, filters: 'kind:film' },
    ];
    const { body } = await call(index.target, 'POST', '/1/indexes/*/queries', { requests, strategy: 'none' });
    assert.deepEqual(
      body.results.map((r: Body) => r.hits[0].objectID),
      ['b', 'a'],
    );
  }),
  audit('010', 'reads records again under new searchable attributes', async (index) => {
    await index.configure({ searchableAttributes: ['kind'] });
    assert.deepEqual(await index.ids({ query: 'film' }), ['a']);
    assert.deepEqual(await index.ids({ query: 'picture' }), []);
  }),
  audit('020', 'finds synonyms in both directions', async (index) => {
    const synonym = { objectID: 's', type: 'synonym', synonyms: ['tv', 'television set'] };
    await index.write('POST', '/synonyms/batch', [synonym]);
    assert.deepEqual(await index.ids({ query: 'tv' }), ['a']);
    await index.save({ objectID: 'c', title: 'tv' });
    sameIds(await index.ids({ query: 'television set' }), ['a', 'c']);
    assert.deepEqual(await index.ids({ query: 'tv', synonyms: false }), ['c']);
  }),
  audit('021', 'finds one-way synonyms in one direction', async (index) => {
    await index.write('PUT', '/synonyms/s', {
      objectID: 's',
      type: 'oneWaySynonym',
      input: 'cinema',
      synonyms: ['picture'],
    });
    await index.save({ objectID: 'c', title: 'cinema' });
    sameIds(await index.ids({ query: 'cinema' }), ['b', 'c']);
    assert.deepEqual(await index.ids({ query: 'picture' }), ['b']);
  }),
  audit('022', 'keeps, finds and deletes synonyms', async (index) => {
    const synonym = { objectID: 's', type: 'synonym', synonyms: ['film', 'movie'] };
    await index.write('POST', '/synonyms/batch', [synonym]);
    assert.deepEqual(await index.call('GET', '/synonyms/s'), synonym);
    assert.equal((await index.call('POST', '/synonyms/search', { query: 'mov' })).nbHits, 1);
    await index.write('DELETE', '/synonyms/s');
    assert.equal((await index.call('POST', '/synonyms/search', {})).nbHits, 0);
  }),
  audit('023', 'replaces all synonyms when asked', async (index) => {
    await index.write('POST', '/synonyms/batch', [{ objectID: 's', type: 'synonym', synonyms: ['a', 'b'] }]);
    const other = [{ objectID: 't', type: 'synonym', synonyms: ['c', 'd'] }];
    await index.write('POST', '/synonyms/batch?replaceExistingSynonyms=true', other);
    assert.deepEqual(
      (await index.call('POST', '/synonyms/search', {})).hits.map((h: Body) => h.objectID),
      ['t'],
    );
  }),
  audit('030', 'pins, hides and adds data by rules', async (index) => {
    const rule = {
      objectID: 'r',
      conditions: [{ pattern: 'picture', anchoring: 'contains' }],
      consequence: {
        promote: [{ objectID: 'a', position: 0 }],
        hide: [{ objectID: 'b' }],
        userData: { n: 1 },
      },
    };
    await index.write('POST', '/rules/batch', [rule]);
    const answer = await index.search({ query: 'picture' });
    assert.deepEqual(
      answer.hits.map((h: Body) => h.objectID),
      ['a'],
    );
    assert.deepEqual(answer.userData, [{ n: 1 }]);
    assert.deepEqual(await index.ids({ query: 'picture', enableRules: false }), ['b']);
  }),
  audit('031', 'keeps, finds and deletes rules', async (index) => {
    const rule = { objectID: 'r', conditions: [], consequence: { params: { query: 'x' } }, enabled: false };
    await index.write('PUT', '/rules/r', rule);
    assert.equal((await index.call('GET', '/rules/r')).objectID, 'r');
    assert.equal((await index.call('POST', '/rules/search', { query: '' })).nbHits, 1);
    await index.write('DELETE', '/rules/r');
    await index.refused('GET', '/rules/r', undefined, 404);
  }),
  audit('040', 'refuses a wrong key', async (index) => {
    const { status, body } = await asSearchKey(index, 'wrong', 'POST', '/query', {});
    assert.deepEqual([status, body.message], [403, 'Invalid Application-ID or API key']);
  }),
  audit('041', 'refuses writing, browsing and settings to a search key', async (index) => {
    const { searchKey } = index.target;
    for (const [method, path] of [
      ['PUT', '/a'],
      ['POST', '/browse'],
      ['GET', '/settings'],
      ['DELETE', ''],
    ] as const) {
      const { status, body } = await asSearchKey(
        index,
        searchKey,
        method,
        path,
        method === 'PUT' ? {} : undefined,
      );
      assert.deepEqual(
        [status, body.message],
        [403, 'Method not allowed with this API key'],
        `${method} ${path}`,
      );
    }
  }),
  audit('042', 'takes credentials from the query string, and JSON as text/plain', async (index) => {
    const { baseUrl, appId, searchKey } = index.target;
    const query = new URLSearchParams({ 'x-algolia-application-id': appId, 'x-algolia-api-key': searchKey });
    const headers = { 'content-type': 'text/plain' };
    const response = await fetch(`${baseUrl}/1/indexes/${index.name}/query?${query}`, {
      method: 'POST',
      headers,
      body: '{"query":"picture"}',
    });
    assert.equal(((await response.json()) as Body).nbHits, 1);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
  }),
  audit('043', 'adds the filters of a secured key to those of the request', async (index) => {
    const key = securedKey(index.target, { filters: 'kind:film', validUntil: tomorrow() });
    const { body } = await asSearchKey(index, key, 'POST', '/query', {});
    assert.deepEqual(
      body.hits.map((h: Body) => h.objectID),
      ['a'],
    );
    assert.equal(
      (await asSearchKey(index, key, 'POST', '/query', { filters: 'kind:article' })).body.nbHits,
      0,
    );
  }),
  audit('044', 'refuses a secured key that has expired', async (index) => {
    const key = securedKey(index.target, { validUntil: '1000000000' });
    assert.equal((await asSearchKey(index, key, 'POST', '/query', {})).status, 403);
  }),
  audit('045', 'refuses a secured key on other indices', async (index) => {
    const key = securedKey(index.target, { restrictIndices: 'nothing_*' });
    assert.equal((await asSearchKey(index, key, 'POST', '/query', {})).status, 403);
    const good = securedKey(index.target, { restrictIndices: `${index.target.indexPrefix}*` });
    assert.equal((await asSearchKey(index, good, 'POST', '/query', {})).status, 200);
  }),
  audit('046', 'refuses a secured key that was tampered with', async (index) => {
    const key = Buffer.from(securedKey(index.target, { filters: 'kind:film' }), 'base64').toString();
    const tampered = Buffer.from(key.replace('film', 'article')).toString('base64');
    assert.equal((await asSearchKey(index, tampered, 'POST', '/query', {})).status, 403);
  }),
];
