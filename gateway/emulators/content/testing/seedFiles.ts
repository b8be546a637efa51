import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Properties of the seed that tests use. */
export const SEED = {
  /** Size of the image: four quadrants, red, green, blue and white from the top left. */
  imageWidth: 400,
  imageHeight: 200,
  options: { projectId: 'testing', dataset: 'test', readToken: 'reader', writeToken: 'writer' },
} as const;

const reference = (id: string, key: string) => ({ _type: 'reference', _ref: id, _key: key });

/** A small publication with a draft, a version in a release, a dangling weak reference and an image. */
const DOCUMENTS: readonly Record<string, unknown>[] = [
  { _id: 'topic-chaos', _type: 'topic', title: 'Chaos', slug: { _type: 'slug', current: 'chaos' } },
  { _id: 'topic-waves', _type: 'topic', title: 'Waves', slug: { _type: 'slug', current: 'waves' } },
  {
    _id: 'person-lorenz',
    _type: 'person',
    name: 'Edward Lorenz',
    slug: { _type: 'slug', current: 'edward-lorenz' },
    portrait: {
      _type: 'image',
      _sanityAsset: 'image@file://./images/quadrants.png',
      alt: 'Four colours',
      hotspot: { _type: 'sanity.imageHotspot', x: 0.25, y: 0.5, width: 0.2, height: 0.2 },
      crop: { _type: 'sanity.imageCrop', top: 0, bottom: 0, left: 0, right: 0.5 },
    },
  },
  {
    _id: 'person-young',
    _type: 'person',
    name: 'Thomas Young',
    slug: { _type: 'slug', current: 'thomas-young' },
  },
  {
    _id: 'film-butterfly',
    _type: 'film',
    title: 'Butterfly',
    year: 1963,
    slug: { _type: 'slug', current: 'butterfly' },
    credits: [{ _type: 'credit', _key: 'a', role: 'idea', person: reference('person-lorenz', 'p') }],
    topics: [reference('topic-chaos', 't')],
  },
  {
    _id: 'film-ripples',
    _type: 'film',
    title: 'Ripples',
    year: 1801,
    slug: { _type: 'slug', current: 'ripples' },
    credits: [{ _type: 'credit', _key: 'a', role: 'idea', person: reference('person-young', 'p') }],
    topics: [reference('topic-waves', 't'), { ...reference('topic-lost', 'u'), _weak: true }],
  },
  {
    _id: 'drafts.film-ripples',
    _type: 'film',
    title: 'Ripples, redrawn',
    slug: { _type: 'slug', current: 'ripples' },
  },
  { _id: 'drafts.film-new', _type: 'film', title: 'Not yet', slug: { _type: 'slug', current: 'not-yet' } },
  { _id: 'versions.rSpring.film-ripples', _type: 'film', title: 'Ripples in spring' },
];

/** Writes a seed folder: `content.ndjson` and its image. */
export async function writeSeedFiles(seedDir: string): Promise<void> {
  await mkdir(join(seedDir, 'images'), { recursive: true });
  await writeFile(
    join(seedDir, 'content.ndjson'),
    `${DOCUMENTS.map((document) => JSON.stringify(document)).join('\n')}\n`,
  );
  await writeFile(join(seedDir, 'images', 'quadrants.png'), await quadrants());
}

/** Returns the image of the seed as PNG. */
export async function quadrants(): Promise<Buffer> {
  const [width, height] = [SEED.imageWidth / 2, SEED.imageHeight / 2];
  const tile = (background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp({ create: { width: width * 2, height: height * 2, channels: 3, background: '#ff0000' } })
    .composite([
      { input: await tile('#00ff00'), left: width, top: 0 },
      { input: await tile('#0000ff'), left: 0, top: height },
      { input: await tile('#ffffff'), left: width, top: height },
    ])
    .png()
    .toBuffer();
}
