import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Asset } from '../assets/asset.ts';
import { GeneratedFiles } from '../files/generatedFiles.ts';
import { MediaLibrary } from '../files/mediaLibrary.ts';
import { animatedImage } from './animatedImage.ts';
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
  await writeFile(join(folder, 'stills', '00.avif'), await still.png().toBuffer());
}

describe.each([
  [1280, 4],
  [4, 1280],
])('media emulator: images of a video of %i×%i', (width, height) => {
  beforeEach(() => writeStills(width, height));
  const source = (options: Record<string, string> = {}) => ({ ext: 'webp', options, library });

  test('a storyboard has tiles of at most 1024 pixels', async () => {
    const { tileWidth } = storyboardLayout(ASSET, await library.stills(ASSET.id));
    expect(tileWidth).toBe(width > height ? 1024 : 2);
    const board = await sharp(await storyboardImage(ASSET, source())).metadata();
    expect(board).toMatchObject({ width: 5 * tileWidth, height: 1600 });
  });

  test.each(['width', 'height'])('the side that follows from the %s is limited', async (side) => {
    const frame = await sharp(await animatedImage(ASSET, source({ [side]: '50' }))).metadata();
    expect(Math.max(frame.width, frame.height)).toBeLessThanOrEqual(640);
    const picture = await sharp(await thumbnail(ASSET, source({ [side]: '50' }))).metadata();
    expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(MAX_SIDE_PIXELS);
  });
});
