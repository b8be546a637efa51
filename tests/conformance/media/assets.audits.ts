import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { api, assertError, type Body, type MediaTarget, publicAsset, withAsset } from './target.ts';

const ASSETS = '/video/v1/assets';
const UNKNOWN = 'UnknownUnknownUnknownUnknownUnknownUnknown01';

/** Pages through all assets by cursor. */
async function walk(target: MediaTarget, limit: number): Promise<Body[]> {
  const all: Body[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page: Body = await api(target, 200, 'GET', `${ASSETS}?limit=${limit}${query}`);
    assert.ok(page.data.length <= limit);
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
}

/** Assets: lists, creation, changes, ends. */
export const mediaAssetAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-asset-001',
    level: 'MUST',
    name: 'lists assets as data with next_cursor',
    run: async (t) => {
      const body = await api(t, 200, 'GET', ASSETS);
      assert.ok(Array.isArray(body.data));
      assert.ok(body.next_cursor === null || typeof body.next_cursor === 'string');
    },
  },
  {
    id: 'media-asset-002',
    level: 'MUST',
    name: 'lists no more than limit',
    run: async (t) => assert.equal((await api(t, 200, 'GET', `${ASSETS}?limit=1`)).data.length, 1),
  },
  {
    id: 'media-asset-003',
    level: 'SHOULD',
    name: 'lists the newest first',
    run: async (t) => {
      const times = (await api(t, 200, 'GET', `${ASSETS}?limit=100`)).data.map((a: Body) =>
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
    name: 'pages by cursor without repeating or losing an asset',
    run: async (t) => {
      const small = (await walk(t, 2)).map((a) => a.id);
      assert.equal(new Set(small).size, small.length);
      assert.deepEqual(
        small,
        (await walk(t, 100)).map((a) => a.id),
      );
    },
  },
  {
    id: 'media-asset-005',
    level: 'MUST',
    name: 'pages by number too',
    run: async (t) => {
      const both = (await api(t, 200, 'GET', `${ASSETS}?limit=2`)).data;
      const second = (await api(t, 200, 'GET', `${ASSETS}?limit=1&page=2`)).data;
      assert.equal(second[0].id, both[1].id);
    },
  },
  {
    id: 'media-asset-006',
    level: 'SHOULD',
    name: 'refuses a limit beyond 100',
    run: async (t) => assertError(await api(t, 400, 'GET', `${ASSETS}?limit=101`)),
  },
  {
    id: 'media-asset-007',
    level: 'MUST',
    name: 'lists nothing for an upload that is not there',
    run: async (t) => assert.deepEqual((await api(t, 200, 'GET', `${ASSETS}?upload_id=${UNKNOWN}`)).data, []),
  },
  {
    id: 'media-asset-008',
    level: 'MUST',
    name: 'retrieves what it lists',
    run: async (t) => {
      const [listed] = (await api(t, 200, 'GET', `${ASSETS}?limit=1`)).data;
      assert.deepEqual((await api(t, 200, 'GET', `${ASSETS}/${listed.id}`)).data, listed);
    },
  },
  {
    id: 'media-asset-009',
    level: 'MUST',
    name: 'writes created_at as a string of unix seconds',
    run: async (t) => assert.match((await publicAsset(t)).created_at, /^\d{10}$/),
  },
  {
    id: 'media-asset-010',
    level: 'MUST',
    name: 'describes a ready asset: duration, shape, tracks, playback ids, progress',
    run: async (t) => {
      const asset = await publicAsset(t);
      assert.equal(asset.status, 'ready');
      assert.ok(asset.duration > 0);
      assert.match(asset.aspect_ratio, /^\d+:\d+$/);
      assert.ok(asset.tracks.some((track: Body) => track.type === 'video' && track.max_width > 0));
      assert.ok(asset.playback_ids.some((p: Body) => p.id === t.publicPlaybackId && p.policy === 'public'));
      assert.deepEqual(asset.progress, { state: 'completed', progress: 100 });
    },
  },
  {
    id: 'media-asset-011',
    level: 'MUST',
    name: 'answers 201 and a preparing asset with its playback ids to a new one',
    run: (t) =>
      withAsset(t, async (asset) => {
        assert.equal(asset.status, 'preparing');
        assert.equal(asset.playback_ids[0].policy, 'public');
        assert.equal(asset.passthrough, 'audit');
        assert.equal(asset.duration, undefined);
      }),
  },
  {
    id: 'media-asset-012',
    level: 'MUST',
    name: 'refuses an asset without inputs',
    run: async (t) => assertError(await api(t, 400, 'POST', ASSETS, {}), 'invalid_parameters'),
  },
  {
    id: 'media-asset-013',
    level: 'MUST',
    name: 'refuses an unknown playback policy',
    run: async (t) =>
      assertError(
        await api(t, 400, 'POST', ASSETS, {
          inputs: [{ url: 'https://media.invalid/a.mp4' }],
          playback_policies: ['secret'],
        }),
        'invalid_parameters',
      ),
  },
  {
    id: 'media-asset-014',
    level: 'MUST',
    name: 'ends an input that cannot be downloaded as errored, with type and messages',
    run: (t) =>
      withAsset(t, async ({ id }) => {
        let asset: Body;
        for (let left = 20; left > 0 && asset?.status !== 'errored'; left--) {
          await new Promise((done) => setTimeout(done, 500));
          asset = (await api(t, 200, 'GET', `${ASSETS}/${id}`)).data;
        }
        assert.equal(asset.status, 'errored');
        assert.equal(asset.errors.type, 'download_failed');
        assert.ok(asset.errors.messages.length > 0);
        assert.deepEqual(asset.progress, { state: 'errored', progress: -1 });
      }),
  },
  {
    id: 'media-asset-015',
    level: 'MUST',
    name: 'changes passthrough and meta and leaves the rest',
    run: (t) =>
      withAsset(t, async (asset) => {
        const path = `${ASSETS}/${asset.id}`;
        const change = { passthrough: 'b', meta: { title: 'T', external_id: 'E' } };
        const { data } = await api(t, 200, 'PATCH', path, change);
        assert.deepEqual([data.passthrough, data.meta], [change.passthrough, change.meta]);
        assert.deepEqual(data.playback_ids, asset.playback_ids);
        assert.deepEqual((await api(t, 200, 'GET', path)).data, data);
      }),
  },
  {
    id: 'media-asset-016',
    level: 'MUST',
    name: 'clears passthrough by an empty string',
    run: (t) =>
      withAsset(t, async ({ id }) => {
        const { data } = await api(t, 200, 'PATCH', `${ASSETS}/${id}`, { passthrough: '' });
        assert.ok(!data.passthrough);
      }),
  },
  {
    id: 'media-asset-017',
    level: 'MUST',
    name: 'refuses a passthrough beyond 255 characters',
    run: (t) =>
      withAsset(t, async ({ id }) =>
        assertError(await api(t, 400, 'PATCH', `${ASSETS}/${id}`, { passthrough: 'x'.repeat(256) })),
      ),
  },
  {
    id: 'media-asset-018',
    level: 'MUST',
    name: 'forgets a deleted asset and its playback ids',
    run: async (t) => {
      let gone: Body;
      await withAsset(t, async (asset) => {
        gone = asset;
      });
      await api(t, 404, 'GET', `${ASSETS}/${gone.id}`);
      await api(t, 404, 'GET', `/video/v1/playback-ids/${gone.playback_ids[0].id}`);
      await api(t, 404, 'DELETE', `${ASSETS}/${gone.id}`);
    },
  },
  {
    id: 'media-asset-019',
    level: 'MUST',
    name: 'tells what an asset was made from',
    run: (t) =>
      withAsset(t, async ({ id }) => {
        const { data } = await api(t, 200, 'GET', `${ASSETS}/${id}/input-info`);
        assert.equal(data[0].settings.url, 'https://media.invalid/film.mp4');
      }),
  },
  {
    id: 'media-asset-020',
    level: 'MUST',
    name: 'remembers a thumbnail time and forgets it again',
    run: async (t) => {
      const { id } = await publicAsset(t);
      const path = `${ASSETS}/${id}`;
      assert.equal((await api(t, 200, 'PATCH', path, { thumbnail_time: 1 })).data.thumbnail_time, 1);
      await api(t, 204, 'DELETE', `${path}/thumbnail-time`);
      assert.equal((await api(t, 200, 'GET', path)).data.thumbnail_time, undefined);
    },
  },
];
