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

/** Returns the colour at the centre of an image, or of one page of an animated image. */
async function colour(bytes: Buffer, page = 0): Promise<{ r: number; g: number; b: number }> {
  const { data, info } = await sharp(bytes, { page })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return { r: data[at] as number, g: data[at + 1] as number, b: data[at + 2] as number };
}

/** Returns the second of a still, which its red channel encodes. */
const second = async (bytes: Buffer, page = 0) => ((await colour(bytes, page)).r - 20) / 25;

describe('media emulator: manifest', () => {
  test('lists both renditions and both languages with relative URIs', async () => {
    expect(await text(`/${pid}.m3u8`)).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",AUTOSELECT=YES,DEFAULT=NO,FORCED=NO,LANGUAGE="en",CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",URI="${pid}/text/${SEED.english}.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="Deutsch",AUTOSELECT=YES,DEFAULT=NO,FORCED=NO,LANGUAGE="de",URI="${pid}/text/${SEED.german}.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.640015,mp4a.40.2",CLOSED-CAPTIONS=NONE,SUBTITLES="subs"
${pid}/rendition/360p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2400000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",CLOSED-CAPTIONS=NONE,SUBTITLES="subs"
${pid}/rendition/720p.m3u8
`);
  });

  test('makes the requested language the default', async () => {
    const manifest = await text(`/${pid}.m3u8?default_subtitles_lang=de`);
    expect(manifest).toMatch(/NAME="Deutsch",AUTOSELECT=YES,DEFAULT=YES/);
    expect(manifest).toMatch(/NAME="English",AUTOSELECT=YES,DEFAULT=NO/);
  });

  test('rejects a range of resolutions without renditions', async () => {
    const response = await emulator.fetch(`/${pid}.m3u8?min_resolution=1080p`);
    expect(response.status).toBe(400);
  });
});

test('media emulator: every byte range of a rendition returns its own bytes', async () => {
  const playlist = await text(`/${pid}/rendition/720p.m3u8`);
  const ranges = [...playlist.matchAll(/BYTERANGE[:="]+(\d+)@(\d+)/g)].map((m) => [
    Number(m[1]),
    Number(m[2]),
  ]);
  expect(ranges).toHaveLength(3);
  for (const [length, from] of ranges as [number, number][]) {
    const response = await emulator.fetch(`/${pid}/rendition/720p.mp4`, {
      headers: { range: `bytes=${from}-${from + length - 1}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(206);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(bytes).toEqual(Buffer.from(Array.from({ length }, (_, i) => (from + i) % 251)));
  }
});

test('media emulator: a transcript contains one line of text per cue', async () => {
  expect(await text(`/${pid}/text/${SEED.english}.txt`)).toBe('A wave & its echo\nmeet.\n');
});

test('media emulator: the playback calls of the SDK work', async () => {
  const { playback } = emulator.mux.video;
  expect(await (await playback.hls(pid)).text()).toMatch(/^#EXTM3U/);
  expect(await playback.track(pid, SEED.german)).toMatch(/^WEBVTT/);
  expect(await playback.storyboardMeta(pid)).toMatchObject({ tile_width: 284, tile_height: 160 });
  const still = await playback.thumbnail(pid, 'jpg', { time: 1, width: 99 });
  expect((await sharp(Buffer.from(await still.arrayBuffer())).metadata()).width).toBe(99);
});

describe('media emulator: thumbnail', () => {
  test.each([
    ['', 4],
    ['?time=0', 0],
    ['?time=2.99', 2],
    ['?time=3', 3],
    ['?time=7.99', 7],
  ])('%s shows the last still at or before its time', async (query, expected) => {
    expect(await second(await picture(`/${pid}/thumbnail.png${query}`))).toBe(expected);
  });

  test.each([
    'thumbnail.jpg?time=8',
    'thumbnail.webp?time=999',
    'animated.gif?start=8',
    'animated.webp?start=9&end=12',
  ])('%s at or after the end is rejected', async (path) => {
    const response = await emulator.fetch(`/${pid}/${path}`);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('the end at 8')]);
  });

  test('time of an asset is before its end, and the asset is ready', async () => {
    const { assets } = emulator.mux.video;
    for (const [id, thumbnail_time] of [
      [SEED.ready, 8],
      [SEED.ready, -1],
      [SEED.preparing, 0],
      [SEED.errored, 0],
    ] as const)
      await expect(assets.update(id, { thumbnail_time })).rejects.toMatchObject({ status: 400 });
  });

  test("uses the asset's thumbnail time by default", async () => {
    await emulator.mux.video.assets.update(SEED.ready, { thumbnail_time: 6.5 });
    expect(await second(await picture(`/${pid}/thumbnail.png`))).toBe(6);
    await emulator.mux.video.assets.deleteThumbnailTime(SEED.ready);
    expect(await second(await picture(`/${pid}/thumbnail.png`))).toBe(4);
  });

  test('pads with black around the centred image', async () => {
    const bytes = await picture(`/${pid}/thumbnail.png?width=100&height=100&fit_mode=pad`);
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, data[0], data[1], data[2]]).toEqual([100, 100, 0, 0, 0]);
    expect(await second(bytes)).toBe(4);
  });

  test('is drawn once for equal requests', async () => {
    // Other threads draw.
    const measure = async () => {
      const before = process.cpuUsage();
      await picture(`/${pid}/storyboard.png?width=1234`);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const first = await measure();
    const repeats = [await measure(), await measure(), await measure()];
    expect(Math.min(...repeats)).toBeLessThan(first / 2);
  });
});

describe('media emulator: animated image', () => {
  const moving = (query: string) => picture(`/${pid}/animated.webp?${query}`);

  test('consists of stills where nothing was pre-rendered, one per second', async () => {
    const bytes = await moving('start=0&end=3&fps=10');
    const { pages, delay } = await sharp(bytes).metadata();
    expect([pages, delay]).toEqual([3, [1000, 1000, 1000]]);
    expect(await second(bytes, 1)).toBeCloseTo(1, 0);
  });

  test('consists of pre-rendered frames where available', async () => {
    const bytes = await moving('start=3&end=5&fps=12&width=480');
    const { width, height, pages = 0, delay = [] } = await sharp(bytes).metadata();
    // The encoder merges equal frames, so only the total duration is fixed.
    expect([width, height, delay.reduce((a, b) => a + b, 0)]).toEqual([480, 270, 2000]);
    const [first, last] = [await colour(bytes, 0), await colour(bytes, pages - 1)];
    expect(first.r).toBeLessThan(20);
    expect(last.b).toBeGreaterThan(first.b + 100);
  });

  test('has the requested duration, cut at the end of the video', async () => {
    const { delay } = await sharp(await moving('start=6&end=12&fps=30')).metadata();
    expect(delay?.reduce((a, b) => a + b, 0)).toBe(2000);
  });
});

describe('media emulator: storyboard', () => {
  test('shows in each tile the still of its time', async () => {
    const board = await (await emulator.fetch(`/${pid}/storyboard.json`)).json();
    const bytes = await picture(`/${pid}/storyboard.png`);
    const raw = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    for (const { start, x, y } of board.tiles) {
      const at = ((y + board.tile_height / 2) * raw.info.width + x + board.tile_width / 2) * 3;
      expect(((raw.data[at] as number) - 20) / 25).toBe(Math.floor(start));
    }
  });

  test('refers to an image of the requested format', async () => {
    expect(await text(`/${pid}/storyboard.vtt?format=webp`)).toContain('/storyboard.webp#xywh=');
  });
});
