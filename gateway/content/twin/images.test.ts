import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SanityClient } from '@sanity/client';
import { createImageUrlBuilder, type SanityImageSource } from '@sanity/image-url';
import sharp, { type Sharp } from 'sharp';
import { type RunningTwin, runTwin } from './fixture/running.ts';
import { FIXTURE, quadrants } from './fixture/seed.ts';

let running: RunningTwin;
let client: SanityClient;

beforeAll(async () => {
  running = await runTwin();
  client = running.client();
});
afterAll(() => running.close());

const builder = () => createImageUrlBuilder({ ...FIXTURE.options, baseUrl: running.twin.url });

async function load(url: string) {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return sharp(Buffer.from(await response.arrayBuffer()));
}

/** The colour at a point, as red, green and blue. */
async function colourAt(image: Sharp, left: number, top: number): Promise<number[]> {
  return [
    ...(await image.clone().extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
  ];
}

describe('an image of the seed', () => {
  let portrait: { _type: string; asset: { _ref: string }; crop: unknown; hotspot: unknown };

  beforeAll(async () => {
    portrait = await client.fetch('*[_id == "person-lorenz"][0].portrait');
  });

  test('has become a reference to a document of its own', async () => {
    expect(portrait).toMatchObject({ _type: 'image', alt: 'Four colours', asset: { _type: 'reference' } });
    expect(portrait).not.toHaveProperty('_sanityAsset');
    const asset = await client.fetch('*[_id == "person-lorenz"][0].portrait.asset->');
    expect(asset).toMatchObject({
      _type: 'sanity.imageAsset',
      originalFilename: 'quadrants.png',
      extension: 'png',
      metadata: { dimensions: { width: FIXTURE.imageWidth, height: FIXTURE.imageHeight, aspectRatio: 2 } },
    });
    expect(asset.url).toBe(`${running.twin.url}/${asset.path}`);
    expect((await fetch(asset.url)).status).toBe(200);
  });

  test('is cut by its crop in the addresses that @sanity/image-url makes', async () => {
    const image = await load(
      builder()
        .image(portrait as SanityImageSource)
        .format('png')
        .url(),
    );
    expect(await image.metadata()).toMatchObject({
      width: FIXTURE.imageWidth / 2,
      height: FIXTURE.imageHeight,
    });
    expect(await colourAt(image, 10, 10)).toEqual([255, 0, 0]);
    expect(await colourAt(image, 10, 190)).toEqual([0, 0, 255]);
  });

  test('keeps its hotspot in view when it is cut to a shape', async () => {
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

  test('is turned, mirrored, blurred and drained of colour', async () => {
    const plain = { asset: portrait.asset };
    const turned = await load(builder().image(plain).orientation(180).format('png').url());
    expect(await colourAt(turned, 10, 10)).toEqual([255, 255, 255]);
    const mirrored = await load(builder().image(plain).flipHorizontal().format('png').url());
    expect(await colourAt(mirrored, 10, 10)).toEqual([0, 255, 0]);
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

test('an upload through the client gives a document that the image address builder understands', async () => {
  const bytes = await sharp(await quadrants())
    .negate()
    .png()
    .toBuffer();
  const document = await client.assets.upload('image', bytes, {
    filename: 'negative.png',
    title: 'Negative',
  });
  expect(document).toMatchObject({ originalFilename: 'negative.png', title: 'Negative', size: bytes.length });
  const image = await load(builder().image(document).width(100).url());
  expect((await image.metadata()).width).toBe(100);
  expect((await client.assets.upload('image', bytes))._id).toBe(document._id);
});
