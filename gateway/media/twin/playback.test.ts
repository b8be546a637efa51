import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { FIXTURE } from './fixture/seed.ts';
import { type FixtureTwin, startFixtureTwin } from './fixture/twin.ts';

let twin: FixtureTwin;
beforeAll(async () => {
  twin = await startFixtureTwin();
});
afterAll(() => twin.close());

const pid = FIXTURE.publicId;
const text = async (path: string) => (await twin.fetch(path)).text();
const picture = async (path: string) => Buffer.from(await (await twin.fetch(path)).arrayBuffer());

/** The colour of a picture's centre, of one page of it when it moves. */
async function colour(bytes: Buffer, page = 0): Promise<{ r: number; g: number; b: number }> {
  const { data, info } = await sharp(bytes, { page })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return { r: data[at] as number, g: data[at + 1] as number, b: data[at + 2] as number };
}

/** Which second's still a picture shows: their red tells. */
const second = async (bytes: Buffer, page = 0) => ((await colour(bytes, page)).r - 20) / 25;

describe('a manifest', () => {
  test('names both renditions and both languages relative to its own address', async () => {
    expect(await text(`/${pid}.m3u8`)).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",AUTOSELECT=YES,DEFAULT=NO,FORCED=NO,LANGUAGE="en",CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",URI="${pid}/text/${FIXTURE.english}.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="Deutsch",AUTOSELECT=YES,DEFAULT=NO,FORCED=NO,LANGUAGE="de",URI="${pid}/text/${FIXTURE.german}.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.640015,mp4a.40.2",CLOSED-CAPTIONS=NONE,SUBTITLES="subs"
${pid}/rendition/360p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2400000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",CLOSED-CAPTIONS=NONE,SUBTITLES="subs"
${pid}/rendition/720p.m3u8
`);
  });

  test('makes a language the default when asked', async () => {
    const manifest = await text(`/${pid}.m3u8?default_subtitles_lang=de`);
    expect(manifest).toMatch(/NAME="Deutsch",AUTOSELECT=YES,DEFAULT=YES/);
    expect(manifest).toMatch(/NAME="English",AUTOSELECT=YES,DEFAULT=NO/);
  });

  test('leaves nothing unplayable: a range of resolutions without renditions is refused', async () => {
    const answer = await twin.fetch(`/${pid}.m3u8?min_resolution=1080p`);
    expect(answer.status).toBe(400);
  });
});

test('every byte range of a rendition is answered with its own bytes', async () => {
  const playlist = await text(`/${pid}/rendition/720p.m3u8`);
  const ranges = [...playlist.matchAll(/BYTERANGE[:="]+(\d+)@(\d+)/g)].map((m) => [
    Number(m[1]),
    Number(m[2]),
  ]);
  expect(ranges).toHaveLength(3);
  for (const [length, from] of ranges as [number, number][]) {
    const answer = await twin.fetch(`/${pid}/rendition/720p.mp4`, {
      headers: { range: `bytes=${from}-${from + length - 1}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(bytes).toEqual(Buffer.from(Array.from({ length }, (_, i) => (from + i) % 251)));
  }
});

test('a transcript holds the words alone, a line for each cue', async () => {
  expect(await text(`/${pid}/text/${FIXTURE.english}.txt`)).toBe('A wave & its echo\nmeet.\n');
});

test('the SDK’s own playback calls are answered', async () => {
  const { playback } = twin.mux.video;
  expect(await (await playback.hls(pid)).text()).toMatch(/^#EXTM3U/);
  expect(await playback.track(pid, FIXTURE.german)).toMatch(/^WEBVTT/);
  expect(await playback.storyboardMeta(pid)).toMatchObject({ tile_width: 284, tile_height: 160 });
  const still = await playback.thumbnail(pid, 'jpg', { time: 1, width: 99 });
  expect((await sharp(Buffer.from(await still.arrayBuffer())).metadata()).width).toBe(99);
});

describe('a thumbnail', () => {
  test.each([
    ['', 4],
    ['?time=0', 0],
    ['?time=2.99', 2],
    ['?time=3', 3],
    ['?time=999', 7],
  ])('%s shows the nearest still at or before its time', async (query, expected) => {
    expect(await second(await picture(`/${pid}/thumbnail.png${query}`))).toBe(expected);
  });

  test('follows the asset’s own thumbnail time when none is asked', async () => {
    await twin.mux.video.assets.update(FIXTURE.ready, { thumbnail_time: 6.5 });
    expect(await second(await picture(`/${pid}/thumbnail.png`))).toBe(6);
    await twin.mux.video.assets.deleteThumbnailTime(FIXTURE.ready);
    expect(await second(await picture(`/${pid}/thumbnail.png`))).toBe(4);
  });

  test('pads with black and keeps the picture in the middle', async () => {
    const bytes = await picture(`/${pid}/thumbnail.png?width=100&height=100&fit_mode=pad`);
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, data[0], data[1], data[2]]).toEqual([100, 100, 0, 0, 0]);
    expect(await second(bytes)).toBe(4);
  });

  test('is drawn once for equal requests', async () => {
    const once = async () => {
      const begun = performance.now();
      await picture(`/${pid}/storyboard.png?width=1234`);
      return performance.now() - begun;
    };
    const [first, again] = [await once(), await once()];
    expect(again).toBeLessThan(first / 2);
  });
});

describe('a moving picture', () => {
  const moving = (query: string) => picture(`/${pid}/animated.webp?${query}`);

  test('is made of stills where nothing was rendered before, each for its second', async () => {
    const bytes = await moving('start=0&end=3&fps=10');
    const { pages, delay } = await sharp(bytes).metadata();
    expect([pages, delay]).toEqual([3, [1000, 1000, 1000]]);
    expect(await second(bytes, 1)).toBeCloseTo(1, 0);
  });

  test('is made of the pre-rendered frames where there are some', async () => {
    const bytes = await moving('start=3&end=5&fps=12&width=480');
    const { width, height, pages = 0, delay = [] } = await sharp(bytes).metadata();
    // The encoder joins frames that it cannot tell apart, so the time they take together is what must hold.
    expect([width, height, delay.reduce((a, b) => a + b, 0)]).toEqual([480, 270, 2000]);
    const [first, last] = [await colour(bytes, 0), await colour(bytes, pages - 1)];
    expect(first.r).toBeLessThan(20);
    expect(last.b).toBeGreaterThan(first.b + 100);
  });

  test('lasts as long as asked, cut at the end of the film', async () => {
    const { delay } = await sharp(await moving('start=6&end=12&fps=30')).metadata();
    expect(delay?.reduce((a, b) => a + b, 0)).toBe(2000);
  });
});

describe('a storyboard', () => {
  test('shows in each tile the still of its time', async () => {
    const board = await (await twin.fetch(`/${pid}/storyboard.json`)).json();
    const bytes = await picture(`/${pid}/storyboard.png`);
    const raw = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    for (const { start, x, y } of board.tiles) {
      const at = ((y + board.tile_height / 2) * raw.info.width + x + board.tile_width / 2) * 3;
      expect(((raw.data[at] as number) - 20) / 25).toBe(Math.floor(start));
    }
  });

  test('names a picture of another format when asked', async () => {
    expect(await text(`/${pid}/storyboard.vtt?format=webp`)).toContain('/storyboard.webp#xywh=');
  });
});
