import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { Document } from './document.ts';
import { faultOfDocument } from './documentRules.ts';
import { type ImageAsset, imageAsset } from './imageAsset.ts';

/** What documents without a date of their own are given, so that a seed is the same on every start. */
const BEGINNING = '2026-01-01T00:00:00Z';
/** `image@file://./images/x.png`, as `sanity dataset export` writes it. */
const ASSET_IN_SEED = /^image@file:\/\/(.+)$/;
/** Images read at a time. */
const AT_A_TIME = 4;

/** A dataset read from files: its documents, with those of its images, and the images themselves. */
export interface Seed {
  documents: Document[];
  images: ImageAsset[];
}

/**
 * Reads `<seedDir>/content.ndjson` in Sanity's export format, and does what `sanity dataset import` does:
 * takes in the images that `_sanityAsset` names, and puts references in their place.
 * @throws Error that names the file and the line
 */
export async function readSeed(seedDir: string): Promise<Seed> {
  const file = join(seedDir, 'content.ndjson');
  const lines = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').split(/\r?\n/);
  const images = new Map<string, Promise<ImageAsset>>();
  const gate = limiter(AT_A_TIME);
  const image = (path: string) => {
    const known = images.get(path) ?? gate(() => readImage(seedDir, path));
    images.set(path, known);
    return known;
  };

  const seen = new Map<string, number>();
  const documents: Promise<Document>[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const place = `${file}:${index + 1}`;
    const document = parseLine(line, place);
    const earlier = seen.get(document._id);
    if (earlier !== undefined)
      throw new Error(`${place}: the _id "${document._id}" is taken already, in line ${earlier}`);
    seen.set(document._id, index + 1);
    documents.push(
      line.includes('_sanityAsset') ? withAssets(document, place, image) : Promise.resolve(document),
    );
  }
  const imported = await Promise.all(documents);
  const taken = new Map<string, ImageAsset>();
  for (const asset of await Promise.all(images.values())) taken.set(asset.document._id, asset);
  return { documents: imported, images: [...taken.values()] };
}

/** The document with what the service keeps, filled in where it is missing: the same for the same content. */
export function complete(content: Record<string, unknown>): Document {
  const digest = hash('sha1', JSON.stringify(content));
  return {
    _rev: digest.slice(0, 22),
    _createdAt: BEGINNING,
    _updatedAt: (content._createdAt as string | undefined) ?? BEGINNING,
    ...content,
    _id: content._id ?? digest,
  } as Document;
}

function parseLine(line: string, place: string): Document {
  let content: unknown;
  try {
    content = JSON.parse(line);
  } catch (error) {
    throw new Error(`${place}: expected a document as JSON on one line: ${(error as Error).message}`);
  }
  if (content === null || typeof content !== 'object' || Array.isArray(content))
    throw new Error(`${place}: expected a document, got ${JSON.stringify(content)?.slice(0, 80)}`);
  const document = complete(content as Record<string, unknown>);
  const fault = faultOfDocument(document);
  if (fault !== undefined) throw new Error(`${place}: ${fault}`);
  return document;
}

async function withAssets(
  document: Document,
  place: string,
  image: (path: string) => Promise<ImageAsset>,
): Promise<Document> {
  return (await replace(document)) as Document;

  async function replace(value: unknown): Promise<unknown> {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return Promise.all(value.map(replace));
    const { _sanityAsset, ...content } = value as Record<string, unknown>;
    const entries = Object.entries(content).map(
      async ([name, inner]) => [name, await replace(inner)] as const,
    );
    const replaced = Object.fromEntries(await Promise.all(entries));
    if (_sanityAsset === undefined) return replaced;
    const [, path] = ASSET_IN_SEED.exec(String(_sanityAsset)) ?? [];
    if (path === undefined)
      throw new Error(
        `${place}: _sanityAsset: expected image@file://./images/…, got ${JSON.stringify(_sanityAsset)}`,
      );
    const { document: asset } = await image(path).catch((error: Error) => {
      throw new Error(`${place}: _sanityAsset ${path}: ${error.message}`);
    });
    return { ...replaced, asset: { _type: 'reference', _ref: asset._id } };
  }
}

async function readImage(seedDir: string, path: string): Promise<ImageAsset> {
  const file = resolve(seedDir, path);
  if (relative(seedDir, file).split(sep)[0] === '..')
    throw new Error('expected a file inside the seed directory');
  return imageAsset(await readFile(file), basename(file));
}

function limiter(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
