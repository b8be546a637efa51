import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import * as mediaCaptions from 'media-captions';
import sharp from 'sharp';
import { toneMap } from '../drawing/toneMap.ts';
import { readyAsset, textTrackId, unfinishedAssets } from './assets.ts';
import { loadFilms } from './film.ts';
import { type ByteRange, readPlaylist } from './output/playlist.ts';
import { loadPictures } from './picture.ts';

const SEED = fileURLToPath(new URL('../seed/', import.meta.url));
const CAPTIONS = fileURLToPath(new URL('captions/', import.meta.url));
const MAX_FILE_BYTES = 3_200_000;
const MAX_FILM_BYTES = 4_600_000;
const MAX_PREVIEW_BYTES = 200_000;
const MAX_MEDIA_BYTES = 48_000_000;

// The type declarations of the package import without extensions, which nodenext does not resolve.
const { parseText } = mediaCaptions as unknown as {
  parseText(
    text: string,
    options: { type: 'vtt'; strict: boolean; errors: boolean },
  ): Promise<{ cues: { startTime: number; endTime: number; text: string }[]; errors: unknown[] }>;
};

/** The limits of the BBC and Netflix for captions: readers need this time, and players show two lines. */
const MAX_CHARACTERS_PER_SECOND = 20;
const MIN_CUE_SECONDS = 1;
const MAX_LINES = 2;
const MAX_LINE_CHARACTERS = 42;

/** Returns whether a cue can be read while it is shown. */
function isReadable({ startTime, endTime, text }: { startTime: number; endTime: number; text: string }) {
  const seconds = endTime - startTime;
  const lines = text.split('\n');
  return (
    text.length / seconds <= MAX_CHARACTERS_PER_SECOND &&
    seconds >= MIN_CUE_SECONDS &&
    lines.length <= MAX_LINES &&
    lines.every((line) => line.length <= MAX_LINE_CHARACTERS)
  );
}

/** The sizes of the renditions by name. */
const RENDITIONS: Record<string, string> = { '1080p': '1920x1080', '720p': '1280x720', '360p': '640x360' };

const films = await loadFilms();
const pictures = await loadPictures();
const { assets } = JSON.parse(readFileSync(join(SEED, 'mux-assets.json'), 'utf8'));

test('sample assets: mux-assets.json equals the assets of the films', () => {
  expect(assets).toEqual([...films.map(readyAsset), ...unfinishedAssets()]);
});

test('sample assets: includes ready, preparing, errored, public and signed assets', () => {
  const statuses = assets.map((asset: { status: string }) => asset.status);
  const policies = assets.flatMap((asset: { playback_ids: { policy: string }[] }) =>
    asset.playback_ids.map(({ policy }) => policy),
  );
  expect(statuses).toEqual(expect.arrayContaining(['ready', 'preparing', 'errored']));
  expect(policies).toEqual(expect.arrayContaining(['public', 'signed']));
});

test('sample media: has a folder for exactly the ready assets', () => {
  expect(readdirSync(join(SEED, 'media')).sort()).toEqual(films.map((f) => readyAsset(f).id).sort());
});

/** Returns the paths of all files in a folder and its subfolders. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe.each(films.map((film) => [film.name, film] as const))('film %s', (_name, film) => {
  const folder = join(SEED, 'media', readyAsset(film).id);
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');

  test('stays within the size limits', () => {
    const sizes = filesOf(folder).map((file) => statSync(file).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_FILE_BYTES);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_FILM_BYTES);
    expect(statSync(join(folder, 'animated.webp')).size).toBeLessThanOrEqual(MAX_PREVIEW_BYTES);
  });

  test.each(Object.keys(RENDITIONS))('has contiguous %s segments that start at MP4 boxes', (name) => {
    const { header, segments } = readPlaylist(text(`${name}.m3u8`));
    const bytes = readFileSync(join(folder, `${name}.mp4`));
    const box = ({ offset }: ByteRange) => bytes.toString('latin1', offset + 4, offset + 8);
    expect(header).toMatchObject({ uri: `${name}.mp4`, offset: 0 });
    expect(box(header)).toBe('ftyp');
    // The index of all segments is before the first one.
    let end = segments[0]!.offset;
    for (const segment of segments) {
      expect(segment.uri).toBe(`${name}.mp4`);
      expect(segment.offset).toBe(end);
      expect(['moof', 'styp', 'sidx']).toContain(box(segment));
      end += segment.length;
    }
    expect(end).toBeLessThanOrEqual(bytes.length);
  });

  test('has one index of all segments in the files that browsers play themselves', () => {
    for (const name of Object.keys(RENDITIONS)) {
      const { header, segments } = readPlaylist(text(`${name}.m3u8`));
      const bytes = readFileSync(join(folder, `${name}.mp4`));
      const index = bytes.subarray(header.length, segments[0]!.offset);
      expect(index.toString('latin1', 4, 8)).toBe('sidx');
      expect(index.readUInt32BE(0)).toBe(index.length);
      expect(segments.map((_segment, i) => index.readUInt32BE(32 + 12 * i))).toEqual(
        segments.map(({ length }) => length),
      );
      expect(bytes.subarray(segments[0]!.offset).includes('sidx')).toBe(false);
    }
  });

  test('has equal segments in all renditions with the duration of the asset', () => {
    const [high, ...lower] = Object.keys(RENDITIONS).map((name) =>
      readPlaylist(text(`${name}.m3u8`)).segments.map((segment) => segment.duration),
    );
    expect(lower).toEqual([high, high]);
    expect(high!.reduce((sum, duration) => sum + duration, 0)).toBeCloseTo(
      readyAsset(film).duration as number,
      2,
    );
    expect(Math.max(...high!)).toBeLessThanOrEqual(4);
  });

  test('declares codec, resolution and bit rates of the files in the multivariant playlist', () => {
    const variants = [...text('master.m3u8').matchAll(/#EXT-X-STREAM-INF:(.+)\n(.+)/g)];
    expect(variants.map(([, , uri]) => uri)).toEqual(Object.keys(RENDITIONS).map((name) => `${name}.m3u8`));
    for (const [, attributes, uri] of variants) {
      const bytes = readFileSync(join(folder, uri!.replace('.m3u8', '.mp4')));
      const configuration = bytes.indexOf('avcC', 0, 'latin1') + 5;
      const codec = `avc1.${bytes.toString('hex', configuration, configuration + 3)}`;
      expect(attributes).toContain(`CODECS="${codec},mp4a.40.2"`);
      expect(attributes).toContain(`RESOLUTION=${RENDITIONS[uri!.replace('.m3u8', '')]}`);
      expect(attributes).toContain(`FRAME-RATE=${film.fps}.000`);
      const [peak, average] = [/[^-]BANDWIDTH=(\d+)/, /AVERAGE-BANDWIDTH=(\d+)/].map((pattern) =>
        Number(pattern.exec(`,${attributes}`)?.[1]),
      );
      const rate = (bytes.length * 8) / film.duration;
      expect(Math.abs(average! - rate) / rate).toBeLessThan(0.02);
      expect(peak).toBeGreaterThanOrEqual(average!);
    }
  });

  test('has one still per second and an animated preview in the declared sizes', async () => {
    const { interval, count, width, height, animated } = JSON.parse(text('stills.json'));
    expect({ interval, count, width, height }).toEqual({
      interval: 1,
      count: film.duration,
      width: 1920,
      height: 1080,
    });
    for (let i = 0; i < count; i++) {
      const file = join(folder, 'stills', `${String(i).padStart(2, '0')}.avif`);
      expect(await sharp(file).metadata()).toMatchObject({ compression: 'av1', width, height });
    }
    const preview = await sharp(join(folder, 'animated.webp'), { animated: true }).metadata();
    expect(preview).toMatchObject({ format: 'webp', width: animated.width });
    // Equal frames are one frame that is shown longer.
    const milliseconds = preview.delay!.reduce((sum, delay) => sum + delay);
    expect(Math.abs(milliseconds - 3000)).toBeLessThan(50);
    expect(animated.start + 3).toBeLessThanOrEqual(film.duration);
  });

  test.each(film.textTracks.map(({ language }) => language))(
    'has a valid %s text track within its duration',
    async (language) => {
      const captions = text(`${textTrackId(film, language)}.vtt`);
      expect(captions).toBe(readFileSync(join(CAPTIONS, `${film.name}.${language}.vtt`), 'utf8'));
      const { cues, errors } = await parseText(captions, { type: 'vtt', strict: true, errors: true });
      expect(errors).toEqual([]);
      expect(cues.length).toBeGreaterThanOrEqual(5);
      expect(cues.length).toBeLessThanOrEqual(8);
      let end = 0;
      for (const cue of cues) {
        expect(cue.startTime).toBeGreaterThanOrEqual(end);
        end = cue.endTime;
      }
      expect(end).toBeLessThanOrEqual(film.duration);
      expect(cues.filter((cue) => !isReadable(cue)).map(({ text }) => text)).toEqual([]);
    },
  );

  test('renders deterministically', () => {
    const size = { width: 160, height: 90 };
    const frame = Math.round(film.fps / 2);
    const draw = film.createRenderer(size);
    const first = toneMap(draw(frame));
    const later = toneMap(draw(frame + 4));
    expect(Buffer.compare(toneMap(draw(frame)), first)).toBe(0);
    expect(Buffer.compare(toneMap(film.createRenderer(size)(frame)), first)).toBe(0);
    expect(Buffer.compare(later, first)).not.toBe(0);
  });

  test('starts with a black frame', () => {
    const draw = film.createRenderer({ width: 160, height: 90 });
    expect(Math.max(...toneMap(draw(0)))).toBeLessThan(12);
  });
});

test('sample pictures: exist as WebP files in the three sizes', async () => {
  const folder = join(SEED, 'images');
  expect(readdirSync(folder).sort()).toEqual(pictures.map(({ name }) => `${name}.webp`).sort());
  for (const { name } of pictures) {
    const file = join(folder, `${name}.webp`);
    expect(existsSync(file)).toBe(true);
    const { width, height } = await sharp(file).metadata();
    expect([
      [800, 800],
      [1600, 1000],
      [2560, 1440],
    ]).toContainEqual([width, height]);
  }
});

test('sample media: stay within the total size limit', () => {
  const folders = [join(SEED, 'media'), join(SEED, 'images'), CAPTIONS];
  const sizes = folders.flatMap(filesOf).map((file) => statSync(file).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_MEDIA_BYTES);
});
