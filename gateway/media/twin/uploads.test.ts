import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type FixtureTwin, SAMPLE, startFixtureTwin } from './fixture/twin.ts';
import { ORIGIN, type Uploading, uploadingTo } from './fixture/uploading.ts';
import { GRANULE } from './resumable.ts';

const pace = { ingest: 60, uploadSecond: 1 };
/** An MP4 of a length that takes several parts: players skip a box of nothing at its end. */
const PADDING = 3 * GRANULE - 1000;

let twin: FixtureTwin;
let sample: Buffer;
let padded: Buffer;
let uploading: Uploading;

beforeAll(async () => {
  sample = await readFile(SAMPLE);
  const box = Buffer.alloc(PADDING);
  box.writeUInt32BE(PADDING, 0);
  box.write('free', 4, 'latin1');
  padded = Buffer.concat([sample, box]);
  twin = await startFixtureTwin({ pace });
  uploading = uploadingTo(twin);
});
afterAll(() => twin.close());
beforeEach(async () => {
  await twin.fetch('/__twin/reset', { method: 'POST' });
});

const status = (error: unknown) => (error as { status: number }).status;

/** Sends bytes `first` to `last`, both included, of a whole. */
const sendPart = (url: string, whole: Buffer, first: number, last: number) =>
  fetch(url, {
    method: 'PUT',
    headers: { 'content-range': `bytes ${first}-${last}/${whole.length}`, 'content-type': 'video/mp4' },
    body: new Uint8Array(whole.subarray(first, last + 1)),
    redirect: 'manual',
  });

describe('a direct upload', () => {
  test('in one piece becomes an asset that says what is in the file', async () => {
    const asset = await uploading.upload(sample, { new_asset_settings: { passthrough: 'mine' } });
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
    const upload = (await twin.mux.video.uploads.list()).data[0];
    expect(upload).toMatchObject({ status: 'asset_created', asset_id: asset.id });
    expect(upload?.url).toBeUndefined();
    expect((await twin.mux.video.assets.list({ upload_id: asset.upload_id as string })).data).toHaveLength(1);
  });

  test('in parts is told how far it is, and goes on after a part that was cut off', async () => {
    const { id, url = '' } = await uploading.create();
    const first = await sendPart(url, padded, 0, GRANULE - 1);
    expect([first.status, first.headers.get('range')]).toEqual([308, `bytes=0-${GRANULE - 1}`]);

    await cutOff(url, padded.subarray(GRANULE, 3 * GRANULE), 2 * GRANULE - 1, GRANULE + 5000);
    const ask = await fetch(url, {
      method: 'PUT',
      headers: { 'content-range': `bytes */${padded.length}` },
      redirect: 'manual',
    });
    expect([ask.status, ask.headers.get('range')]).toEqual([308, `bytes=0-${2 * GRANULE - 1}`]);

    expect((await sendPart(url, padded, 2 * GRANULE, padded.length - 1)).status).toBe(200);
    const asset = await uploading.settled((await twin.mux.video.uploads.retrieve(id)).asset_id as string);
    expect(asset.status).toBe('ready');
    // A client that did not hear the answer sends its last part again: no second asset.
    expect((await sendPart(url, padded, 2 * GRANULE, padded.length - 1)).status).toBe(200);
    expect((await twin.mux.video.assets.list({ upload_id: id })).data).toHaveLength(1);
  });

  /** Sends the head and a beginning of a part, and drops the connection. */
  async function cutOff(url: string, part: Buffer, length: number, sent: number): Promise<void> {
    const { hostname, port, pathname, search } = new URL(url);
    const socket = connect(Number(port), hostname);
    const range = `bytes ${GRANULE}-${GRANULE + length - 1}/${padded.length}`;
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${length}\r\nContent-Range: ${range}\r\n\r\n`,
    );
    await new Promise<void>((done) => socket.write(part.subarray(0, sent), () => done()));
    await new Promise((done) => setTimeout(done, 100));
    socket.destroy();
    await new Promise((done) => setTimeout(done, 50));
  }

  test.each([
    ['leaves a gap', `bytes ${GRANULE}-${2 * GRANULE - 1}/${10 * GRANULE}`, 416],
    ['is longer than its range', `bytes 0-99/${10 * GRANULE}`, 400],
    ['is shorter than its range', `bytes 0-${4 * GRANULE - 1}/${10 * GRANULE}`, 400],
    ['ends beyond the whole', 'bytes 0-99/50', 400],
    ['is counted in lines', 'lines 0-99/100', 400],
    ['is of too large a file', `bytes 0-99/${10 ** 12}`, 413],
  ])('refuses a part that %s', async (_what, range, expected) => {
    const { url = '' } = await uploading.create();
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { 'content-range': range },
      body: new Uint8Array(GRANULE),
    });
    expect(answer.status).toBe(expected);
  });

  test('takes nothing at an address that was made up', async () => {
    const { url = '' } = await uploading.create();
    const put = (address: string) => fetch(address, { method: 'PUT', body: 'x' });
    expect((await put(url.replace(/upload_id=.*/, 'upload_id=guessed'))).status).toBe(403);
    expect((await put(url.replace(/\?.*/, ''))).status).toBe(403);
    expect((await put(`${twin.url}/direct-uploads/nothing?upload_id=x`)).status).toBe(404);
  });

  test('lets in the pages of its own origin alone', async () => {
    const { url = '' } = await uploading.create({ cors_origin: `${ORIGIN}/` });
    const preflight = async (from: string) => {
      const answer = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: from,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-range,content-type',
        },
      });
      return answer.headers.get('access-control-allow-origin');
    };
    expect(await preflight(ORIGIN)).toBe(ORIGIN);
    expect(await preflight('https://elsewhere.example')).toBeNull();
  });

  test('that was cancelled may end, and makes no asset', async () => {
    const { id, url = '' } = await uploading.create();
    expect((await twin.mux.video.uploads.cancel(id)).status).toBe('cancelled');
    expect((await fetch(url, { method: 'PUT', body: new Uint8Array(sample) })).status).toBe(200);
    expect((await twin.mux.video.assets.list({ upload_id: id })).data).toEqual([]);
    expect(status(await twin.mux.video.uploads.cancel(id).catch((error) => error))).toBe(403);
  });

  test('is timed out when nothing came', async () => {
    const { id, url = '' } = await uploading.create({ timeout: 60 });
    await new Promise((done) => setTimeout(done, 250));
    expect((await twin.mux.video.uploads.retrieve(id)).status).toBe('timed_out');
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(410);
  });

  test.each([
    ['a text', () => Buffer.from('not a film')],
    ['nothing', () => Buffer.alloc(0)],
    [
      'a picture',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
    ],
    ['half a film', async () => sample.subarray(0, 2000)],
    ['a playlist that leads elsewhere', () => Buffer.from('#EXTM3U\n#EXTINF:4,\n/etc/passwd\n')],
  ])('of %s ends as errored, with a reason, and so does its upload', async (_what, bytes) => {
    const asset = await uploading.upload(await bytes());
    expect(asset).toMatchObject({ status: 'errored', errors: { type: 'invalid_input' } });
    expect(asset.progress).toEqual({ state: 'errored', progress: -1 });
    const upload = await twin.mux.video.uploads.retrieve(asset.upload_id as string);
    expect(upload).toMatchObject({ status: 'errored', error: { type: 'invalid_input' } });
    expect((await twin.fetch(`/${asset.playback_ids?.[0]?.id}.m3u8`)).status).toBe(412);
  });
});
