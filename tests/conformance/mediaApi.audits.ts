import assert from 'node:assert/strict';
import type { Audit } from './audit.ts';
import {
  api,
  assertError,
  type Body,
  type MediaTarget,
  need,
  publicAsset,
  withAsset,
} from './mediaTarget.ts';

const ASSETS = '/video/v1/assets';
const UNKNOWN = 'UnknownUnknownUnknownUnknownUnknownUnknown01';

async function refused(target: MediaTarget, authorization?: string): Promise<void> {
  const response = await fetch(`${target.baseUrl}${ASSETS}`, {
    headers: authorization === undefined ? {} : { authorization },
  });
  assert.equal(response.status, 401);
  assertError(await response.json(), 'unauthorized');
}

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

/** Credentials, errors, assets. */
export const mediaApiAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-auth-001',
    level: 'MUST',
    name: 'refuses a request without credentials',
    run: (t) => refused(t),
  },
  {
    id: 'media-auth-002',
    level: 'MUST',
    name: 'refuses a wrong secret',
    run: (t) => refused(t, `Basic ${btoa(`${t.tokenId}:wrong`)}`),
  },
  {
    id: 'media-auth-003',
    level: 'MUST',
    name: 'refuses the secret under another id',
    run: (t) => refused(t, `Basic ${btoa(`other:${t.tokenSecret}`)}`),
  },
  {
    id: 'media-auth-004',
    level: 'MUST',
    name: 'refuses the secret as a bearer token',
    run: (t) => refused(t, `Bearer ${t.tokenSecret}`),
  },
  {
    id: 'media-error-001',
    level: 'MUST',
    name: 'answers not_found to an unknown asset',
    run: async (t) => assertError(await api(t, 404, 'GET', `${ASSETS}/${UNKNOWN}`), 'not_found'),
  },
  {
    id: 'media-error-002',
    level: 'SHOULD',
    name: 'answers not_found to an unknown route',
    run: async (t) => assertError(await api(t, 404, 'GET', '/video/v1/nothing-here'), 'not_found'),
  },
  {
    id: 'media-error-003',
    level: 'MUST',
    name: 'refuses a body that is no JSON',
    run: async (t) => assertError(await api(t, 400, 'POST', ASSETS, '{"inputs": [')),
  },
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
  {
    id: 'media-playback-id-001',
    level: 'MUST',
    name: 'adds a playback id, shows it, finds its asset, and deletes it',
    run: (t) =>
      withAsset(t, async ({ id }) => {
        const path = `${ASSETS}/${id}/playback-ids`;
        const { data } = await api(t, 201, 'POST', path, { policy: 'signed' });
        assert.equal(data.policy, 'signed');
        assert.deepEqual((await api(t, 200, 'GET', `${path}/${data.id}`)).data, data);
        const back = (await api(t, 200, 'GET', `/video/v1/playback-ids/${data.id}`)).data;
        assert.deepEqual(back, { ...data, object: { type: 'asset', id } });
        await api(t, 204, 'DELETE', `${path}/${data.id}`);
        assertError(await api(t, 404, 'GET', `${path}/${data.id}`), 'not_found');
      }),
  },
  {
    id: 'media-playback-id-002',
    level: 'MUST',
    name: 'does not find a playback id under another asset',
    run: (t) =>
      withAsset(t, async ({ id }) => {
        await api(t, 404, 'GET', `${ASSETS}/${id}/playback-ids/${need(t, 'publicPlaybackId')}`);
      }),
  },
  {
    id: 'media-track-001',
    level: 'MUST',
    name: 'takes a text track, preparing until it is fetched, and deletes it',
    run: async (t) => {
      const path = `${ASSETS}/${(await publicAsset(t)).id}/tracks`;
      const { data } = await api(t, 201, 'POST', path, {
        url: 'https://media.invalid/fr.vtt',
        type: 'text',
        text_type: 'subtitles',
        language_code: 'fr',
        name: 'Français (audit)',
      });
      assert.equal(data.status, 'preparing');
      assert.equal(data.language_code, 'fr');
      await api(t, 204, 'DELETE', `${path}/${data.id}`);
      assert.ok(!(await publicAsset(t)).tracks.some((track: Body) => track.id === data.id));
    },
  },
  {
    id: 'media-track-002',
    level: 'MUST',
    name: 'refuses a track without a language',
    run: async (t) => {
      const path = `${ASSETS}/${(await publicAsset(t)).id}/tracks`;
      const body = { url: 'https://media.invalid/fr.vtt', type: 'text' };
      assertError(await api(t, 400, 'POST', path, body), 'invalid_parameters');
    },
  },
  {
    id: 'media-track-003',
    level: 'MUST',
    name: 'does not delete the video track',
    run: async (t) => {
      const asset = await publicAsset(t);
      const video = asset.tracks.find((track: Body) => track.type === 'video');
      assertError(await api(t, 400, 'DELETE', `${ASSETS}/${asset.id}/tracks/${video.id}`));
    },
  },
  {
    id: 'media-key-001',
    level: 'MUST',
    name: 'hands out the private half of a new signing key once, as base64 of a PEM',
    run: async (t) => {
      const { data } = await api(t, 201, 'POST', '/system/v1/signing-keys');
      assert.match(Buffer.from(data.private_key, 'base64').toString(), /^-----BEGIN (RSA )?PRIVATE KEY-----/);
      const path = `/system/v1/signing-keys/${data.id}`;
      assert.deepEqual((await api(t, 200, 'GET', path)).data, { id: data.id, created_at: data.created_at });
      const listed = (await api(t, 200, 'GET', '/system/v1/signing-keys?limit=100')).data;
      assert.ok(listed.some((key: Body) => key.id === data.id && key.private_key === undefined));
      await api(t, 204, 'DELETE', path);
      assertError(await api(t, 404, 'GET', path), 'not_found');
    },
  },
];
