import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { assertError, type Body, callApi, type MediaTarget } from './target.ts';

const ASSETS = '/video/v1/assets';
const UNKNOWN = 'UnknownUnknownUnknownUnknownUnknownUnknown01';

/** Lists all assets with cursors. */
async function listAllAssets(target: MediaTarget, limit: number): Promise<Body[]> {
  const all: Body[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page: Body = await callApi(target, 200, 'GET', `${ASSETS}?limit=${limit}${query}`);
    assert.ok(page.data.length <= limit);
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
}

/** Lists of assets: limits, order and pages. */
export const mediaAssetListAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-asset-001',
    level: 'MUST',
    name: 'lists assets as data with next_cursor',
    run: async (target) => {
      const body = await callApi(target, 200, 'GET', ASSETS);
      assert.ok(Array.isArray(body.data));
      assert.ok(body.next_cursor === null || typeof body.next_cursor === 'string');
    },
  },
  {
    id: 'media-asset-002',
    level: 'MUST',
    name: 'lists at most limit assets',
    run: async (target) =>
      assert.equal((await callApi(target, 200, 'GET', `${ASSETS}?limit=1`)).data.length, 1),
  },
  {
    id: 'media-asset-003',
    level: 'SHOULD',
    name: 'lists the newest first',
    run: async (target) => {
      const times = (await callApi(target, 200, 'GET', `${ASSETS}?limit=100`)).data.map((a: Body) =>
        Number(a.created_at),
      );
      assert.deepEqual(
        times,
        times.toSorted((a: number, b: number) => b - a),
      );
    },
  },
  {
    id: 'media-asset-004',
    level: 'MUST',
    name: 'pages by cursor without duplicate or missing assets',
    run: async (target) => {
      const small = (await listAllAssets(target, 2)).map((a) => a.id);
      assert.equal(new Set(small).size, small.length);
      assert.deepEqual(
        small,
        (await listAllAssets(target, 100)).map((a) => a.id),
      );
    },
  },
  {
    id: 'media-asset-005',
    level: 'MUST',
    name: 'pages by number',
    run: async (target) => {
      const both = (await callApi(target, 200, 'GET', `${ASSETS}?limit=2`)).data;
      const second = (await callApi(target, 200, 'GET', `${ASSETS}?limit=1&page=2`)).data;
      assert.equal(second[0].id, both[1].id);
    },
  },
  {
    id: 'media-asset-006',
    level: 'SHOULD',
    name: 'rejects a limit over 100',
    run: async (target) => assertError(await callApi(target, 400, 'GET', `${ASSETS}?limit=101`)),
  },
  {
    id: 'media-asset-007',
    level: 'MUST',
    name: 'lists nothing for an unknown upload',
    run: async (target) =>
      assert.deepEqual((await callApi(target, 200, 'GET', `${ASSETS}?upload_id=${UNKNOWN}`)).data, []),
  },
  {
    id: 'media-asset-008',
    level: 'MUST',
    name: 'returns a single asset as in the list',
    run: async (target) => {
      const [listed] = (await callApi(target, 200, 'GET', `${ASSETS}?limit=1`)).data;
      assert.deepEqual((await callApi(target, 200, 'GET', `${ASSETS}/${listed.id}`)).data, listed);
    },
  },
];
