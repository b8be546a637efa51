import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { Audit } from '../shared/audit.ts';
import { type Body, type ContentTarget, mutate } from './target.ts';

const [WIDTH, HEIGHT] = [60, 40];

/** Red on the left, a colour of its own on the right, so that every audit uploads an image nobody else has. */
async function picture(): Promise<Buffer> {
  const background = { r: 0, g: Math.floor(Math.random() * 256), b: Math.floor(Math.random() * 256) };
  const right = await sharp({ create: { width: WIDTH / 2, height: HEIGHT, channels: 3, background } })
    .png()
    .toBuffer();
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#ff0000' } })
    .composite([{ input: right, left: WIDTH / 2, top: 0 }])
    .png()
    .toBuffer();
}

/** Uploads an image, does the work, removes the image's document. */
async function withImage(
  t: ContentTarget,
  work: (document: Body, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const bytes = await picture();
  const response = await fetch(`${t.baseUrl}/v2025-02-19/assets/images/${t.dataset}?filename=audit.png`, {
    method: 'POST',
    headers: { authorization: `Bearer ${t.writeToken}`, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  });
  assert.equal(response.status, 200);
  const { document } = (await response.json()) as Body;
  try {
    await work(document, bytes);
  } finally {
    await mutate(t, [{ delete: { id: document._id } }]);
  }
}

/** Fetches an image and tells what it is. */
async function view(url: string, accept = 'image/png') {
  const response = await fetch(url, { headers: { accept } });
  assert.equal(response.status, 200, `expected 200 for ${url}, got ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { width, height, format } = await sharp(bytes).metadata();
  return { response, bytes, width, height, format };
}

/** An audit of one address: what comes for the parameters. */
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
    run: (t) =>
      withImage(t, async ({ url }) => {
        const { width, height } = await view(`${url}?${params}`);
        assert.deepEqual([width, height], size);
      }),
  };
}

/** Images in and out. */
export const contentImagesAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-image-001',
    level: 'MUST',
    name: 'makes a document of an upload that names its hash, size and format',
    run: (t) =>
      withImage(t, async (document, bytes) => {
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
    name: 'gives the original back, byte for byte, to everybody and for ever',
    run: (t) =>
      withImage(t, async ({ url }, bytes) => {
        const { response, bytes: served } = await view(url);
        assert.ok(served.equals(bytes));
        assert.match(response.headers.get('cache-control') ?? '', /max-age=31536000/);
        assert.equal(response.headers.get('access-control-allow-origin'), '*');
      }),
  },
  sizeAudit('003', 'scales by width alone', 'w=30', [30, 20]),
  sizeAudit('004', 'scales by height alone', 'h=20', [30, 20]),
  sizeAudit('005', 'fits into a box without cutting unless told otherwise', 'w=30&h=30', [30, 20]),
  sizeAudit('006', 'cuts to a box with fit=crop', 'w=30&h=30&fit=crop', [30, 30]),
  sizeAudit('007', 'never enlarges with fit=max', 'w=600&fit=max', [WIDTH, HEIGHT]),
  sizeAudit('008', 'distorts with fit=scale', 'w=10&h=40&fit=scale', [10, 40]),
  sizeAudit('009', 'fills a box with fit=fill', 'w=50&h=50&fit=fill&bg=00ff00', [50, 50]),
  sizeAudit('010', 'takes a part with rect', 'rect=30,0,30,40', [30, 40]),
  sizeAudit('011', 'reckons in the density of pixels', 'w=20&dpr=2', [40, 27]),
  sizeAudit('012', 'turns by a quarter', 'or=90', [HEIGHT, WIDTH]),
  {
    id: 'content-image-013',
    level: 'MUST',
    name: 'keeps the focal point in view when it cuts',
    run: (t) =>
      withImage(t, async ({ url }) => {
        const redness = async (x: number) => {
          const { bytes } = await view(`${url}?w=10&h=40&fit=crop&crop=focalpoint&fp-x=${x}&fp-y=0.5&fm=png`);
          return (await sharp(bytes).stats()).channels[0]?.mean ?? 0;
        };
        assert.ok((await redness(0)) > 250);
        assert.ok((await redness(1)) < 5);
      }),
  },
  {
    id: 'content-image-014',
    level: 'MUST',
    name: 'converts to the format asked for',
    run: (t) =>
      withImage(t, async ({ url }) => {
        for (const [fm, format] of [
          ['jpg', 'jpeg'],
          ['webp', 'webp'],
          ['png', 'png'],
        ]) {
          const seen = await view(`${url}?fm=${fm}`);
          assert.equal(seen.format, format);
          assert.equal(seen.response.headers.get('content-type'), `image/${format}`);
        }
      }),
  },
  {
    id: 'content-image-015',
    level: 'MUST',
    name: 'chooses a format that the asker accepts with auto=format',
    run: (t) =>
      withImage(t, async ({ url }) => {
        const modern = await view(`${url}?w=20&auto=format`, 'image/webp,*/*');
        assert.equal(modern.format, 'webp');
        assert.match(modern.response.headers.get('vary') ?? '', /accept/i);
        assert.equal((await view(`${url}?w=20&auto=format`, 'image/png')).format, 'png');
      }),
  },
  {
    id: 'content-image-016',
    level: 'SHOULD',
    name: 'answers 400 to a width that cannot be',
    run: (t) =>
      withImage(t, async ({ url }) => {
        for (const w of ['0', '-5', '100000', 'wide'])
          assert.equal((await fetch(`${url}?w=${w}`)).status, 400, w);
      }),
  },
  {
    id: 'content-image-017',
    level: 'MUST',
    name: 'answers 404 for an image that does not exist',
    run: async (t) => {
      const name = `${'0'.repeat(40)}-10x10.png`;
      assert.equal((await fetch(`${t.baseUrl}/images/${t.projectId}/${t.dataset}/${name}`)).status, 404);
    },
  },
  {
    id: 'content-image-018',
    level: 'MUST',
    name: 'refuses an upload that is no image, and one with a token for reading',
    run: async (t) => {
      const upload = (token: string, body: string) =>
        fetch(`${t.baseUrl}/v2025-02-19/assets/images/${t.dataset}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
          body,
        });
      assert.equal((await upload(t.writeToken, 'not an image')).status, 400);
      assert.equal((await upload(t.readToken, 'not an image')).status, 403);
    },
  },
];
