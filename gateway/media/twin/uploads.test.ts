import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type Mux from '@mux/mux-node';
import sharp from 'sharp';
import { FIXTURE } from './fixture/seed.ts';
import { type FixtureTwin, SAMPLE, startFixtureTwin } from './fixture/twin.ts';
import { GRANULE } from './resumable.ts';

const pace = { ingest: 60, generate: 400, uploadSecond: 1 };
const ORIGIN = 'https://studio.example';
/** An MP4 of a length that takes several parts: players skip a box of nothing at its end. */
const PADDING = 3 * GRANULE - 1000;

let twin: FixtureTwin;
let sample: Buffer;
let padded: Buffer;
/** Serves files of this machine to the twin. */
let origin: Server;
let files: Record<string, Buffer | string>;

beforeAll(async () => {
  sample = await readFile(SAMPLE);
  const box = Buffer.alloc(PADDING);
  box.writeUInt32BE(PADDING, 0);
  box.write('free', 4, 'latin1');
  padded = Buffer.concat([sample, box]);
  files = { '/film.mp4': sample, '/fr.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nUne onde\n' };
  origin = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (request.url === '/away') response.writeHead(302, { location: '/film.mp4' }).end();
    else response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
  twin = await startFixtureTwin({ pace });
});
afterAll(async () => {
  await twin.close();
  origin.close();
});
beforeEach(async () => {
  await twin.fetch('/__twin/reset', { method: 'POST' });
});

const served = (path: string) => `http://127.0.0.1:${(origin.address() as AddressInfo).port}${path}`;
const status = (error: unknown) => (error as { status: number }).status;

type NewUpload = Partial<Mux.Video.UploadCreateParams>;
/** Timeouts of the fixture are of milliseconds, so that they can be waited for; most tests need a long one. */
const create = (body: NewUpload = {}) =>
  twin.mux.video.uploads.create({
    cors_origin: ORIGIN,
    timeout: 600_000,
    new_asset_settings: { playback_policies: ['public'] },
    ...body,
  });

/** Sends bytes `first` to `last`, both included, of a whole. */
const sendPart = (url: string, whole: Buffer, first: number, last: number) =>
  fetch(url, {
    method: 'PUT',
    headers: { 'content-range': `bytes ${first}-${last}/${whole.length}`, 'content-type': 'video/mp4' },
    body: new Uint8Array(whole.subarray(first, last + 1)),
    redirect: 'manual',
  });

/** Asks until a condition holds of the asset. */
async function until(id: string, holds: (asset: Mux.Video.Asset) => boolean): Promise<Mux.Video.Asset> {
  for (let left = 400; left > 0; left--) {
    const asset = await twin.mux.video.assets.retrieve(id);
    if (holds(asset)) return asset;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(
    `expected the asset to settle, got ${JSON.stringify(await twin.mux.video.assets.retrieve(id))}`,
  );
}
const settled = (id: string) => until(id, ({ status }) => status !== 'preparing');
const textTracksReady = ({ tracks = [] }: Mux.Video.Asset) =>
  tracks.every(({ type, status }) => type !== 'text' || status === 'ready');
const uploaded = async (bytes: Buffer, body: NewUpload = {}): Promise<Mux.Video.Asset> => {
  const { id, url } = await create(body);
  await fetch(url as string, { method: 'PUT', body: new Uint8Array(bytes) });
  return settled((await twin.mux.video.uploads.retrieve(id)).asset_id as string);
};

describe('a direct upload', () => {
  test('in one piece becomes an asset that says what is in the file', async () => {
    const asset = await uploaded(sample, { new_asset_settings: { passthrough: 'mine' } });
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
    const { id, url = '' } = await create();
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
    const asset = await settled((await twin.mux.video.uploads.retrieve(id)).asset_id as string);
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
    const { url = '' } = await create();
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { 'content-range': range },
      body: new Uint8Array(GRANULE),
    });
    expect(answer.status).toBe(expected);
  });

  test('takes nothing at an address that was made up', async () => {
    const { url = '' } = await create();
    const put = (address: string) => fetch(address, { method: 'PUT', body: 'x' });
    expect((await put(url.replace(/upload_id=.*/, 'upload_id=guessed'))).status).toBe(403);
    expect((await put(url.replace(/\?.*/, ''))).status).toBe(403);
    expect((await put(`${twin.url}/direct-uploads/nothing?upload_id=x`)).status).toBe(404);
  });

  test('lets in the pages of its own origin alone', async () => {
    const { url = '' } = await create({ cors_origin: `${ORIGIN}/` });
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
    const { id, url = '' } = await create();
    expect((await twin.mux.video.uploads.cancel(id)).status).toBe('cancelled');
    expect((await fetch(url, { method: 'PUT', body: new Uint8Array(sample) })).status).toBe(200);
    expect((await twin.mux.video.assets.list({ upload_id: id })).data).toEqual([]);
    expect(status(await twin.mux.video.uploads.cancel(id).catch((error) => error))).toBe(403);
  });

  test('is timed out when nothing came', async () => {
    const { id, url = '' } = await create({ timeout: 60 });
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
    const asset = await uploaded(await bytes());
    expect(asset).toMatchObject({ status: 'errored', errors: { type: 'invalid_input' } });
    expect(asset.progress).toEqual({ state: 'errored', progress: -1 });
    const upload = await twin.mux.video.uploads.retrieve(asset.upload_id as string);
    expect(upload).toMatchObject({ status: 'errored', error: { type: 'invalid_input' } });
    expect((await twin.fetch(`/${asset.playback_ids?.[0]?.id}.m3u8`)).status).toBe(412);
  });
});

describe('what was uploaded', () => {
  test('plays by byte ranges that together are the file, and has pictures that tell the time', async () => {
    const asset = await uploaded(sample);
    const pid = asset.playback_ids?.[0]?.id;
    const text = async (path: string) => (await twin.fetch(path)).text();
    const master = await text(`/${pid}.m3u8`);
    expect(master).toMatch(/RESOLUTION=320x180/);
    const media = await text(`/${pid}/rendition/180p.m3u8`);
    const ranges = [...media.matchAll(/BYTERANGE[:="]+(\d+)@(\d+)/g)].map((m) => [
      Number(m[1]),
      Number(m[2]),
    ]);
    let end = 0;
    for (const [length, from] of ranges as [number, number][]) {
      expect(from).toBe(end);
      end += length;
      const part = await twin.fetch(`/${pid}/rendition/180p.mp4`, {
        headers: { range: `bytes=${from}-${end - 1}` },
      });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, length]);
    }
    expect((await twin.fetch(`/${pid}/rendition/180p.mp4`)).headers.get('content-length')).toBe(String(end));
    const still = async (time: number) =>
      Buffer.from(await (await twin.fetch(`/${pid}/thumbnail.png?time=${time}`)).arrayBuffer());
    expect(await sharp(await still(0)).metadata()).toMatchObject({ width: 640, height: 360 });
    expect((await still(0)).equals(await still(3))).toBe(false);
    expect((await (await twin.fetch(`/${pid}/storyboard.json`)).json()).duration).toBe(4);
  });

  test('is gone with its asset, and with a reset', async () => {
    const asset = await uploaded(sample);
    const pid = asset.playback_ids?.[0]?.id;
    await twin.mux.video.assets.delete(asset.id);
    expect((await twin.fetch(`/${pid}.m3u8`)).status).toBe(404);
  });

  test('brings the static renditions and text tracks that were asked for with it', async () => {
    const asset = await uploaded(sample, {
      new_asset_settings: {
        playback_policies: ['public'],
        static_renditions: [{ resolution: 'highest' }, { resolution: '1080p' }],
        inputs: [{}, { type: 'text', url: served('/fr.vtt'), language_code: 'fr', name: 'Français' }],
      },
    });
    const now = await until(
      asset.id,
      (a) => textTracksReady(a) && !JSON.stringify(a.static_renditions).includes('preparing'),
    );
    const pid = now.playback_ids?.[0]?.id;
    expect(now.static_renditions?.files?.map(({ name, status }) => [name, status])).toEqual([
      ['highest.mp4', 'ready'],
      ['1080p.mp4', 'skipped'],
    ]);
    expect((await twin.fetch(`/${pid}/highest.mp4`)).headers.get('content-type')).toBe('video/mp4');
    const french = now.tracks?.find(({ language_code }) => language_code === 'fr');
    expect(french).toMatchObject({ status: 'ready', name: 'Français', text_source: 'uploaded' });
    expect(await (await twin.fetch(`/${pid}/text/${french?.id}.vtt`)).text()).toContain('Une onde');
  });

  test('has its generated subtitles later than itself, without words that nobody heard', async () => {
    const asset = await uploaded(sample, {
      new_asset_settings: {
        playback_policies: ['public'],
        inputs: [{ generated_subtitles: [{ language_code: 'en' }, { language_code: 'auto', name: 'Auto' }] }],
      },
    });
    const generated = ({ tracks = [] }: Mux.Video.Asset) =>
      tracks.filter(({ text_source }) => text_source === 'generated_vod');
    expect(generated(asset).map(({ status }) => status)).toEqual(['preparing', 'preparing']);
    const [english, detected] = generated(await until(asset.id, textTracksReady));
    expect(english).toMatchObject({ status: 'ready', language_code: 'en', name: 'English (generated)' });
    expect(detected).toMatchObject({ status: 'ready', language_code: 'und', auto_language_confidence: 0 });
    const pid = asset.playback_ids?.[0]?.id;
    expect(await (await twin.fetch(`/${pid}/text/${english?.id}.vtt`)).text()).toMatch(/^WEBVTT\n\nNOTE/);
    expect((await (await twin.fetch(`/${pid}/text/${english?.id}.txt`)).text()).trim()).toBe('');
  });
});

describe('an input with an address', () => {
  const fromUrl = async (url: string) =>
    settled((await twin.mux.video.assets.create({ inputs: [{ url }], playback_policies: ['public'] })).id);

  test('on this machine is fetched and plays', async () => {
    const asset = await fromUrl(served('/film.mp4'));
    expect([asset.status, asset.duration]).toEqual(['ready', 4]);
    const [info] = await twin.mux.video.assets.retrieveInputInfo(asset.id);
    expect(info).toMatchObject({
      settings: { url: served('/film.mp4') },
      file: { tracks: [{ encoding: 'h264' }, {}] },
    });
  });

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/film.mp4',
    'http://[::ffff:10.0.0.1]/film.mp4',
    'http://0.0.0.0/film.mp4',
    'http://localhost.example/film.mp4',
    'http://127.0.0.1.example/film.mp4',
    's3://bucket/film.mp4',
  ])('%s is not fetched', async (url) => {
    const asset = await fromUrl(url);
    expect(asset.errors).toMatchObject({
      type: 'download_failed',
      messages: [expect.stringContaining('nothing from the network')],
    });
  });

  test('that leads on, or to nothing, is not followed', async () => {
    for (const path of ['/away', '/nothing'])
      expect((await fromUrl(served(path))).errors?.type).toBe('download_failed');
  });
});

test('captions are replaced: the old are gone, the new are fetched, as WebVTT and from SubRip', async () => {
  files['/new.srt'] = '1\n00:00:00,500 --> 00:00:02,000\nA wave, mended\n';
  const { assets } = twin.mux.video;
  await assets.deleteTrack(FIXTURE.ready, FIXTURE.english);
  const track = await assets.createTrack(FIXTURE.ready, {
    url: served('/new.srt'),
    type: 'text',
    language_code: 'en',
  });
  expect(track).toMatchObject({ status: 'preparing', name: 'English' });
  expect((await twin.fetch(`/${FIXTURE.publicId}/text/${track.id}.vtt`)).status).toBe(404);
  await until(FIXTURE.ready, textTracksReady);
  expect((await twin.fetch(`/${FIXTURE.publicId}/text/${FIXTURE.english}.vtt`)).status).toBe(404);
  expect(await (await twin.fetch(`/${FIXTURE.publicId}/text/${track.id}.vtt`)).text()).toBe(
    'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nA wave, mended\n',
  );
  expect(await (await twin.fetch(`/${FIXTURE.publicId}.m3u8`)).text()).toContain(`text/${track.id}.m3u8`);
});
