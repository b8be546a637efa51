import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { assertError, type Body, callApi, type MediaTarget, publicAsset, withAsset } from './target.ts';

const ASSETS = '/video/v1/assets';

/** Assets: creation, updates and deletion. */
export const mediaAssetAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-asset-009',
    level: 'MUST',
    name: 'formats created_at as a string of Unix seconds',
    run: async (target) => assert.match((await publicAsset(target)).created_at, /^\d{10}$/),
  },
  {
    id: 'media-asset-010',
    level: 'MUST',
    name: 'returns duration, aspect ratio, tracks, playback ids and progress of a ready asset',
    run: async (target) => {
      const asset = await publicAsset(target);
      assert.equal(asset.status, 'ready');
      assert.ok(asset.duration > 0);
      assert.match(asset.aspect_ratio, /^\d+:\d+$/);
      assert.ok(asset.tracks.some((track: Body) => track.type === 'video' && track.max_width > 0));
      assert.ok(
        asset.playback_ids.some((p: Body) => p.id === target.publicPlaybackId && p.policy === 'public'),
      );
      assert.deepEqual(asset.progress, { state: 'completed', progress: 100 });
    },
  },
  {
    id: 'media-asset-011',
    level: 'MUST',
    name: 'responds 201 to a creation, with a preparing asset and its playback ids',
    run: (target) =>
      withAsset(target, async (asset) => {
        assert.equal(asset.status, 'preparing');
        assert.equal(asset.playback_ids[0].policy, 'public');
        assert.equal(asset.passthrough, 'audit');
        assert.equal(asset.duration, undefined);
      }),
  },
  {
    id: 'media-asset-012',
    level: 'MUST',
    name: 'rejects an asset without inputs',
    run: async (target) => assertError(await callApi(target, 400, 'POST', ASSETS, {}), 'invalid_parameters'),
  },
  {
    id: 'media-asset-013',
    level: 'MUST',
    name: 'rejects an unknown playback policy',
    run: async (target) =>
      assertError(
        await callApi(target, 400, 'POST', ASSETS, {
          inputs: [{ url: 'https://media.invalid/a.mp4' }],
          playback_policies: ['secret'],
        }),
        'invalid_parameters',
      ),
  },
  {
    id: 'media-asset-014',
    level: 'MUST',
    name: 'reports an input that cannot be downloaded as errored, with type and messages',
    run: (target) =>
      withAsset(target, async ({ id }) => {
        let asset: Body;
        for (let left = 20; left > 0 && asset?.status !== 'errored'; left--) {
          await new Promise((done) => setTimeout(done, 500));
          asset = (await callApi(target, 200, 'GET', `${ASSETS}/${id}`)).data;
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
    name: 'updates passthrough and meta only',
    run: (target) =>
      withAsset(target, async (asset) => {
        const path = `${ASSETS}/${asset.id}`;
        const change = { passthrough: 'b', meta: { title: 'T', external_id: 'E' } };
        const { data } = await callApi(target, 200, 'PATCH', path, change);
        assert.deepEqual([data.passthrough, data.meta], [change.passthrough, change.meta]);
        assert.deepEqual(data.playback_ids, asset.playback_ids);
        assert.deepEqual((await callApi(target, 200, 'GET', path)).data, data);
      }),
  },
  {
    id: 'media-asset-016',
    level: 'MUST',
    name: 'clears passthrough with an empty string',
    run: (target) =>
      withAsset(target, async ({ id }) => {
        const { data } = await callApi(target, 200, 'PATCH', `${ASSETS}/${id}`, { passthrough: '' });
        assert.ok(!data.passthrough);
      }),
  },
  {
    id: 'media-asset-017',
    level: 'MUST',
    name: 'rejects a passthrough over 255 characters',
    run: (target) =>
      withAsset(target, async ({ id }) =>
        assertError(await callApi(target, 400, 'PATCH', `${ASSETS}/${id}`, { passthrough: 'x'.repeat(256) })),
      ),
  },
  {
    id: 'media-asset-018',
    level: 'MUST',
    name: 'responds not_found for a deleted asset and its playback ids',
    run: async (target) => {
      let gone: Body;
      await withAsset(target, async (asset) => {
        gone = asset;
      });
      await callApi(target, 404, 'GET', `${ASSETS}/${gone.id}`);
      await callApi(target, 404, 'GET', `/video/v1/playback-ids/${gone.playback_ids[0].id}`);
      await callApi(target, 404, 'DELETE', `${ASSETS}/${gone.id}`);
    },
  },
  {
    id: 'media-asset-019',
    level: 'MUST',
    name: 'returns the inputs of an asset',
    run: (target) =>
      withAsset(target, async ({ id }) => {
        const { data } = await callApi(target, 200, 'GET', `${ASSETS}/${id}/input-info`);
        assert.equal(data[0].settings.url, 'https://media.invalid/film.mp4');
      }),
  },
  {
    id: 'media-asset-020',
    level: 'MUST',
    name: 'sets and clears a thumbnail time',
    run: async (target) => {
      const { id } = await publicAsset(target);
      const path = `${ASSETS}/${id}`;
      assert.equal((await callApi(target, 200, 'PATCH', path, { thumbnail_time: 1 })).data.thumbnail_time, 1);
      await callApi(target, 204, 'DELETE', `${path}/thumbnail-time`);
      assert.equal((await callApi(target, 200, 'GET', path)).data.thumbnail_time, undefined);
    },
  },
  {
    id: 'media-asset-021',
    level: 'MUST',
    name: 'takes encoding_tier as the older name of video_quality',
    run: async (target) => {
      const qualityWith = async (settings: Record<string, unknown>) => {
        const inputs = [{ url: 'https://media.invalid/film.mp4' }];
        const { data } = await callApi(target, 201, 'POST', ASSETS, { inputs, ...settings });
        await callApi(target, 204, 'DELETE', `${ASSETS}/${data.id}`);
        return [data.encoding_tier, data.video_quality];
      };
      assert.deepEqual(await qualityWith({ encoding_tier: 'smart' }), ['smart', 'plus']);
      assert.deepEqual(await qualityWith({ encoding_tier: 'smart', video_quality: 'basic' }), [
        'baseline',
        'basic',
      ]);
      const invalid = { inputs: [{ url: 'https://media.invalid/film.mp4' }], encoding_tier: 'plus' };
      assertError(await callApi(target, 400, 'POST', ASSETS, invalid), 'invalid_parameters');
    },
  },
  {
    id: 'media-asset-022',
    level: 'MUST',
    name: 'rejects a text input without its kind, and inputs with an invalid language',
    run: async (target) => {
      const words = {
        url: 'https://media.invalid/words.vtt',
        type: 'text',
        language_code: 'en',
        name: 'Words',
      };
      for (const input of [words, { ...words, text_type: 'subtitles', language_code: 'not a language' }]) {
        const inputs = [{ url: 'https://media.invalid/film.mp4' }, input];
        assertError(await callApi(target, 400, 'POST', ASSETS, { inputs }), 'invalid_parameters');
      }
    },
  },
];
