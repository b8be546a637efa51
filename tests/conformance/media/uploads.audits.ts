import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { eventually } from '../../support/eventually.ts';
import type { Audit } from '../shared/audit.ts';
import { api, assertError, type Body, type MediaTarget } from './target.ts';

const UPLOADS = '/video/v1/uploads';
const UNKNOWN = 'UnknownUnknownUnknownUnknownUnknownUnknown01';
const ORIGIN = 'https://studio.example';
/** Storage keeps parts in multiples of this many bytes. */
const PART = 256 * 1024;
/** For an asset to be ready; the provider limits how often it may be read. */
const TIMEOUT_MS = 20_000;
const INTERVAL_MS = 500;

/** Four seconds of film with sound, made longer than a part by a box that players skip. */
const film = readFile(new URL('../../../gateway/emulators/media/testing/sample.mp4', import.meta.url)).then(
  (sample) => {
    const box = Buffer.alloc(2 * PART);
    box.writeUInt32BE(box.length, 0);
    box.write('free', 4, 'latin1');
    return Buffer.concat([sample, box]);
  },
);

/** Makes an upload for one audit, and deletes what came of it. */
async function withUpload(
  target: MediaTarget,
  settings: object,
  run: (upload: Body) => Promise<void>,
): Promise<void> {
  const body = { cors_origin: ORIGIN, new_asset_settings: { playback_policies: ['public'], ...settings } };
  const { data } = await api(target, 201, 'POST', UPLOADS, body);
  try {
    await run(data);
  } finally {
    const { asset_id } = (await api(target, 200, 'GET', `${UPLOADS}/${data.id}`)).data;
    if (asset_id) await api(target, 204, 'DELETE', `/video/v1/assets/${asset_id}`);
  }
}

async function send(url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<Response> {
  const body = new Uint8Array(bytes);
  return fetch(url, { method: 'PUT', headers, body, redirect: 'manual' });
}

/** Sends a whole in parts, as the provider's own client for browsers does. */
async function sendInParts(url: string, whole: Buffer): Promise<Response> {
  for (let first = 0; ; first += PART) {
    const last = Math.min(first + PART, whole.length) - 1;
    const range = `bytes ${first}-${last}/${whole.length}`;
    const answer = await send(url, whole.subarray(first, last + 1), { 'content-range': range });
    if (last === whole.length - 1) return answer;
    assert.equal(answer.status, 308);
    assert.equal(answer.headers.get('range'), `bytes=0-${last}`);
  }
}

/** Waits until a condition holds of what a path answers. */
const settled = (target: MediaTarget, path: string, holds: (data: Body) => boolean): Promise<Body> =>
  eventually(
    async () => {
      const { data } = await api(target, 200, 'GET', path);
      if (!holds(data)) throw new Error(`expected ${path} to settle, got ${JSON.stringify(data)}`);
      return data;
    },
    TIMEOUT_MS,
    INTERVAL_MS,
  );

async function assetOf(target: MediaTarget, uploadId: string): Promise<Body> {
  const path = `${UPLOADS}/${uploadId}`;
  const { asset_id } = await settled(target, path, (upload) => upload.asset_id !== undefined);
  return settled(target, `/video/v1/assets/${asset_id}`, ({ status }) => status !== 'preparing');
}

/** Direct uploads: their way, the address files are sent to, and what becomes of them. */
export const mediaUploadAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-upload-001',
    level: 'MUST',
    name: 'answers a waiting upload with an address and an hour, and shows and lists it',
    run: (t) =>
      withUpload(t, { passthrough: 'audit' }, async (upload) => {
        assert.equal(upload.status, 'waiting');
        assert.equal(upload.timeout, 3600);
        assert.equal(upload.cors_origin, ORIGIN);
        assert.equal(upload.new_asset_settings.passthrough, 'audit');
        assert.ok(URL.canParse(upload.url));
        assert.deepEqual((await api(t, 200, 'GET', `${UPLOADS}/${upload.id}`)).data, upload);
        const { data } = await api(t, 200, 'GET', `${UPLOADS}?limit=5`);
        assert.ok(data.some(({ id }: Body) => id === upload.id));
      }),
  },
  {
    id: 'media-upload-002',
    level: 'MUST',
    name: 'refuses a timeout under a minute or over a week',
    run: async (t) => {
      for (const timeout of [59, 604_801])
        assertError(await api(t, 400, 'POST', UPLOADS, { cors_origin: '*', timeout }), 'invalid_parameters');
    },
  },
  {
    id: 'media-upload-003',
    level: 'MUST',
    name: 'cancels an upload that is waiting, once',
    run: (t) =>
      withUpload(t, {}, async ({ id }) => {
        const path = `${UPLOADS}/${id}/cancel`;
        assert.equal((await api(t, 200, 'PUT', path)).data.status, 'cancelled');
        await api(t, 403, 'PUT', path);
      }),
  },
  {
    id: 'media-upload-004',
    level: 'MUST',
    name: 'answers not_found to an unknown upload',
    run: async (t) => assertError(await api(t, 404, 'GET', `${UPLOADS}/${UNKNOWN}`), 'not_found'),
  },
  {
    id: 'media-upload-005',
    level: 'MUST',
    name: 'makes a film sent in parts playable, as the asset of its upload',
    run: (t) =>
      withUpload(t, {}, async ({ id, url }) => {
        assert.ok((await sendInParts(url, await film)).ok);
        const asset = await assetOf(t, id);
        assert.equal(asset.status, 'ready');
        assert.equal(asset.upload_id, id);
        assert.equal(asset.aspect_ratio, '16:9');
        assert.ok(Math.abs(asset.duration - 4) < 0.2);
        const upload = (await api(t, 200, 'GET', `${UPLOADS}/${id}`)).data;
        assert.equal(upload.status, 'asset_created');
        const { data } = await api(t, 200, 'GET', `/video/v1/assets?upload_id=${id}`);
        assert.deepEqual(
          data.map((a: Body) => a.id),
          [asset.id],
        );
        const manifest = await fetch(`${t.streamUrl}/${asset.playback_ids[0].id}.m3u8`);
        assert.match(await manifest.text(), /^#EXTM3U/);
      }),
  },
  {
    id: 'media-upload-006',
    level: 'MUST',
    name: 'ends a file that is no film as errored, with a reason',
    run: (t) =>
      withUpload(t, {}, async ({ id, url }) => {
        assert.ok((await send(url, Buffer.from('not a film'))).ok);
        const asset = await assetOf(t, id);
        assert.equal(asset.status, 'errored');
        assert.equal(asset.errors.type, 'invalid_input');
        assert.ok(asset.errors.messages.length > 0);
        const upload = await settled(t, `${UPLOADS}/${id}`, ({ status }) => status === 'errored');
        assert.equal(typeof upload.error.message, 'string');
      }),
  },
  {
    id: 'media-upload-007',
    level: 'MUST',
    name: 'tells how much of an upload is there',
    run: (t) =>
      withUpload(t, {}, async ({ url }) => {
        const whole = await film;
        const ask = { 'content-range': `bytes */${whole.length}` };
        const begin = await send(url, Buffer.alloc(0), ask);
        assert.deepEqual([begin.status, begin.headers.get('range')], [308, null]);
        const range = `bytes 0-${PART - 1}/${whole.length}`;
        await send(url, whole.subarray(0, PART), { 'content-range': range });
        const after = await send(url, Buffer.alloc(0), ask);
        assert.deepEqual([after.status, after.headers.get('range')], [308, `bytes=0-${PART - 1}`]);
      }),
  },
  {
    id: 'media-upload-008',
    level: 'MUST',
    name: 'lets in pages of the origin the upload was made for',
    run: (t) =>
      withUpload(t, {}, async ({ url }) => {
        const answer = await fetch(url, {
          method: 'OPTIONS',
          headers: {
            origin: ORIGIN,
            'access-control-request-method': 'PUT',
            'access-control-request-headers': 'content-range,content-type',
          },
        });
        assert.ok(answer.ok);
        assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN);
        assert.match(answer.headers.get('access-control-allow-methods') ?? '', /PUT/);
        const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase();
        for (const name of ['content-range', 'content-type']) assert.ok(allowed.includes(name), allowed);
      }),
  },
  {
    id: 'media-upload-009',
    level: 'MUST',
    name: 'has generated subtitles preparing when the asset is ready, and ready later',
    run: (t) => {
      const inputs = [{ generated_subtitles: [{ language_code: 'en', name: 'English' }] }];
      return withUpload(t, { inputs }, async ({ id, url }) => {
        await sendInParts(url, await film);
        const asset = await assetOf(t, id);
        const text = ({ tracks }: Body) => tracks.find((track: Body) => track.type === 'text');
        assert.equal(text(asset).status, 'preparing');
        assert.equal(text(asset).text_source, 'generated_vod');
        const path = `/video/v1/assets/${asset.id}`;
        await settled(t, path, (later) => text(later).status === 'ready');
      });
    },
  },
];
