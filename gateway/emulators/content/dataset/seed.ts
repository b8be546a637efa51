import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { Document } from '../documents/document.ts';
import { documentError } from '../documents/documentRules.ts';
import { createImageAsset, type ImageAsset } from '../images/imageAsset.ts';

/** Creation time of documents without one, so that a seed is the same on every start. */
const DEFAULT_CREATED_AT = '2026-01-01T00:00:00Z';
/** `image@file://./images/x.png`, as written by `sanity dataset export`. */
const EXPORTED_ASSET = /^image@file:\/\/(.+)$/;
/** Number of images that are read concurrently. */
const MAX_CONCURRENT_READS = 4;

/** A dataset read from files: its documents, including those of its images, and the images. */
export interface Seed {
  documents: Document[];
  images: ImageAsset[];
}

/**
 * Reads `<seedDir>/content.ndjson` in Sanity's export format. Like `sanity dataset import`, it imports the
 * images named by `_sanityAsset` and replaces them with references.
 * @throws Error with the file and the line
 */
export async function readSeed(seedDir: string): Promise<Seed> {
  const file = join(seedDir, 'content.ndjson');
  const lines = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').split(/\r?\n/);
  const images = new Map<string, Promise<ImageAsset>>();
  const limit = createLimiter(MAX_CONCURRENT_READS);
  const image = (path: string) => {
    const loading = images.get(path) ?? limit(() => readImage(seedDir, path));
    images.set(path, loading);
    return loading;
  };

  const lineById = new Map<string, number>();
  const parsed: { document: Document; line: string; place: string }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const place = `${file}:${index + 1}`;
    const document = parseLine(line, place);
    const earlier = lineById.get(document._id);
    if (earlier !== undefined)
      throw new Error(`${place}: the _id "${document._id}" is taken already, in line ${earlier}`);
    lineById.set(document._id, index + 1);
    parsed.push({ document, line, place });
  }
  // After all lines are parsed: a faulty line must not leave promises behind that nothing waits for.
  const imported = await Promise.all(
    parsed.map(({ document, line, place }) =>
      line.includes('_sanityAsset') ? resolveAssets(document, place, image) : document,
    ),
  );
  const assets = new Map<string, ImageAsset>();
  for (const asset of await Promise.all(images.values())) assets.set(asset.document._id, asset);
  return { documents: imported, images: [...assets.values()] };
}

/** Adds the missing system attributes to a document, always the same for the same content. */
export function completeDocument(content: Record<string, unknown>): Document {
  const digest = hash('sha1', JSON.stringify(content));
  return {
    _rev: digest.slice(0, 22),
    _createdAt: DEFAULT_CREATED_AT,
    _updatedAt: (content._createdAt as string | undefined) ?? DEFAULT_CREATED_AT,
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
  const document = completeDocument(content as Record<string, unknown>);
  const error = documentError(document);
  if (error !== undefined) throw new Error(`${place}: ${error}`);
  return document;
}

async function resolveAssets(
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
    const [, path] = EXPORTED_ASSET.exec(String(_sanityAsset)) ?? [];
    if (path === undefined)
      throw new Error(
        `${place}: _sanityAsset: expected image@file://./images/…, got ${JSON.stringify(_sanityAsset)?.slice(0, 80)}`,
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
  return createImageAsset(await readFile(file), basename(file));
}

function createLimiter(maxConcurrent: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxConcurrent) await new Promise<void>((start) => waiting.push(start));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
