import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { within } from '../../../../tests/support/within.ts';
import { SAMPLE_FILE, startEmulator, type TestEmulator } from '../testing/startEmulator.ts';
import { createUploadClient, ORIGIN, type UploadClient } from '../testing/uploadFile.ts';
import { PART_ALIGNMENT_BYTES } from '../uploads/resumableUpload.ts';

const delays = { ingestMs: 60, uploadSecondMs: 1 };
/** Length of a `free` box that players skip; it makes the MP4 long enough for several parts. */
const PADDING = 3 * PART_ALIGNMENT_BYTES - 1000;

let emulator: TestEmulator;
let sample: Buffer;
let padded: Buffer;
let uploadClient: UploadClient;

beforeAll(async () => {
  sample = await readFile(SAMPLE_FILE);
  const box = Buffer.alloc(PADDING);
  box.writeUInt32BE(PADDING, 0);
  box.write('free', 4, 'latin1');
  padded = Buffer.concat([sample, box]);
  emulator = await startEmulator({ delays });
  uploadClient = createUploadClient(emulator);
});
afterAll(() => emulator.close());
beforeEach(async () => {
  await emulator.control('POST', 'reset');
});

const status = (error: unknown) => (error as { status: number }).status;

/** Sends the bytes `first` to `last`, inclusive, of a file. */
const sendPart = (url: string, whole: Buffer, first: number, last: number) =>
  fetch(url, {
    method: 'PUT',
    headers: { 'content-range': `bytes ${first}-${last}/${whole.length}`, 'content-type': 'video/mp4' },
    body: new Uint8Array(whole.subarray(first, last + 1)),
    redirect: 'manual',
  });

describe('media emulator: a direct upload', () => {
  test('in one piece becomes an asset with the metadata of the file', async () => {
    const asset = await uploadClient.upload(sample, { new_asset_settings: { passthrough: 'mine' } });
    expect(asset).toMatchObject({
      status: 'ready',
      passthrough: 'mine',
      duration: 4,
      aspect_ratio: '16:9',
      resolution_tier: '720p',
      max_stored_resolution: 'SD',
      max_stored_frame_rate: 24,
      progress: { state: 'completed', progress: 100 },
    });
    expect(asset.tracks?.map(({ id: _id, ...track }) => track)).toEqual([
      { type: 'video', max_width: 320, max_height: 180, max_frame_rate: 24, duration: 4 },
      {
        type: 'audio',
        status: 'ready',
        name: 'Default',
        language_code: 'und',
        primary: true,
        max_channels: 1,
        duration: 4,
      },
    ]);
    const upload = (await emulator.mux.video.uploads.list()).data[0];
    expect(upload).toMatchObject({ status: 'asset_created', asset_id: asset.id });
    expect(upload?.url).toBeUndefined();
    expect(
      (await emulator.mux.video.assets.list({ upload_id: asset.upload_id as string })).data,
    ).toHaveLength(1);
  });

  test('in parts reports its progress and resumes after a lost connection', async () => {
    const { id, url = '' } = await uploadClient.create();
    const first = await sendPart(url, padded, 0, PART_ALIGNMENT_BYTES - 1);
    expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${PART_ALIGNMENT_BYTES - 1}`]);

    // A part that the emulator has not read when the connection ends is lost, and sent again.
    await within(5_000, async () => {
      await cutOff(
        url,
        padded.subarray(PART_ALIGNMENT_BYTES, 3 * PART_ALIGNMENT_BYTES),
        2 * PART_ALIGNMENT_BYTES - 1,
        PART_ALIGNMENT_BYTES + 5000,
      );
      const progress = await fetch(url, {
        method: 'PUT',
        headers: { 'content-range': `bytes */${padded.length}` },
        redirect: 'manual',
      });
      expect([progress.status, progress.headers.get('range')]).toEqual([
        308,
        `bytes=0-${2 * PART_ALIGNMENT_BYTES - 1}`,
      ]);
    });

    expect((await sendPart(url, padded, 2 * PART_ALIGNMENT_BYTES, padded.length - 1)).status).toBe(200);
    const asset = await uploadClient.waitUntilDone(
      (await emulator.mux.video.uploads.retrieve(id)).asset_id as string,
    );
    expect(asset.status).toBe('ready');
    // A client that did not receive the response sends its last part again; no second asset is created.
    expect((await sendPart(url, padded, 2 * PART_ALIGNMENT_BYTES, padded.length - 1)).status).toBe(200);
    expect((await emulator.mux.video.assets.list({ upload_id: id })).data).toHaveLength(1);
  });

  /** Sends the headers and a part of the body, then drops the connection. */
  async function cutOff(url: string, part: Buffer, length: number, sent: number): Promise<void> {
    const { hostname, port, pathname, search } = new URL(url);
    const socket = connect(Number(port), hostname);
    const range = `bytes ${PART_ALIGNMENT_BYTES}-${PART_ALIGNMENT_BYTES + length - 1}/${padded.length}`;
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${length}\r\nContent-Range: ${range}\r\n\r\n`,
    );
    await new Promise<void>((done) => socket.write(part.subarray(0, sent), () => done()));
    socket.destroy();
  }

  test.each([
    [
      'leaves a gap',
      `bytes ${PART_ALIGNMENT_BYTES}-${2 * PART_ALIGNMENT_BYTES - 1}/${10 * PART_ALIGNMENT_BYTES}`,
      416,
    ],
    ['is longer than its range', `bytes 0-99/${10 * PART_ALIGNMENT_BYTES}`, 400],
    [
      'is shorter than its range',
      `bytes 0-${4 * PART_ALIGNMENT_BYTES - 1}/${10 * PART_ALIGNMENT_BYTES}`,
      400,
    ],
    ['ends beyond the total', 'bytes 0-99/50', 400],
    ['has another unit than bytes', 'lines 0-99/100', 400],
    ['belongs to a file that is too large', `bytes 0-99/${10 ** 12}`, 413],
  ])('rejects a part that %s', async (_name, range, expected) => {
    const { url = '' } = await uploadClient.create();
    const response = await fetch(url, {
      method: 'PUT',
      headers: { 'content-range': range },
      body: new Uint8Array(PART_ALIGNMENT_BYTES),
    });
    expect(response.status).toBe(expected);
  });

  test('rejects an unknown URL', async () => {
    const { url = '' } = await uploadClient.create();
    const put = (address: string) => fetch(address, { method: 'PUT', body: 'x' });
    expect((await put(url.replace(/upload_id=.*/, 'upload_id=guessed'))).status).toBe(403);
    expect((await put(url.replace(/\?.*/, ''))).status).toBe(403);
    expect((await put(`${emulator.url}/direct-uploads/nothing?upload_id=x`)).status).toBe(404);
  });

  test('allows CORS for its own origin only', async () => {
    const { url = '' } = await uploadClient.create({ cors_origin: `${ORIGIN}/` });
    const preflight = async (from: string) => {
      const response = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: from,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-range,content-type',
        },
      });
      return response.headers.get('access-control-allow-origin');
    };
    expect(await preflight(ORIGIN)).toBe(ORIGIN);
    expect(await preflight('https://elsewhere.example')).toBeNull();
  });

  test('that was cancelled may end and creates no asset', async () => {
    const { id, url = '' } = await uploadClient.create();
    expect((await emulator.mux.video.uploads.cancel(id)).status).toBe('cancelled');
    expect((await fetch(url, { method: 'PUT', body: new Uint8Array(sample) })).status).toBe(200);
    expect((await emulator.mux.video.assets.list({ upload_id: id })).data).toEqual([]);
    expect(status(await emulator.mux.video.uploads.cancel(id).catch((error) => error))).toBe(403);
  });

  test('times out without a file', async () => {
    const { id, url = '' } = await uploadClient.create({ timeout: 60 });
    await within(2_000, async () =>
      expect((await emulator.mux.video.uploads.retrieve(id)).status).toBe('timed_out'),
    );
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(410);
  });

  test.each([
    ['a text', () => Buffer.from('not a video')],
    ['nothing', () => Buffer.alloc(0)],
    [
      'an image',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
    ],
    ['a truncated video', async () => sample.subarray(0, 2000)],
    ['a playlist of local files', () => Buffer.from('#EXTM3U\n#EXTINF:4,\n/etc/passwd\n')],
  ])('of %s ends as errored with a reason, and so does its upload', async (_name, bytes) => {
    const asset = await uploadClient.upload(await bytes());
    expect(asset).toMatchObject({ status: 'errored', errors: { type: 'invalid_input' } });
    expect(asset.progress).toEqual({ state: 'errored', progress: -1 });
    const upload = await emulator.mux.video.uploads.retrieve(asset.upload_id as string);
    expect(upload).toMatchObject({ status: 'errored', error: { type: 'invalid_input' } });
    expect((await emulator.fetch(`/${asset.playback_ids?.[0]?.id}.m3u8`)).status).toBe(412);
  });
});
