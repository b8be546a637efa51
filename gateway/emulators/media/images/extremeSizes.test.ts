import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Asset } from '../assets/asset.ts';
import { GeneratedFiles } from '../files/generatedFiles.ts';
import { MediaLibrary } from '../files/mediaLibrary.ts';
import { animatedImage, MAX_ANIMATED_SIDE_PIXELS } from './animatedImage.ts';
import { storyboardImage, storyboardLayout } from './storyboard.ts';
import { MAX_SIDE_PIXELS, thumbnail } from './thumbnail.ts';

const ASSET = { id: 'a', status: 'ready', created_at: '1700000000', duration: 2 } as Asset;

let seedDir: string;
let generatedFiles: GeneratedFiles;
let library: MediaLibrary;

beforeEach(async () => {
  seedDir = await mkdtemp(join(tmpdir(), 'media-images-'));
  generatedFiles = await GeneratedFiles.open();
  library = new MediaLibrary(seedDir, generatedFiles);
});
afterEach(async () => {
  await generatedFiles.close();
  await rm(seedDir, { recursive: true });
});

async function writeStills(width: number, height: number): Promise<void> {
  const folder = join(seedDir, 'media', ASSET.id);
  await mkdir(join(folder, 'stills'), { recursive: true });
  await writeFile(join(folder, 'stills.json'), JSON.stringify({ interval: 1, count: 1, width, height }));
  const still = sharp({ create: { width, height, channels: 3, background: '#246' } });
  // sharp detects the format by the content.
  await writeFile(join(folder, 'stills', '00.avif'), await still.png().toBuffer());
}

const source = (options: Record<string, string> = {}) => ({ ext: 'webp', options, library });
const sizeOf = async (image: Promise<Buffer>): Promise<readonly [number, number]> => {
  const { width, height } = await sharp(await image).metadata();
  return [width, height];
};

test.each([
  [1280, 4, 1024],
  [4, 1280, 2],
])('media emulator: a storyboard of a video of %i×%i has tiles of %i pixels', async (width, height, tile) => {
  await writeStills(width, height);
  expect(storyboardLayout(ASSET, await library.stills(ASSET.id)).tileWidth).toBe(tile);
  expect(await sizeOf(storyboardImage(ASSET, source()))).toEqual([5 * tile, 1600]);
});

test('media emulator: the height that follows from the width of a storyboard is limited', async () => {
  await writeStills(4, 1280);
  const [, height] = await sizeOf(storyboardImage(ASSET, source({ width: '4096' })));
  expect(height).toBe(MAX_SIDE_PIXELS);
});

test.each([
  [1280, 4, { height: '50' }, [MAX_ANIMATED_SIDE_PIXELS, 50], [MAX_SIDE_PIXELS, 13]],
  [1280, 4, { width: '50' }, [50, 1], [50, 1]],
  [4, 1280, { width: '50' }, [50, MAX_ANIMATED_SIDE_PIXELS], [13, MAX_SIDE_PIXELS]],
  [4, 1280, { height: '50' }, [1, 50], [1, 50]],
])('media emulator: images of a video of %i×%i with %j', async (width, height, options, animated, still) => {
  await writeStills(width, height);
  expect(await sizeOf(animatedImage(ASSET, source(options)))).toEqual(animated);
  expect(await sizeOf(thumbnail(ASSET, source(options)))).toEqual(still);
});
