import assert from 'node:assert/strict';
import type { AssetMetadataType } from '@sanity/client';
import sharp from 'sharp';
import type { Audit } from '../shared/audit.ts';
import { createSanityClient } from './client.ts';
import { type Body, type ContentTarget, mutate } from './target.ts';

const [WIDTH, HEIGHT] = [60, 40];
/** Parts of the metadata that an upload can choose. */
const OPTIONAL_PARTS = ['lqip', 'palette', 'blurHash', 'exif', 'location', 'image'];

/** Creates an image, red on the left and of a random color on the right, so that each audit has a different hash. */
async function createImage(): Promise<Buffer> {
  const background = { r: 0, g: Math.floor(Math.random() * 256), b: Math.floor(Math.random() * 256) };
  const right = await sharp({ create: { width: WIDTH / 2, height: HEIGHT, channels: 3, background } })
    .png()
    .toBuffer();
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#ff0000' } })
    .composite([{ input: right, left: WIDTH / 2, top: 0 }])
    .png()
    .toBuffer();
}

/** Uploads an image, runs an audit with it, and deletes its document. */
async function withImage(
  target: ContentTarget,
  run: (document: Body, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const bytes = await createImage();
  const response = await fetch(
    `${target.baseUrl}/v2025-02-19/assets/images/${target.dataset}?filename=audit.png`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${target.writeToken}`, 'content-type': 'image/png' },
      body: new Uint8Array(bytes),
    },
  );
  assert.equal(response.status, 200);
  const { document } = (await response.json()) as Body;
  try {
    await run(document, bytes);
  } finally {
    await mutate(target, [{ delete: { id: document._id } }]);
  }
}

/** Uploads an image by the client, and deletes its document. */
async function upload(target: ContentTarget, bytes: Buffer, extract?: AssetMetadataType[]): Promise<Body> {
  const client = createSanityClient(target);
  const document = await client.assets.upload('image', bytes, { ...(extract && { extract }) });
  await client.delete(document._id);
  return document;
}

/** Fetches an image and reads its format and size. */
async function fetchImage(url: string, accept = 'image/png') {
  const response = await fetch(url, { headers: { accept } });
  assert.equal(response.status, 200, `expected 200 for ${url}, got ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(bytes).metadata();
  return { response, bytes, width, height, format };
}

/** Creates an audit of the image size for URL parameters. */
function sizeAudit(
  number: string,
  name: string,
  params: string,
  size: [number, number],
): Audit<ContentTarget> {
  return {
    id: `content-image-${number}`,
    level: 'MUST',
    name,
    run: (target) =>
      withImage(target, async ({ url }) => {
        const { width, height } = await fetchImage(`${url}?${params}`);
        assert.deepEqual([width, height], size);
      }),
  };
}

/** Uploads and transformations of images. */
export const contentImagesAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-image-001',
    level: 'MUST',
    name: 'creates a document with hash, size and format for an upload',
    run: (target) =>
      withImage(target, async (document, bytes) => {
        assert.equal(document._id, `image-${document.sha1hash}-${WIDTH}x${HEIGHT}-png`);
        assert.equal(document._type, 'sanity.imageAsset');
        assert.equal(document.originalFilename, 'audit.png');
        assert.equal(document.mimeType, 'image/png');
        assert.equal(document.size, bytes.length);
        assert.deepEqual(
          { ...document.metadata.dimensions, _type: undefined },
          { _type: undefined, width: WIDTH, height: HEIGHT, aspectRatio: WIDTH / HEIGHT },
        );
        assert.match(document.metadata.lqip, /^data:image\//);
        assert.match(document.metadata.palette.dominant.background, /^#[0-9a-f]{6}$/i);
      }),
  },
  {
    id: 'content-image-002',
    level: 'MUST',
    name: 'serves the original bytes without a token, cacheable for a year',
    run: (target) =>
      withImage(target, async ({ url }, bytes) => {
        const { response, bytes: served } = await fetchImage(url);
        assert.ok(served.equals(bytes));
        assert.match(response.headers.get('cache-control') ?? '', /max-age=31536000/);
        assert.equal(response.headers.get('access-control-allow-origin'), '*');
      }),
  },
  sizeAudit('003', 'scales to a width', 'w=30', [30, 20]),
  sizeAudit('004', 'scales to a height', 'h=20', [30, 20]),
  sizeAudit('005', 'fits into a box without cropping by default', 'w=30&h=30', [30, 20]),
  sizeAudit('006', 'crops to a box with fit=crop', 'w=30&h=30&fit=crop', [30, 30]),
  sizeAudit('007', 'never enlarges with fit=max', 'w=600&fit=max', [WIDTH, HEIGHT]),
  sizeAudit('008', 'distorts with fit=scale', 'w=10&h=40&fit=scale', [10, 40]),
  sizeAudit('009', 'fills a box with fit=fill', 'w=50&h=50&fit=fill&bg=00ff00', [50, 50]),
  sizeAudit('010', 'crops to rect', 'rect=30,0,30,40', [30, 40]),
  sizeAudit('011', 'multiplies the size by dpr', 'w=20&dpr=2', [40, 27]),
  sizeAudit('012', 'rotates by 90 degrees', 'or=90', [HEIGHT, WIDTH]),
  sizeAudit('019', 'enlarges to min-w, which wins over w', 'w=50&min-w=120', [120, 80]),
  sizeAudit('020', 'enlarges to min-h without another side', 'min-h=80', [120, 80]),
  sizeAudit('021', 'keeps the ratio when min-w and h differ', 'h=20&min-w=90', [90, 60]),
  sizeAudit('022', 'enlarges a crop to min-w and min-h', 'w=10&h=10&min-w=30&min-h=20&fit=crop', [30, 20]),
  sizeAudit('023', 'leaves an image that is larger than min-w and min-h', 'w=45&min-w=20&min-h=10', [45, 30]),
  sizeAudit('024', 'shrinks to max-w', 'max-w=30&max-h=100', [30, 20]),
  {
    id: 'content-image-013',
    level: 'MUST',
    name: 'preserves the focal point when it crops',
    run: (target) =>
      withImage(target, async ({ url }) => {
        const redness = async (x: number) => {
          const { bytes } = await fetchImage(
            `${url}?w=10&h=40&fit=crop&crop=focalpoint&fp-x=${x}&fp-y=0.5&fm=png`,
          );
          return (await sharp(bytes).stats()).channels[0]?.mean ?? 0;
        };
        assert.ok((await redness(0)) > 250);
        assert.ok((await redness(1)) < 5);
      }),
  },
  {
    id: 'content-image-025',
    level: 'MUST',
    name: 'crops towards an edge or a corner',
    run: (target) =>
      withImage(target, async ({ url }) => {
        const redness = async (crop: string) => {
          const { bytes } = await fetchImage(`${url}?w=10&h=40&fit=crop&crop=${crop}&fm=png`);
          return (await sharp(bytes).stats()).channels[0]?.mean ?? 0;
        };
        for (const crop of ['left', 'top,left', 'left,bottom']) assert.ok((await redness(crop)) > 250, crop);
        for (const crop of ['right', 'bottom,right']) assert.ok((await redness(crop)) < 5, crop);
        for (const crop of ['top,middle', 'entropy,left', ''])
          assert.equal((await fetch(`${url}?w=10&h=10&fit=crop&crop=${crop}`)).status, 400, crop);
      }),
  },
  {
    id: 'content-image-014',
    level: 'MUST',
    name: 'converts to the format of fm',
    run: (target) =>
      withImage(target, async ({ url }) => {
        for (const [fm, format] of [
          ['jpg', 'jpeg'],
          ['webp', 'webp'],
          ['png', 'png'],
        ]) {
          const image = await fetchImage(`${url}?fm=${fm}`);
          assert.equal(image.format, format);
          assert.equal(image.response.headers.get('content-type'), `image/${format}`);
        }
      }),
  },
  {
    id: 'content-image-015',
    level: 'MUST',
    name: 'chooses a format of the Accept header with auto=format',
    run: (target) =>
      withImage(target, async ({ url }) => {
        const modern = await fetchImage(`${url}?w=20&auto=format`, 'image/webp,*/*');
        assert.equal(modern.format, 'webp');
        assert.match(modern.response.headers.get('vary') ?? '', /accept/i);
        const newest = await fetchImage(`${url}?w=20&auto=format`, 'image/avif,image/webp,*/*');
        assert.equal(newest.response.headers.get('content-type'), 'image/avif');
        assert.equal((await fetchImage(`${url}?w=20&auto=format`, 'image/png')).format, 'png');
      }),
  },
  {
    id: 'content-image-026',
    level: 'MUST',
    name: 'extracts lqip, palette and blurhash by default, and only the chosen parts otherwise',
    run: async (target) => {
      const partsOf = async (extract?: AssetMetadataType[]) => {
        const { metadata } = await upload(target, await createImage(), extract);
        return Object.keys(metadata)
          .filter((name) => OPTIONAL_PARTS.includes(name))
          .sort();
      };
      assert.deepEqual(await partsOf(), ['blurHash', 'lqip', 'palette']);
      assert.deepEqual(await partsOf(['blurhash']), ['blurHash']);
      assert.deepEqual(await partsOf(['lqip', 'exif', 'location']), ['lqip']);
      assert.deepEqual(await partsOf([]), []);
      await assert.rejects(partsOf(['dimensions' as never]), { statusCode: 400 });
    },
  },
  {
    id: 'content-image-027',
    level: 'MUST',
    name: 'extracts exif and location of a photograph',
    run: async (target) => {
      const tagged = await sharp(await createImage())
        .withExif({
          IFD2: {
            LensModel: 'Prime 35',
            ExposureTime: '1/250',
            ISOSpeedRatings: '400',
            DateTimeOriginal: '2024:05:06 07:08:09',
          },
          IFD3: {
            GPSLatitudeRef: 'S',
            GPSLatitude: '33/1 51/1 3540/100',
            GPSLongitudeRef: 'E',
            GPSLongitude: '151/1 12/1 4000/100',
            GPSAltitudeRef: '0',
            GPSAltitude: '58/1',
          },
        })
        .jpeg()
        .toBuffer();
      const { exif, location } = (await upload(target, tagged, ['exif', 'location'])).metadata;
      assert.equal(exif.LensModel, 'Prime 35');
      assert.equal(exif.ISO, 400);
      assert.equal(exif.ExposureTime, 1 / 250);
      assert.match(String(exif.DateTimeOriginal), /^2024-05-06T07:08:09/);
      assert.equal(location._type, 'geopoint');
      assert.ok(Math.abs(location.lat - -33.8598333) < 1e-6);
      assert.ok(Math.abs(location.lng - 151.2111111) < 1e-6);
      assert.equal(location.alt, 58);
    },
  },
  {
    id: 'content-image-016',
    level: 'SHOULD',
    name: 'responds 400 to an invalid width',
    run: (target) =>
      withImage(target, async ({ url }) => {
        for (const w of ['0', '-5', '100000', 'wide'])
          assert.equal((await fetch(`${url}?w=${w}`)).status, 400, w);
      }),
  },
  {
    id: 'content-image-017',
    level: 'MUST',
    name: 'responds 404 for an unknown image',
    run: async (target) => {
      const name = `${'0'.repeat(40)}-10x10.png`;
      assert.equal(
        (await fetch(`${target.baseUrl}/images/${target.projectId}/${target.dataset}/${name}`)).status,
        404,
      );
    },
  },
  {
    id: 'content-image-018',
    level: 'MUST',
    name: 'rejects an upload that is no image, and an upload with a read token',
    run: async (target) => {
      const upload = (token: string, body: string) =>
        fetch(`${target.baseUrl}/v2025-02-19/assets/images/${target.dataset}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
          body,
        });
      assert.equal((await upload(target.writeToken, 'not an image')).status, 400);
      assert.equal((await upload(target.readToken, 'not an image')).status, 403);
    },
  },
];
