import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import * as mediaCaptions from 'media-captions';
import sharp from 'sharp';
import { readyAsset, textTrackId, unfinishedAssets } from './assets.ts';
import { develop } from './drawing/develop.ts';
import { loadFigures } from './figure.ts';
import { type ByteRange, readPlaylist } from './output/playlist.ts';
import { loadPictures } from './picture.ts';

const SEED = fileURLToPath(new URL('../seed/', import.meta.url));
const CAPTIONS = fileURLToPath(new URL('captions/', import.meta.url));
const LARGEST_FILE = 1_200_000;
const LARGEST_FILM = 1_900_000;
const ALL_MEDIA = 20_000_000;

// The package's declarations leave out extensions, which nodenext does not follow.
const { parseText } = mediaCaptions as unknown as {
  parseText(
    text: string,
    options: { type: 'vtt'; strict: boolean; errors: boolean },
  ): Promise<{ cues: { startTime: number; endTime: number; text: string }[]; errors: unknown[] }>;
};

const figures = await loadFigures();
const pictures = await loadPictures();
const { assets } = JSON.parse(readFileSync(join(SEED, 'assets.json'), 'utf8'));

test('the list of assets says what the films say', () => {
  expect(assets).toEqual([...figures.map(readyAsset), ...unfinishedAssets()]);
});

test('the library holds assets that are ready, preparing and errored, public and signed', () => {
  const statuses = assets.map((asset: { status: string }) => asset.status);
  const policies = assets.flatMap((asset: { playback_ids: { policy: string }[] }) =>
    asset.playback_ids.map(({ policy }) => policy),
  );
  expect(statuses).toEqual(expect.arrayContaining(['ready', 'preparing', 'errored']));
  expect(policies).toEqual(expect.arrayContaining(['public', 'signed']));
});

test('an asset without media has no folder, and every folder belongs to an asset', () => {
  expect(readdirSync(join(SEED, 'media')).sort()).toEqual(figures.map((f) => readyAsset(f).id).sort());
});

/** Every file under a folder. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe.each(figures.map((figure) => [figure.name, figure] as const))('%s', (_name, figure) => {
  const folder = join(SEED, 'media', readyAsset(figure).id);
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');

  test('keeps within its share of bytes', () => {
    const sizes = filesOf(folder).map((file) => statSync(file).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LARGEST_FILE);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LARGEST_FILM);
    expect(statSync(join(folder, 'animated.webp')).size).toBeLessThanOrEqual(200_000);
  });

  test.each(['720p', '360p'])(
    'has %s segments that lie one after another in the file and begin at a box',
    (name) => {
      const { header, segments } = readPlaylist(text(`${name}.m3u8`));
      const bytes = readFileSync(join(folder, `${name}.mp4`));
      const box = ({ offset }: ByteRange) => bytes.toString('latin1', offset + 4, offset + 8);
      expect(header).toMatchObject({ uri: `${name}.mp4`, offset: 0 });
      expect(box(header)).toBe('ftyp');
      let end = header.length;
      for (const segment of segments) {
        expect(segment.uri).toBe(`${name}.mp4`);
        expect(segment.offset).toBe(end);
        expect(['moof', 'styp', 'sidx']).toContain(box(segment));
        end += segment.length;
      }
      expect(end).toBeLessThanOrEqual(bytes.length);
    },
  );

  test('lasts as long in both renditions as the asset says, in segments that match', () => {
    const [high, low] = ['720p', '360p'].map((name) =>
      readPlaylist(text(`${name}.m3u8`)).segments.map((segment) => segment.duration),
    );
    expect(high).toEqual(low);
    expect(high!.reduce((sum, duration) => sum + duration, 0)).toBeCloseTo(
      readyAsset(figure).duration as number,
      2,
    );
    expect(Math.max(...high!)).toBeLessThanOrEqual(4);
  });

  test('tells in its multivariant playlist the codec, size and rate that the files have', () => {
    const variants = [...text('master.m3u8').matchAll(/#EXT-X-STREAM-INF:(.+)\n(.+)/g)];
    expect(variants.map(([, , uri]) => uri)).toEqual(['720p.m3u8', '360p.m3u8']);
    for (const [, attributes, uri] of variants) {
      const bytes = readFileSync(join(folder, uri!.replace('.m3u8', '.mp4')));
      const configuration = bytes.indexOf('avcC', 0, 'latin1') + 5;
      const codec = `avc1.${bytes.toString('hex', configuration, configuration + 3)}`;
      expect(attributes).toContain(`CODECS="${codec},mp4a.40.2"`);
      expect(attributes).toContain(`RESOLUTION=${uri === '720p.m3u8' ? '1280x720' : '640x360'}`);
      expect(attributes).toContain(`FRAME-RATE=${figure.fps}.000`);
      const [peak, average] = [/[^-]BANDWIDTH=(\d+)/, /AVERAGE-BANDWIDTH=(\d+)/].map((pattern) =>
        Number(pattern.exec(`,${attributes}`)?.[1]),
      );
      const rate = (bytes.length * 8) / figure.duration;
      expect(Math.abs(average! - rate) / rate).toBeLessThan(0.02);
      expect(peak).toBeGreaterThanOrEqual(average!);
    }
  });

  test('has a still for every second and an animated preview, in the sizes it tells', async () => {
    const { interval, count, width, height, animated } = JSON.parse(text('stills.json'));
    expect({ interval, count, width, height }).toEqual({
      interval: 1,
      count: figure.duration,
      width: 1280,
      height: 720,
    });
    for (let i = 0; i < count; i++) {
      const file = join(folder, 'stills', `${String(i).padStart(2, '0')}.avif`);
      expect(await sharp(file).metadata()).toMatchObject({ compression: 'av1', width, height });
    }
    const preview = await sharp(join(folder, 'animated.webp'), { animated: true }).metadata();
    expect(preview).toMatchObject({ format: 'webp', width: animated.width, pages: 3 * animated.fps });
    expect(animated.start + 3).toBeLessThanOrEqual(figure.duration);
  });

  test.each(figure.texts.map(({ language }) => language))(
    'has words in %s that parse and are timed to it',
    async (language) => {
      const words = text(`${textTrackId(figure, language)}.vtt`);
      expect(words).toBe(readFileSync(join(CAPTIONS, `${figure.name}.${language}.vtt`), 'utf8'));
      const { cues, errors } = await parseText(words, { type: 'vtt', strict: true, errors: true });
      expect(errors).toEqual([]);
      expect(cues.length).toBeGreaterThanOrEqual(5);
      expect(cues.length).toBeLessThanOrEqual(8);
      let end = 0;
      for (const cue of cues) {
        expect(cue.startTime).toBeGreaterThanOrEqual(end);
        expect(cue.endTime).toBeGreaterThan(cue.startTime);
        end = cue.endTime;
      }
      expect(end).toBeLessThanOrEqual(figure.duration);
    },
  );

  test('is drawn the same each time', () => {
    const size = { width: 160, height: 90 };
    const frame = Math.round(figure.fps / 2);
    const draw = figure.begin(size);
    const first = develop(draw(frame));
    const later = develop(draw(frame + 4));
    expect(Buffer.compare(develop(draw(frame)), first)).toBe(0);
    expect(Buffer.compare(develop(figure.begin(size)(frame)), first)).toBe(0);
    expect(Buffer.compare(later, first)).not.toBe(0);
  });

  test('begins in the dark', () => {
    const draw = figure.begin({ width: 160, height: 90 });
    expect(Math.max(...develop(draw(0)))).toBeLessThan(12);
  });
});

test('every picture is there, in the size it is drawn in', async () => {
  const folder = join(SEED, 'images');
  expect(readdirSync(folder).sort()).toEqual(pictures.map(({ name }) => `${name}.webp`).sort());
  for (const { name } of pictures) {
    const file = join(folder, `${name}.webp`);
    expect(existsSync(file)).toBe(true);
    const { width, height } = await sharp(file).metadata();
    expect([
      [800, 800],
      [1600, 1000],
    ]).toContainEqual([width, height]);
  }
});

test('all media together keep within their share of bytes', () => {
  const folders = [join(SEED, 'media'), join(SEED, 'images'), CAPTIONS];
  const sizes = folders.flatMap(filesOf).map((file) => statSync(file).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(ALL_MEDIA);
});
