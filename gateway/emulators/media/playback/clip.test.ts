import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { SEED } from '../testing/seedFiles.ts';
import { startEmulator, type TestEmulator } from '../testing/startEmulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const pid = SEED.publicId;
const text = async (path: string) => (await emulator.fetch(path)).text();
const picture = async (path: string) => Buffer.from(await (await emulator.fetch(path)).arrayBuffer());

describe('media emulator: clip', () => {
  const segmentsOf = async (manifest: string) => {
    const uri = manifest.split('\n').find((line) => line.includes('/720p.m3u8')) as string;
    const playlist = await text(`/${uri}`);
    return {
      folder: uri.replace(/720p\.m3u8.*/, ''),
      playlist,
      ranges: [...playlist.matchAll(/^#EXT-X-BYTERANGE:(\S+)$/gm)].map(([, range]) => range),
    };
  };

  test.each([
    ['', ['2000@500', '2500@2500']],
    ['?asset_start_time=1&asset_end_time=3', ['2000@500']],
    ['?asset_start_time=4', ['2500@2500']],
    ['?asset_end_time=4', ['2000@500']],
    ['?asset_start_time=3.9&asset_end_time=4.1', ['2000@500', '2500@2500']],
    ['?asset_start_time=6&asset_end_time=99', ['2500@2500']],
  ])('%s has the segments with its times', async (query, expected) => {
    const { ranges, playlist } = await segmentsOf(await text(`/${pid}.m3u8${query}`));
    expect(ranges).toEqual(expected);
    expect(playlist).toMatch(/^#EXT-X-MAP:URI="720p\.mp4",BYTERANGE="500@0"$/m);
    expect(playlist).toContain('#EXT-X-ENDLIST');
  });

  test('plays its segments', async () => {
    const { folder } = await segmentsOf(await text(`/${pid}.m3u8?asset_start_time=4`));
    const part = await emulator.fetch(`/${folder}720p.mp4`, { headers: { range: 'bytes=2500-2509' } });
    expect([part.status, [...new Uint8Array(await part.arrayBuffer())][0]]).toEqual([206, 2500 % 251]);
  });

  test('has the subtitles of the asset, whose times it states', async () => {
    const manifest = await text(`/${pid}.m3u8?asset_start_time=4&asset_end_time=7`);
    const [, uri = ''] = new RegExp(`URI="([^"]+${SEED.english}\\.m3u8)"`).exec(manifest) ?? [];
    expect(await text(`/${uri}`)).toContain(`#EXTINF:3,\n${SEED.english}.vtt`);
    expect(await text(`/${uri.replace('.m3u8', '.vtt')}`)).toMatch(
      /^WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00\.000\n\n00:00:00\.000 --> /,
    );
  });

  test.each([
    'asset_start_time=8',
    'asset_start_time=3&asset_end_time=3',
    'asset_end_time=-1',
    'asset_start_time=x',
  ])('rejects %s', async (query) => {
    expect((await emulator.fetch(`/${pid}.m3u8?${query}`)).status).toBe(400);
    expect((await emulator.fetch(`/${pid}/storyboard.vtt?${query}`)).status).toBe(400);
  });

  test('is a claim of the token of a signed playback id', async () => {
    const token = await emulator.mux.jwt.signPlaybackId(SEED.signedId, {
      type: 'video',
      params: { asset_start_time: '4' },
    });
    const manifest = await text(`/${SEED.signedId}.m3u8?token=${token}`);
    const { ranges, playlist } = await segmentsOf(manifest);
    expect(ranges).toEqual(['2500@2500']);
    const uri = manifest.split('\n').find((line) => line.includes('/720p.m3u8')) as string;
    const [, media = ''] = /^(720p\.mp4\?.*)$/m.exec(playlist) ?? [];
    expect((await emulator.fetch(`/${uri.replace(/720p\.m3u8.*/, media)}`)).status).toBe(200);
    expect((await emulator.fetch(`/${uri.replace('clip/4-8', 'clip/0-8')}`)).status).toBe(403);
    expect((await emulator.fetch(`/${uri.replace('clip/4-8/', '')}`)).status).toBe(403);
    const beside = `/${SEED.signedId}.m3u8?token=${token}&asset_end_time=5`;
    expect((await emulator.fetch(beside)).status).toBe(403);
  });

  test('has its own storyboard', async () => {
    const clip = 'asset_start_time=4&asset_end_time=6';
    const board = await (await emulator.fetch(`/${pid}/storyboard.json?${clip}`)).json();
    expect([board.duration, board.tiles[0].start, board.tiles[49].start]).toEqual([2, 0, 1.96]);
    expect(board.url).toContain(`?${clip}`);
    const bytes = await picture(new URL(board.url).pathname + new URL(board.url).search);
    const raw = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = ((board.tile_height / 2) * raw.info.width + board.tile_width / 2) * 3;
    // The red of JPEG is not exact.
    expect(Math.round(((raw.data[at] as number) - 20) / 25)).toBe(4);
  });
});
