import type { Document } from '../documents/document.ts';
import type { FileAsset } from '../files/fileAsset.ts';
import type { ImageAsset } from '../images/imageAsset.ts';
import { createSeedAssets, type MissingFile } from './seedAssets.ts';
import { parseDocuments } from './seedDocuments.ts';
import { openSeedFiles } from './seedFiles.ts';

/** A dataset read from files: its documents; the documents of its images and files are apart. */
export interface Seed {
  documents: Document[];
  images: ImageAsset[];
  files: FileAsset[];
  /** The images and files that an export lacks, each once. */
  missing: MissingFile[];
}

/**
 * Reads a seed: a folder with `content.ndjson`, or an export of Sanity with `data.ndjson`, as a folder or as `.tar.gz`. Like
 * `sanity dataset import`, it imports the images and files named by `_sanityAsset`, and replaces them with references.
 * @throws Error with the file and the line
 */
export async function readSeed(seedDir: string): Promise<Seed> {
  const seedFiles = await openSeedFiles(seedDir);
  const text = (await seedFiles.read(seedFiles.isExport ? 'data.ndjson' : 'content.ndjson')).toString('utf8');
  const missing = new Map<string, MissingFile>();
  const parsed = parseDocuments(text, seedFiles.documents, seedFiles.isExport);
  const assets = await createSeedAssets(seedFiles, (file) => void missing.set(file.path, file));
  // After all lines are parsed: a faulty line must not leave promises behind that nothing waits for.
  const documents = await Promise.all(parsed.map((document) => assets.resolve(document)));
  const imported = await assets.all();
  return {
    documents,
    images: imported.flatMap((item) => (item.kind === 'image' ? [item.asset] : [])),
    files: imported.flatMap((item) => (item.kind === 'file' ? [item.asset] : [])),
    missing: [...missing.values()],
  };
}
