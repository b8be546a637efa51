import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type Mux from '@mux/mux-node';
import sharp from 'sharp';
import { SEED } from '../testing/seedFiles.ts';
import { SAMPLE_FILE, startEmulator, type TestEmulator } from '../testing/startEmulator.ts';
import { createUploadClient, type UploadClient } from '../testing/uploadFile.ts';

const delays = { ingestMs: 60, generateMs: 400, uploadSecondMs: 1 };

let emulator: TestEmulator;
let uploadClient: UploadClient;
let sample: Buffer;
/** Serves local files to the emulator. */
let origin: Server;
let files: Record<string, Buffer | string>;

beforeAll(async () => {
  sample = await readFile(SAMPLE_FILE);
  files = { '/film.mp4': sample, '/fr.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nUne onde\n' };
  origin = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (request.url === '/away') response.writeHead(302, { location: '/film.mp4' }).end();
    else response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
  emulator = await startEmulator({ delays });
  uploadClient = createUploadClient(emulator);
});
afterAll(async () => {
  await emulator.close();
  origin.close();
});
beforeEach(async () => {
  await emulator.control('POST', 'reset');
});

const served = (path: string) => `http://127.0.0.1:${(origin.address() as AddressInfo).port}${path}`;
const textTracksReady = ({ tracks = [] }: Mux.Video.Asset) =>
  tracks.every(({ type, status }) => type !== 'text' || status === 'ready');

describe('media emulator: an uploaded video', () => {
  test('plays by byte ranges that cover the file, and its stills show the time', async () => {
    const asset = await uploadClient.upload(sample);
    const pid = asset.playback_ids?.[0]?.id;
    const text = async (path: string) => (await emulator.fetch(path)).text();
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
      const part = await emulator.fetch(`/${pid}/rendition/180p.mp4`, {
        headers: { range: `bytes=${from}-${end - 1}` },
      });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, length]);
    }
    expect((await emulator.fetch(`/${pid}/rendition/180p.mp4`)).headers.get('content-length')).toBe(
      String(end),
    );
    const still = async (time: number) =>
      Buffer.from(await (await emulator.fetch(`/${pid}/thumbnail.png?time=${time}`)).arrayBuffer());
    expect(await sharp(await still(0)).metadata()).toMatchObject({ width: 640, height: 360 });
    expect((await still(0)).equals(await still(3))).toBe(false);
    expect((await (await emulator.fetch(`/${pid}/storyboard.json`)).json()).duration).toBe(4);
  });

  test('is removed with its asset', async () => {
    const asset = await uploadClient.upload(sample);
    const pid = asset.playback_ids?.[0]?.id;
    await emulator.mux.video.assets.delete(asset.id);
    expect((await emulator.fetch(`/${pid}.m3u8`)).status).toBe(404);
  });

  test('gets the requested static renditions and text tracks', async () => {
    const asset = await uploadClient.upload(sample, {
      new_asset_settings: {
        playback_policies: ['public'],
        static_renditions: [{ resolution: 'highest' }, { resolution: '1080p' }],
        inputs: [
          {},
          {
            type: 'text',
            text_type: 'subtitles',
            url: served('/fr.vtt'),
            language_code: 'fr',
            name: 'Français',
          },
        ],
      },
    });
    const now = await uploadClient.waitUntil(
      asset.id,
      (a) => textTracksReady(a) && !JSON.stringify(a.static_renditions).includes('preparing'),
    );
    const pid = now.playback_ids?.[0]?.id;
    expect(now.static_renditions?.files?.map(({ name, status }) => [name, status])).toEqual([
      ['highest.mp4', 'ready'],
      ['1080p.mp4', 'skipped'],
    ]);
    expect((await emulator.fetch(`/${pid}/highest.mp4`)).headers.get('content-type')).toBe('video/mp4');
    const french = now.tracks?.find(({ language_code }) => language_code === 'fr');
    expect(french).toMatchObject({ status: 'ready', name: 'Français', text_source: 'uploaded' });
    expect(await (await emulator.fetch(`/${pid}/text/${french?.id}.vtt`)).text()).toContain('Une onde');
  });

  test('gets its generated subtitles later, without cues', async () => {
    const asset = await uploadClient.upload(sample, {
      new_asset_settings: {
        playback_policies: ['public'],
        inputs: [{ generated_subtitles: [{ language_code: 'en' }, { language_code: 'auto', name: 'Auto' }] }],
      },
    });
    const generated = ({ tracks = [] }: Mux.Video.Asset) =>
      tracks.filter(({ text_source }) => text_source === 'generated_vod');
    expect(generated(asset).map(({ status }) => status)).toEqual(['preparing', 'preparing']);
    const [english, detected] = generated(await uploadClient.waitUntil(asset.id, textTracksReady));
    expect(english).toMatchObject({ status: 'ready', language_code: 'en', name: 'English (generated)' });
    expect(detected).toMatchObject({ status: 'ready', language_code: 'und', auto_language_confidence: 0 });
    const pid = asset.playback_ids?.[0]?.id;
    expect(await (await emulator.fetch(`/${pid}/text/${english?.id}.vtt`)).text()).toMatch(/^WEBVTT\n\nNOTE/);
    expect((await (await emulator.fetch(`/${pid}/text/${english?.id}.txt`)).text()).trim()).toBe('');
  });
});

test('media emulator: another audio track among the inputs becomes errored', async () => {
  const track = { url: served('/film.mp4'), type: 'audio' as const, language_code: 'fr', name: 'Français' };
  const { assets } = emulator.mux.video;
  const create = (audio: typeof track | Omit<typeof track, 'language_code'>) =>
    assets.create({ inputs: [{ url: served('/film.mp4') }, audio], playback_policies: ['public'] });
  const { language_code: _, ...unnamed } = track;
  await expect(create(unnamed)).rejects.toMatchObject({ status: 400 });
  const { id } = await create(track);
  const french = ({ tracks = [] }: Mux.Video.Asset) => tracks.find(({ name }) => name === 'Français');
  const asset = await uploadClient.waitUntil(id, (a) => french(a)?.status !== 'preparing');
  expect(french(asset)).toMatchObject({ type: 'audio', status: 'errored', language_code: 'fr' });
  expect((await uploadClient.waitUntilDone(id)).status).toBe('ready');
});

test('media emulator: an asset states how it was created', async () => {
  expect((await uploadClient.upload(sample)).ingest_type).toBe('on_demand_direct_upload');
  const inputs = [{ url: served('/film.mp4') }];
  const created = await emulator.mux.video.assets.create({ inputs, playback_policies: ['public'] });
  expect(created.ingest_type).toBe('on_demand_url');
  await uploadClient.waitUntilDone(created.id);
});

test('media emulator: a video that is cut off at any length becomes errored with the reason', async () => {
  for (let part = 1; part <= 11; part += 1) {
    const asset = await uploadClient.upload(sample.subarray(0, Math.floor((sample.length * part) / 12)));
    expect([part, asset.status, asset.errors?.type]).toEqual([part, 'errored', 'invalid_input']);
    expect(asset.errors?.messages?.[0]).toMatch(/^The input file (is incomplete|cannot be read)/);
  }
});

describe('media emulator: an input URL', () => {
  const fromUrl = async (url: string) =>
    uploadClient.waitUntilDone(
      (await emulator.mux.video.assets.create({ inputs: [{ url }], playback_policies: ['public'] })).id,
    );

  test('on this machine is downloaded and plays', async () => {
    const asset = await fromUrl(served('/film.mp4'));
    expect([asset.status, asset.duration]).toEqual(['ready', 4]);
    const [info] = await emulator.mux.video.assets.retrieveInputInfo(asset.id);
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
  ])('%s is not downloaded', async (url) => {
    const asset = await fromUrl(url);
    expect(asset.errors).toMatchObject({
      type: 'download_failed',
      messages: [expect.stringContaining('does not access the network')],
    });
  });

  test('that redirects or does not exist is not downloaded', async () => {
    for (const path of ['/away', '/nothing'])
      expect((await fromUrl(served(path))).errors?.type).toBe('download_failed');
  });
});

test('media emulator: captions can be replaced from WebVTT and SubRip', async () => {
  files['/new.srt'] = '1\n00:00:00,500 --> 00:00:02,000\nA wave, corrected\n';
  const { assets } = emulator.mux.video;
  await assets.deleteTrack(SEED.ready, SEED.english);
  const track = await assets.createTrack(SEED.ready, {
    url: served('/new.srt'),
    type: 'text',
    language_code: 'en',
  });
  expect(track).toMatchObject({ status: 'preparing', name: 'English' });
  expect((await emulator.fetch(`/${SEED.publicId}/text/${track.id}.vtt`)).status).toBe(404);
  await uploadClient.waitUntil(SEED.ready, textTracksReady);
  expect((await emulator.fetch(`/${SEED.publicId}/text/${SEED.english}.vtt`)).status).toBe(404);
  expect(await (await emulator.fetch(`/${SEED.publicId}/text/${track.id}.vtt`)).text()).toBe(
    'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nA wave, corrected\n',
  );
  expect(await (await emulator.fetch(`/${SEED.publicId}.m3u8`)).text()).toContain(`text/${track.id}.m3u8`);
});
