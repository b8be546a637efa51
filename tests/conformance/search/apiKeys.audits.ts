import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Audit } from '../shared/audit.ts';
import { settingAudit } from './settingAudit.ts';
import { type ApiResponse, type AuditIndex, type Body, call, type SearchTarget } from './target.ts';

function callWithKey(
  index: AuditIndex,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiResponse> {
  return call(index.target, method, `/1/indexes/${index.name}${path}`, body, { key });
}

function createSecuredKey(target: SearchTarget, restrictions: Record<string, string>): string {
  const query = new URLSearchParams(restrictions).toString();
  const digest = createHmac('sha256', target.searchKey).update(query).digest('hex');
  return Buffer.from(digest + query).toString('base64');
}

const tomorrow = () => String(Math.floor(Date.now() / 1000) + 86_400);

/** API keys and secured keys. */
export const searchKeyAudits: readonly Audit<SearchTarget>[] = [
  settingAudit('040', 'rejects a wrong key', async (index) => {
    const { status, body } = await callWithKey(index, 'wrong', 'POST', '/query', {});
    assert.deepEqual([status, body.message], [403, 'Invalid Application-ID or API key']);
  }),
  settingAudit('041', 'rejects writes, browsing and settings with a search key', async (index) => {
    const { searchKey } = index.target;
    for (const [method, path] of [
      ['PUT', '/a'],
      ['POST', '/browse'],
      ['GET', '/settings'],
      ['DELETE', ''],
    ] as const) {
      const { status, body } = await callWithKey(
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
  settingAudit('042', 'accepts credentials in the query string, and JSON as text/plain', async (index) => {
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
  settingAudit('043', 'combines the filters of a secured key and of the request', async (index) => {
    const key = createSecuredKey(index.target, { filters: 'kind:film', validUntil: tomorrow() });
    const { body } = await callWithKey(index, key, 'POST', '/query', {});
    assert.deepEqual(
      body.hits.map((h: Body) => h.objectID),
      ['a'],
    );
    assert.equal(
      (await callWithKey(index, key, 'POST', '/query', { filters: 'kind:article' })).body.nbHits,
      0,
    );
  }),
  settingAudit('044', 'rejects an expired secured key', async (index) => {
    const key = createSecuredKey(index.target, { validUntil: '1000000000' });
    assert.equal((await callWithKey(index, key, 'POST', '/query', {})).status, 403);
  }),
  settingAudit('045', 'rejects a secured key on other indices', async (index) => {
    const key = createSecuredKey(index.target, { restrictIndices: 'nothing_*' });
    assert.equal((await callWithKey(index, key, 'POST', '/query', {})).status, 403);
    const good = createSecuredKey(index.target, { restrictIndices: `${index.target.indexPrefix}*` });
    assert.equal((await callWithKey(index, good, 'POST', '/query', {})).status, 200);
  }),
  settingAudit('046', 'rejects a secured key with changed restrictions', async (index) => {
    const key = Buffer.from(createSecuredKey(index.target, { filters: 'kind:film' }), 'base64').toString();
    const tampered = Buffer.from(key.replace('film', 'article')).toString('base64');
    assert.equal((await callWithKey(index, tampered, 'POST', '/query', {})).status, 403);
  }),
  settingAudit('047', 'rejects a secured key of other networks', async (index) => {
    const search = async (restrictSources: string) => {
      const key = createSecuredKey(index.target, { restrictSources, validUntil: tomorrow() });
      return (await callWithKey(index, key, 'POST', '/query', {})).status;
    };
    for (const source of ['192.0.2.1', '192.0.2.0/24', '2001:db8::/32', '["192.0.2.1","198.51.100.0/24"]'])
      assert.equal(await search(source), 403, source);
    for (const source of ['0.0.0.0/0', '192.0.2.1,0.0.0.0/0', '::/0,0.0.0.0/0'])
      assert.equal(await search(source), 200, source);
  }),
  settingAudit('048', 'rejects a secured key of other pages', async (index) => {
    const search = async (referers: string, headers: Record<string, string> = {}) => {
      const key = createSecuredKey(index.target, { referers, validUntil: tomorrow() });
      const url = `/1/indexes/${index.name}/query`;
      return (await call(index.target, 'POST', url, {}, { key, headers })).status;
    };
    const referer = 'https://www.example.com/films';
    assert.equal(await search('https://www.example.com/*', { referer }), 200);
    assert.equal(await search('https://other.example/*', { referer }), 403);
    assert.equal(await search('https://www.example.com/*'), 403);
  }),
  settingAudit('049', 'pins no record that the filters of a secured key exclude', async (index) => {
    await index.write('PUT', '/rules/r', {
      objectID: 'r',
      conditions: [{ pattern: 'television', anchoring: 'contains' }],
      consequence: { promote: [{ objectID: 'b', position: 0 }] },
    });
    const key = createSecuredKey(index.target, { filters: 'kind:film' });
    const { body } = await callWithKey(index, key, 'POST', '/query', { query: 'television' });
    assert.deepEqual(
      body.hits.map((hit: Body) => hit.objectID),
      ['a'],
    );
    assert.deepEqual(await index.ids({ query: 'television', filters: 'kind:film' }), ['b', 'a']);
  }),
];
