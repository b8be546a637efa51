import { hash } from 'node:crypto';
import { basename } from 'node:path';
import PQueue from 'p-queue';
import { documentError } from '../documents/documentRules.ts';
import { createFileAsset, type FileAsset } from '../files/fileAsset.ts';
import { createImageAsset, type ImageAsset } from '../images/imageAsset.ts';
import type { SeedDocument } from './seedDocuments.ts';
import type { SeedFiles } from './seedFiles.ts';

/** `image@file://./images/x.png` or `file@file://./files/x.pdf`, as written by `sanity dataset export`. */
const EXPORTED_ASSET = /^(image|file)@file:\/\/(.+)$/;
/** The attributes of the assets of an export, by `image-<SHA-1>` or `file-<SHA-1>`. */
const ASSET_MAP_FILE = 'assets.json';
/** Number of images and files that are read concurrently. */
const MAX_CONCURRENT_READS = 4;

/** An image or a file of a seed. */
export type SeedAsset =
  | { readonly kind: 'image'; readonly asset: ImageAsset }
  | { readonly kind: 'file'; readonly asset: FileAsset };

/** An image or a file that an export lacks. */
export interface MissingFile {
  readonly path: string;
  /** The line of the document, and why the file cannot be read. */
  readonly fault: string;
}

/** Reads the images and files of a seed, each once. */
export interface SeedAssets {
  /** Replaces each `_sanityAsset` of a document by a reference to its asset. @throws Error with the place */
  resolve(document: SeedDocument): Promise<SeedDocument['document']>;
  /** Returns the assets of all documents, each once. */
  all(): Promise<readonly SeedAsset[]>;
}

/**
 * Creates the reader of the images and files of a seed.
 * @param onMissing receives the missing files of an export, for each place; missing files of other seeds are errors
 */
export async function createSeedAssets(
  files: SeedFiles,
  onMissing: (file: MissingFile) => void,
): Promise<SeedAssets> {
  const attributes = await readAssetMap(files);
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_READS });
  const loading = new Map<string, Promise<SeedAsset>>();
  const load = (kind: string, path: string): Promise<SeedAsset> => {
    const asset = loading.get(path) ?? queue.add(() => readAsset(files, kind, path, attributes));
    loading.set(path, asset);
    return asset;
  };

  const replace = async (value: unknown, place: string): Promise<unknown> => {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return Promise.all(value.map((item) => replace(item, place)));
    const { _sanityAsset, ...content } = value as Record<string, unknown>;
    const entries = Object.entries(content).map(
      async ([name, inner]) => [name, await replace(inner, place)] as const,
    );
    const replaced = Object.fromEntries(await Promise.all(entries));
    if (_sanityAsset === undefined) return replaced;
    const [, kind, path] = (typeof _sanityAsset === 'string' && EXPORTED_ASSET.exec(_sanityAsset)) || [];
    if (kind === undefined || path === undefined)
      throw new Error(
        `${place}: _sanityAsset: expected image@file://./images/… or file@file://./files/…, got ${JSON.stringify(_sanityAsset)?.slice(0, 80)}`,
      );
    try {
      const { asset } = await load(kind, path);
      return { ...replaced, asset: { _type: 'reference', _ref: asset.document._id } };
    } catch (error) {
      const fault = `${place}: _sanityAsset ${path}: ${(error as Error).message}`;
      if (!files.isExport) throw new Error(fault);
      onMissing({ path, fault });
      return replaced;
    }
  };

  return {
    async resolve({ document, line, place }) {
      return line.includes('_sanityAsset') ? ((await replace(document, place)) as typeof document) : document;
    },
    async all() {
      const assets = new Map<string, SeedAsset>();
      for (const result of await Promise.allSettled(loading.values()))
        if (result.status === 'fulfilled') assets.set(result.value.asset.document._id, result.value);
      return [...assets.values()];
    },
  };
}

type AssetMap = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** Reads the attributes of assets that an export contains beside their files; none for other seeds. */
async function readAssetMap(files: SeedFiles): Promise<AssetMap> {
  if (!files.isExport) return {};
  const bytes = await files.read(ASSET_MAP_FILE).catch(() => undefined);
  if (bytes === undefined) return {};
  let map: unknown;
  try {
    map = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new Error(`${ASSET_MAP_FILE} of ${files.documents}: expected JSON: ${(error as Error).message}`);
  }
  if (!isObject(map))
    throw new Error(`${ASSET_MAP_FILE} of ${files.documents}: expected an object of assets by their names`);
  for (const [name, attributes] of Object.entries(map)) {
    const error = isObject(attributes)
      ? documentError({ ...attributes, _id: name, _type: 'asset' })
      : `expected an object of attributes, got ${JSON.stringify(attributes).slice(0, 80)}`;
    if (error !== undefined) throw new Error(`${ASSET_MAP_FILE} of ${files.documents}: ${name}: ${error}`);
  }
  return map as AssetMap;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function readAsset(files: SeedFiles, kind: string, path: string, map: AssetMap): Promise<SeedAsset> {
  const bytes = await files.read(path);
  const { _id, _type, ...own } = map[`${kind}-${hash('sha1', bytes)}`] ?? {};
  const name = typeof own.originalFilename === 'string' ? own.originalFilename : basename(path);
  if (kind === 'file') {
    const asset = createFileAsset(bytes, path, name);
    return { kind, asset: { ...asset, document: { ...asset.document, ...own } } };
  }
  const isKnown = own.metadata !== undefined;
  const asset = await createImageAsset(bytes, name, isKnown ? [] : undefined);
  return { kind: 'image', asset: { ...asset, document: { ...asset.document, ...own } } };
}
