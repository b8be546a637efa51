import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type Mux from '@mux/mux-node';
import sharp from 'sharp';
import { FIXTURE } from './fixture/seed.ts';
import { type FixtureTwin, SAMPLE, startFixtureTwin } from './fixture/twin.ts';
import { type Uploading, uploadingTo } from './fixture/uploading.ts';

const pace = { ingest: 60, generate: 400, uploadSecond: 1 };

let twin: FixtureTwin;
let uploading: Uploading;
let sample: Buffer;
/** Serves files of this machine to the twin. */
let origin: Server;
let files: Record<string, Buffer | string>;

beforeAll(async () => {
  sample = await readFile(SAMPLE);
  files = { '/film.mp4': sample, '/fr.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nUne onde\n' };
  origin = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (request.url === '/away') response.writeHead(302, { location: '/film.mp4' }).end();
    else response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
  twin = await startFixtureTwin({ pace });
  uploading = uploadingTo(twin);
});
afterAll(async () => {
  await twin.close();
  origin.close();
});
beforeEach(async () => {
  await twin.fetch('/__twin/reset', { method: 'POST' });
});

const served = (path: string) => `http://127.0.0.1:${(origin.address() as AddressInfo).port}${path}`;
const textTracksReady = ({ tracks = [] }: Mux.Video.Asset) =>
  tracks.every(({ type, status }) => type !== 'text' || status === 'ready');

describe('what was uploaded', () => {
  test('plays by byte ranges that together are the file, and has pictures that tell the time', async () => {
    const asset = await uploading.upload(sample);
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
    const asset = await uploading.upload(sample);
    const pid = asset.playback_ids?.[0]?.id;
    await twin.mux.video.assets.delete(asset.id);
    expect((await twin.fetch(`/${pid}.m3u8`)).status).toBe(404);
  });

  test('brings the static renditions and text tracks that were asked for with it', async () => {
    const asset = await uploading.upload(sample, {
      new_asset_settings: {
        playback_policies: ['public'],
        static_renditions: [{ resolution: 'highest' }, { resolution: '1080p' }],
        inputs: [{}, { type: 'text', url: served('/fr.vtt'), language_code: 'fr', name: 'Français' }],
      },
    });
    const now = await uploading.until(
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
    const asset = await uploading.upload(sample, {
      new_asset_settings: {
        playback_policies: ['public'],
        inputs: [{ generated_subtitles: [{ language_code: 'en' }, { language_code: 'auto', name: 'Auto' }] }],
      },
    });
    const generated = ({ tracks = [] }: Mux.Video.Asset) =>
      tracks.filter(({ text_source }) => text_source === 'generated_vod');
    expect(generated(asset).map(({ status }) => status)).toEqual(['preparing', 'preparing']);
    const [english, detected] = generated(await uploading.until(asset.id, textTracksReady));
    expect(english).toMatchObject({ status: 'ready', language_code: 'en', name: 'English (generated)' });
    expect(detected).toMatchObject({ status: 'ready', language_code: 'und', auto_language_confidence: 0 });
    const pid = asset.playback_ids?.[0]?.id;
    expect(await (await twin.fetch(`/${pid}/text/${english?.id}.vtt`)).text()).toMatch(/^WEBVTT\n\nNOTE/);
    expect((await (await twin.fetch(`/${pid}/text/${english?.id}.txt`)).text()).trim()).toBe('');
  });
});

describe('an input with an address', () => {
  const fromUrl = async (url: string) =>
    uploading.settled(
      (await twin.mux.video.assets.create({ inputs: [{ url }], playback_policies: ['public'] })).id,
    );

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
  await uploading.until(FIXTURE.ready, textTracksReady);
  expect((await twin.fetch(`/${FIXTURE.publicId}/text/${FIXTURE.english}.vtt`)).status).toBe(404);
  expect(await (await twin.fetch(`/${FIXTURE.publicId}/text/${track.id}.vtt`)).text()).toBe(
    'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nA wave, mended\n',
  );
  expect(await (await twin.fetch(`/${FIXTURE.publicId}.m3u8`)).text()).toContain(`text/${track.id}.m3u8`);
});
