import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SanityClient } from '@sanity/client';
import { createImageUrlBuilder, type SanityImageSource } from '@sanity/image-url';
import sharp, { type Sharp } from 'sharp';
import { quadrants, SEED } from '../testing/seedFiles.ts';
import { startEmulator, type TestEmulator } from '../testing/startEmulator.ts';

let testEmulator: TestEmulator;
let client: SanityClient;

beforeAll(async () => {
  testEmulator = await startEmulator();
  client = testEmulator.client();
});
afterAll(() => testEmulator.close());

const builder = () => createImageUrlBuilder({ ...SEED.options, baseUrl: testEmulator.emulator.url });

async function load(url: string) {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return sharp(Buffer.from(await response.arrayBuffer()));
}

/** Returns the red, green and blue values of a pixel. */
async function colourAt(image: Sharp, left: number, top: number): Promise<number[]> {
  return [
    ...(await image.clone().extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
  ];
}

describe('content emulator: a seeded image', () => {
  let portrait: { _type: string; asset: { _ref: string }; crop: unknown; hotspot: unknown };

  beforeAll(async () => {
    portrait = await client.fetch('*[_id == "person-lorenz"][0].portrait');
  });

  test('becomes a reference to its own document', async () => {
    expect(portrait).toMatchObject({ _type: 'image', alt: 'Four colours', asset: { _type: 'reference' } });
    expect(portrait).not.toHaveProperty('_sanityAsset');
    const asset = await client.fetch('*[_id == "person-lorenz"][0].portrait.asset->');
    expect(asset).toMatchObject({
      _type: 'sanity.imageAsset',
      originalFilename: 'quadrants.png',
      extension: 'png',
      metadata: { dimensions: { width: SEED.imageWidth, height: SEED.imageHeight, aspectRatio: 2 } },
    });
    expect(asset.url).toBe(`${testEmulator.emulator.url}/${asset.path}`);
    expect((await fetch(asset.url)).status).toBe(200);
  });

  test('is cropped in the URLs of @sanity/image-url', async () => {
    const image = await load(
      builder()
        .image(portrait as SanityImageSource)
        .format('png')
        .url(),
    );
    expect(await image.metadata()).toMatchObject({
      width: SEED.imageWidth / 2,
      height: SEED.imageHeight,
    });
    expect(await colourAt(image, 10, 10)).toEqual([255, 0, 0]);
    expect(await colourAt(image, 10, 190)).toEqual([0, 0, 255]);
  });

  test('keeps its hotspot visible when it is cropped', async () => {
    const right = { ...portrait, crop: undefined, hotspot: { x: 0.9, y: 0.1, width: 0.1, height: 0.1 } };
    const image = await load(
      builder()
        .image(right as SanityImageSource)
        .width(50)
        .height(50)
        .format('png')
        .url(),
    );
    expect(await image.metadata()).toMatchObject({ width: 50, height: 50 });
    expect(await colourAt(image, 40, 5)).toEqual([0, 255, 0]);
  });

  test('is rotated, flipped, blurred and desaturated', async () => {
    const plain = { asset: portrait.asset };
    const rotated = await load(builder().image(plain).orientation(180).format('png').url());
    expect(await colourAt(rotated, 10, 10)).toEqual([255, 255, 255]);
    const flipped = await load(builder().image(plain).flipHorizontal().format('png').url());
    expect(await colourAt(flipped, 10, 10)).toEqual([0, 255, 0]);
    const blurred = await load(builder().image(plain).blur(200).format('png').url());
    expect(await colourAt(blurred, 199, 10)).not.toEqual([255, 0, 0]);
    const [r, g, b] = await colourAt(
      await load(builder().image(plain).saturation(-100).format('png').url()),
      10,
      10,
    );
    expect([g, b]).toEqual([r, r]);
  });
});

test('content emulator: an uploaded image has a document that @sanity/image-url accepts', async () => {
  const bytes = await sharp(await quadrants())
    .negate()
    .png()
    .toBuffer();
  const source = { id: 'n-1', name: 'archive', url: 'https://archive.test/n-1' };
  const document = await client.assets.upload('image', bytes, {
    filename: 'negative.png',
    title: 'Negative',
    source,
  });
  expect(document).toMatchObject({
    originalFilename: 'negative.png',
    title: 'Negative',
    source,
    size: bytes.length,
  });
  const image = await load(builder().image(document).width(100).url());
  expect((await image.metadata()).width).toBe(100);
  expect((await client.assets.upload('image', bytes))._id).toBe(document._id);
});
