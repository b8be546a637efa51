import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { within } from '../../support/within.ts';
import type { Audit } from '../shared/audit.ts';
import { assertError, type Body, callApi, type MediaTarget } from './target.ts';

const UPLOADS = '/video/v1/uploads';
const UNKNOWN = 'UnknownUnknownUnknownUnknownUnknownUnknown01';
const ORIGIN = 'https://studio.example';
/** Resumable uploads accept parts in multiples of this size. */
const PART_BYTES = 256 * 1024;
/** Time until an asset is ready. The interval respects the rate limit. */
const TIMEOUT_MS = 20_000;
const INTERVAL_MS = 500;

/** A video of four seconds with audio. A `free` box, which players skip, makes it longer than a part. */
const video = readFile(new URL('../../../gateway/emulators/media/testing/sample.mp4', import.meta.url)).then(
  (sample) => {
    const box = Buffer.alloc(2 * PART_BYTES);
    box.writeUInt32BE(box.length, 0);
    box.write('free', 4, 'latin1');
    return Buffer.concat([sample, box]);
  },
);

/** Creates an upload, runs an audit with it, and deletes its asset. */
async function withUpload(
  target: MediaTarget,
  settings: object,
  run: (upload: Body) => Promise<void>,
): Promise<void> {
  const body = { cors_origin: ORIGIN, new_asset_settings: { playback_policies: ['public'], ...settings } };
  const { data } = await callApi(target, 201, 'POST', UPLOADS, body);
  try {
    await run(data);
  } finally {
    const { asset_id } = (await callApi(target, 200, 'GET', `${UPLOADS}/${data.id}`)).data;
    if (asset_id) await callApi(target, 204, 'DELETE', `/video/v1/assets/${asset_id}`);
  }
}

async function send(url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<Response> {
  const body = new Uint8Array(bytes);
  return fetch(url, { method: 'PUT', headers, body, redirect: 'manual' });
}

/** Sends a file in parts, as the official browser client does. */
async function sendInParts(url: string, file: Buffer): Promise<Response> {
  for (let first = 0; ; first += PART_BYTES) {
    const last = Math.min(first + PART_BYTES, file.length) - 1;
    const range = `bytes ${first}-${last}/${file.length}`;
    const response = await send(url, file.subarray(first, last + 1), { 'content-range': range });
    if (last === file.length - 1) return response;
    assert.equal(response.status, 308);
    assert.equal(response.headers.get('range'), `bytes=0-${last}`);
  }
}

/** Polls a resource until a condition holds. */
const waitForResource = (target: MediaTarget, path: string, isMet: (data: Body) => boolean): Promise<Body> =>
  within(
    TIMEOUT_MS,
    async () => {
      const { data } = await callApi(target, 200, 'GET', path);
      if (!isMet(data))
        throw new Error(`expected ${path} to meet the condition, got ${JSON.stringify(data)}`);
      return data;
    },
    INTERVAL_MS,
  );

async function assetOf(target: MediaTarget, uploadId: string): Promise<Body> {
  const path = `${UPLOADS}/${uploadId}`;
  const { asset_id } = await waitForResource(target, path, (upload) => upload.asset_id !== undefined);
  return waitForResource(target, `/video/v1/assets/${asset_id}`, ({ status }) => status !== 'preparing');
}

/** Direct uploads: creation, file transfer and the resulting asset. */
export const mediaUploadAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-upload-001',
    level: 'MUST',
    name: 'creates a waiting upload with a URL and a timeout of one hour, returns it and lists it',
    run: (target) =>
      withUpload(target, { passthrough: 'audit' }, async (upload) => {
        assert.equal(upload.status, 'waiting');
        assert.equal(upload.timeout, 3600);
        assert.equal(upload.cors_origin, ORIGIN);
        assert.equal(upload.new_asset_settings.passthrough, 'audit');
        assert.ok(URL.canParse(upload.url));
        assert.deepEqual((await callApi(target, 200, 'GET', `${UPLOADS}/${upload.id}`)).data, upload);
        const { data } = await callApi(target, 200, 'GET', `${UPLOADS}?limit=5`);
        assert.ok(data.some(({ id }: Body) => id === upload.id));
      }),
  },
  {
    id: 'media-upload-002',
    level: 'MUST',
    name: 'rejects a timeout under a minute or over a week',
    run: async (target) => {
      for (const timeout of [59, 604_801])
        assertError(
          await callApi(target, 400, 'POST', UPLOADS, { cors_origin: '*', timeout }),
          'invalid_parameters',
        );
    },
  },
  {
    id: 'media-upload-003',
    level: 'MUST',
    name: 'cancels a waiting upload once',
    run: (target) =>
      withUpload(target, {}, async ({ id }) => {
        const path = `${UPLOADS}/${id}/cancel`;
        assert.equal((await callApi(target, 200, 'PUT', path)).data.status, 'cancelled');
        await callApi(target, 403, 'PUT', path);
      }),
  },
  {
    id: 'media-upload-004',
    level: 'MUST',
    name: 'responds not_found for an unknown upload',
    run: async (target) =>
      assertError(await callApi(target, 404, 'GET', `${UPLOADS}/${UNKNOWN}`), 'not_found'),
  },
  {
    id: 'media-upload-005',
    level: 'MUST',
    name: 'creates a playable asset from a video sent in parts',
    run: (target) =>
      withUpload(target, {}, async ({ id, url }) => {
        assert.ok((await sendInParts(url, await video)).ok);
        const asset = await assetOf(target, id);
        assert.equal(asset.status, 'ready');
        assert.equal(asset.upload_id, id);
        assert.equal(asset.aspect_ratio, '16:9');
        assert.ok(Math.abs(asset.duration - 4) < 0.2);
        const upload = (await callApi(target, 200, 'GET', `${UPLOADS}/${id}`)).data;
        assert.equal(upload.status, 'asset_created');
        const { data } = await callApi(target, 200, 'GET', `/video/v1/assets?upload_id=${id}`);
        assert.deepEqual(
          data.map((a: Body) => a.id),
          [asset.id],
        );
        const manifest = await fetch(`${target.streamUrl}/${asset.playback_ids[0].id}.m3u8`);
        assert.match(await manifest.text(), /^#EXTM3U/);
      }),
  },
  {
    id: 'media-upload-006',
    level: 'MUST',
    name: 'reports a file that is no video as errored, with a reason',
    run: (target) =>
      withUpload(target, {}, async ({ id, url }) => {
        assert.ok((await send(url, Buffer.from('not a video'))).ok);
        const asset = await assetOf(target, id);
        assert.equal(asset.status, 'errored');
        assert.equal(asset.errors.type, 'invalid_input');
        assert.ok(asset.errors.messages.length > 0);
        const upload = await waitForResource(
          target,
          `${UPLOADS}/${id}`,
          ({ status }) => status === 'errored',
        );
        assert.equal(typeof upload.error.message, 'string');
      }),
  },
  {
    id: 'media-upload-007',
    level: 'MUST',
    name: 'reports the received bytes of an upload',
    run: (target) =>
      withUpload(target, {}, async ({ url }) => {
        const file = await video;
        const statusQuery = { 'content-range': `bytes */${file.length}` };
        const before = await send(url, Buffer.alloc(0), statusQuery);
        assert.deepEqual([before.status, before.headers.get('range')], [308, null]);
        const range = `bytes 0-${PART_BYTES - 1}/${file.length}`;
        await send(url, file.subarray(0, PART_BYTES), { 'content-range': range });
        const after = await send(url, Buffer.alloc(0), statusQuery);
        assert.deepEqual([after.status, after.headers.get('range')], [308, `bytes=0-${PART_BYTES - 1}`]);
      }),
  },
  {
    id: 'media-upload-008',
    level: 'MUST',
    name: 'allows requests of the cors_origin of the upload',
    run: (target) =>
      withUpload(target, {}, async ({ url }) => {
        const response = await fetch(url, {
          method: 'OPTIONS',
          headers: {
            origin: ORIGIN,
            'access-control-request-method': 'PUT',
            'access-control-request-headers': 'content-range,content-type',
          },
        });
        assert.ok(response.ok);
        assert.equal(response.headers.get('access-control-allow-origin'), ORIGIN);
        assert.match(response.headers.get('access-control-allow-methods') ?? '', /PUT/);
        const allowed = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase();
        for (const name of ['content-range', 'content-type']) assert.ok(allowed.includes(name), allowed);
      }),
  },
  {
    id: 'media-upload-009',
    level: 'MUST',
    name: 'reports generated subtitles as preparing when the asset is ready, and as ready later',
    run: (target) => {
      const inputs = [{ generated_subtitles: [{ language_code: 'en', name: 'English' }] }];
      return withUpload(target, { inputs }, async ({ id, url }) => {
        await sendInParts(url, await video);
        const asset = await assetOf(target, id);
        const text = ({ tracks }: Body) => tracks.find((track: Body) => track.type === 'text');
        assert.equal(text(asset).status, 'preparing');
        assert.equal(text(asset).text_source, 'generated_vod');
        const path = `/video/v1/assets/${asset.id}`;
        await waitForResource(target, path, (later) => text(later).status === 'ready');
      });
    },
  },
];
