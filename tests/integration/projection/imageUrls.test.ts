import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createImageUrlBuilder } from '@sanity/image-url';
import fc from 'fast-check';
import sharp from 'sharp';
import { caseCount } from '../../reference/randomCases.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const RUNS = 25;
const FITS = ['CROP', 'MAX', 'FILL', 'SCALE'] as const;

interface Size {
  width: number;
  height: number;
}

const bitmap = ({ width, height }: Size, background = 'blue') =>
  sharp({ create: { width, height, channels: 3, background } });
const animation = async (): Promise<Buffer> => {
  const frames = ['red', 'blue'].map((color) => bitmap({ width: 50, height: 30 }, color).png().toBuffer());
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
};
const VECTOR = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><path d="M0 0h9v9z"/></svg>';

const ORIGINALS = {
  '1600×900 JPEG': () => bitmap({ width: 1600, height: 900 }).jpeg().toBuffer(),
  '41×307 PNG': () => bitmap({ width: 41, height: 307 }).png().toBuffer(),
  '300×2 WebP': () => bitmap({ width: 300, height: 2 }).webp().toBuffer(),
  '1×1 PNG': () => bitmap({ width: 1, height: 1 }).png().toBuffer(),
  '50×30 animated GIF': animation,
};

let stack: Stack;
const assets = new Map<string, string>();
beforeAll(async () => {
  stack = await startStack({
    schemaDir: `${ROOT}tests/support/fixtures/venues/schema`,
    seedDir: `${ROOT}tests/support/fixtures/venues/seed`,
    hasIndex: false,
    hasCache: false,
  });
  for (const [name, create] of Object.entries(ORIGINALS))
    assets.set(name, (await stack.editor.assets.upload('image', await create()))._id);
  assets.set('SVG', (await stack.editor.assets.upload('image', Buffer.from(VECTOR)))._id);
});
afterAll(() => stack.close());

/** Reads fields of an image that a document has. */
async function read(attributes: Record<string, unknown>, original: string, selection: string) {
  const asset = { _type: 'reference', _ref: assets.get(original) };
  await stack.editor.createOrReplace({
    _id: 'pictured',
    _type: 'venue',
    name: 'Pictured',
    slug: { _type: 'slug', current: 'pictured' },
    extra: { _type: 'image', asset, ...attributes },
  });
  const { data, errors } = await stack.query(
    `{ venue(by: { slug: "pictured" }) { extra { ... on Image { width height ${selection} } } } }`,
  );
  expect(errors).toEqual([]);
  return data.venue.extra;
}

/** Fetches an image. Returns its size. */
async function delivered(url: string): Promise<Size> {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${url}: ${bytes.toString()}`);
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}

const rectOf = (url: string) => new URL(url).searchParams.get('rect');
const sizeOf = (id: string): Size => {
  const [, width, height] = /-(\d+)x(\d+)-/.exec(id) as unknown as [string, string, string];
  return { width: Number(width), height: Number(height) };
};

describe('asset of an image', () => {
  const EVERYTHING = `alt asset {
    assetId originalFilename extension mimeType size width height title altText description creditLine
    blurHash thumbHash hasAlpha isOpaque
    palette { dominant { background foreground title population } muted { background } }
    exif { takenAt exposureTime fNumber iso focalLength lensModel lensMake }
  }`;

  test('has its texts, its colours and the data of the camera, in one content request', async () => {
    const photograph = await bitmap({ width: 60, height: 40 }, '#1d2b3a')
      .withExif({
        IFD2: {
          DateTimeOriginal: '2017:03:25 18:30:00',
          ExposureTime: '1/125',
          FNumber: '28/10',
          ISOSpeedRatings: '200',
          FocalLength: '35/1',
          LensModel: 'Prime 35',
        },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '45/1 4/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '7/1 41/1 0/1',
        },
      })
      .jpeg()
      .toBuffer();
    const { _id, metadata } = await stack.editor.assets.upload('image', photograph, {
      filename: 'harbour.jpg',
      extract: ['exif', 'location', 'palette', 'lqip', 'blurhash'],
    });
    expect(metadata).toHaveProperty('location.lat');
    assets.set('photograph', _id);
    const texts = { title: 'Harbour', altText: 'Boats', description: 'At night.', creditLine: 'N. N.' };
    await stack.editor.patch(_id).set(texts).commit();
    await read({}, 'photograph', 'alt');
    await stack.clearRequests();
    const { data, errors } = await stack.query(
      `{ venue(by: { slug: "pictured" }) { extra { ... on Image { ${EVERYTHING} } } } }`,
    );
    expect(errors).toEqual([]);
    const { content } = await stack.requests();
    expect(content).toHaveLength(1);
    expect(decodeURIComponent(content[0]!.path)).not.toContain('location');
    expect(data.venue.extra).toEqual({
      alt: 'Boats',
      asset: {
        ...texts,
        assetId: _id,
        originalFilename: 'harbour.jpg',
        extension: 'jpg',
        mimeType: 'image/jpeg',
        size: photograph.length,
        width: 60,
        height: 40,
        blurHash: (metadata as { blurHash?: string }).blurHash,
        thumbHash: null,
        hasAlpha: false,
        isOpaque: true,
        palette: {
          dominant: {
            background: metadata.palette?.dominant?.background,
            foreground: '#fff',
            title: '#fff',
            population: metadata.palette?.dominant?.population,
          },
          muted: { background: metadata.palette?.muted?.background },
        },
        exif: {
          takenAt: '2017-03-25T18:30:00Z',
          exposureTime: 1 / 125,
          fNumber: 2.8,
          iso: 200,
          focalLength: 35,
          lensModel: 'Prime 35',
          lensMake: null,
        },
      },
    });
  });

  test('an image without EXIF data and without texts has none', async () => {
    const { asset, alt } = await read({}, '1×1 PNG', EVERYTHING);
    expect(alt).toBeNull();
    expect(asset).toMatchObject({ exif: null, title: null, altText: null, width: 1, extension: 'png' });
  });

  test.each([
    [{ alt: 'of the place' }, 'of the place'],
    [{ alt: '' }, ''],
    [{}, 'Boats'],
    [{ alt: null }, 'Boats'],
  ])('text alternative of %j is %j', async (attributes, expected) => {
    expect((await read(attributes, 'photograph', 'alt')).alt).toBe(expected);
  });

  test('own URLs can be built from the asset, the crop and the hotspot', async () => {
    const crop = { left: 0.25, right: 0.25, top: 0.1, bottom: 0.2 };
    const hotspot = { x: 0.5, y: 0.4, width: 0.3, height: 0.2 };
    const image = await read(
      { crop, hotspot },
      '1600×900 JPEG',
      'asset { assetId } crop { left top right bottom } hotspot { x y width height } url(width: 300)',
    );
    expect(image).toMatchObject({ crop, hotspot });
    const { projectId, dataset } = stack.config.content;
    const builder = createImageUrlBuilder({ projectId, dataset, baseUrl: stack.emulators.content.url });
    const { asset, ...place } = image;
    const own = builder
      .image({ asset: { _ref: asset.assetId }, ...place })
      .width(300)
      .auto('format');
    expect(own.url()).toBe(image.url);
    expect(await delivered(own.blur(20).url())).toMatchObject({ width: 300 });
  });
});

describe('image URL', () => {
  const box = '(width: 400, height: 400';
  const fits = FITS.map((fit) => `${fit}: url${box}, fit: ${fit})`).join(' ');

  test('cuts the image to the box for CROP alone', async () => {
    const image = await read({}, '1600×900 JPEG', fits);
    expect(Object.fromEntries(FITS.map((fit) => [fit, rectOf(image[fit])]))).toEqual({
      CROP: '350,0,900,900',
      MAX: null,
      FILL: null,
      SCALE: null,
    });
  });

  test('applies the crop of the editor for every fit', async () => {
    const crop = { left: 0.25, right: 0.25, top: 0.1, bottom: 0.2 };
    const image = await read({ crop }, '1600×900 JPEG', `${fits} plain: url`);
    const rects = Object.fromEntries([...FITS, 'plain'].map((name) => [name, rectOf(image[name])]));
    const cropped = '400,90,800,630';
    expect(rects).toEqual({
      CROP: '485,90,630,630',
      MAX: cropped,
      FILL: cropped,
      SCALE: cropped,
      plain: cropped,
    });
  });

  test.each([
    ['CROP', { width: 400, height: 400 }],
    ['MAX', { width: 400, height: 225 }],
    ['FILL', { width: 400, height: 400 }],
    ['SCALE', { width: 400, height: 400 }],
  ])('delivers what %s promises', async (fit, size) => {
    expect(await delivered((await read({}, '1600×900 JPEG', fits))[fit])).toEqual(size);
  });

  test.each([
    [0, '0,0,900,900'],
    [0.4, '190,0,900,900'],
    [1, '700,0,900,900'],
  ])('keeps a hotspot at %d of the width in view', async (x, rect) => {
    const hotspot = { x, y: 0.5, width: 0.1, height: 0.1 };
    expect(rectOf((await read({ hotspot }, '1600×900 JPEG', fits)).CROP)).toBe(rect);
  });

  test('has whole numbers within the image, its aspect ratio, and never more pixels than the image', async () => {
    const share = fc.oneof(
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.constantFrom(0, 0.5, 0.999, 1, -0.1, 1e-17, 1 / 3),
    );
    const side = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom(1, 899, 1601, 8192));
    const cases = fc.record({
      original: fc.constantFrom(...Object.keys(ORIGINALS)),
      crop: fc.option(fc.record({ left: share, right: share, top: share, bottom: share })),
      hotspot: fc.option(fc.record({ x: share, y: share, width: share, height: share })),
      width: side,
      height: side,
      ratio: fc.constantFrom(1e-6, 0.5, 1, 16 / 9, 1e6),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ original, crop, hotspot, width, height, ratio }) => {
        const image = await read(
          { crop, hotspot },
          original,
          `plain: url(format: PNG) wide: url(width: ${width}, format: PNG) high: url(height: ${height}, format: PNG)
          ${FITS.map((fit) => `${fit}: url(width: ${width}, height: ${height}, fit: ${fit}, format: PNG)`).join(' ')}
          widths: srcSet(widths: [${width}, 8, 8192], format: PNG)
          parts: srcSet(widths: [${width}, 8, 8192], aspectRatio: ${ratio}, format: PNG)`,
        );
        const limit = { width: image.width, height: image.height };
        expect(await delivered(image.plain)).toEqual(limit);
        const whole = sizeOf(assets.get(original) as string);
        const entries = [image.widths, image.parts].flatMap((text: string) =>
          text.split(', ').map((entry) => entry.split(' ') as [string, string]),
        );
        for (const [url, descriptor] of entries) expect(`${(await delivered(url)).width}w`).toBe(descriptor);
        for (const url of [
          ...FITS.map((fit) => image[fit]),
          image.wide,
          image.high,
          ...entries.map(([url]) => url),
        ]) {
          const [left, top, w, h] = (rectOf(url) ?? `0,0,${whole.width},${whole.height}`)
            .split(',')
            .map(Number) as [number, number, number, number];
          expect([left, top, w, h].every(Number.isInteger)).toBe(true);
          expect(left + w <= whole.width && top + h <= whole.height && w > 0 && h > 0).toBe(true);
          const size = await delivered(url);
          if (!url.includes('fit=fill')) {
            expect(size.width).toBeLessThanOrEqual(limit.width);
            expect(size.height).toBeLessThanOrEqual(limit.height);
          }
        }
        const cut = await delivered(image.CROP);
        expect([cut.width <= width, cut.height <= height]).toEqual([true, true]);
        if (width <= limit.width && height <= limit.height) expect(cut).toEqual({ width, height });
      }),
      { numRuns: caseCount(RUNS), seed: 1 },
    );
  });

  test('reduces a box that is larger than the image, with its aspect ratio', async () => {
    const sizes = '(width: 4000, height: 2000';
    const image = await read(
      {},
      '1600×900 JPEG',
      `${FITS.map((fit) => `${fit}: url${sizes}, fit: ${fit})`).join(' ')} wide: url(width: 8000) high: url(height: 901)`,
    );
    const all = [...FITS, 'wide', 'high'];
    const found = await Promise.all(all.map(async (name) => [name, await delivered(image[name])]));
    expect(Object.fromEntries(found)).toEqual({
      CROP: { width: 1600, height: 800 },
      MAX: { width: 1600, height: 900 },
      FILL: { width: 1800, height: 900 },
      SCALE: { width: 1600, height: 800 },
      wide: { width: 1600, height: 900 },
      high: { width: 1600, height: 900 },
    });
  });
});

describe('vector image', () => {
  test('has the size and the URL of the original, and one entry in its srcset', async () => {
    const image = await read(
      { crop: { left: 0.25, right: 0.25, top: 0, bottom: 0 }, hotspot: { x: 0.1, y: 0.1 } },
      'SVG',
      'url(width: 60, height: 60) jpg: url(format: JPG) srcSet(widths: [60, 120, 600], aspectRatio: 1)',
    );
    expect(image).toMatchObject({ width: 120, height: 80, jpg: image.url, srcSet: `${image.url} 120w` });
    const response = await fetch(image.url);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(await response.text()).toBe(VECTOR);
  });
});

test('srcSet of an image that is higher than 8192 pixels has no side above this limit', async () => {
  const asset = 'image-a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0-9000x30000-jpg';
  await stack.editor.createOrReplace({ _id: asset, _type: 'sanity.imageAsset' });
  assets.set('high', asset);
  const high = await read(
    {},
    'high',
    'a: srcSet(widths: [100, 8192], aspectRatio: 0.5) b: srcSet(widths: [5], aspectRatio: 0.0001)',
  );
  const sizesIn = (srcSet: string) =>
    srcSet.split(', ').map((entry) => {
      const [url = '', width] = entry.split(' ');
      const { searchParams } = new URL(url);
      return [width, Number(searchParams.get('w')), Number(searchParams.get('h'))];
    });
  expect(sizesIn(high.a)).toEqual([
    ['100w', 100, 200],
    ['4096w', 4096, 8192],
  ]);
  expect(sizesIn(high.b)).toEqual([['1w', 1, 8192]]);
});
