import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar';

/** The documents of a seed, and of an export of Sanity. */
const DOCUMENT_FILES = ['content.ndjson', 'data.ndjson'] as const;
const EXPORT_FILE = 'data.ndjson';
const ARCHIVE = /\.(tar\.gz|tgz)$/;

/** The files of a seed: a folder, or an archive as `sanity dataset export` writes it. */
export interface SeedFiles {
  /** The file with the documents, for errors. */
  readonly documents: string;
  /** True if it is an export of Sanity, in which assets can be missing. */
  readonly isExport: boolean;
  /** Reads a file. Its path is relative to the documents. @throws Error if there is none, or it is outside of the seed */
  read(path: string): Promise<Buffer>;
}

/** Opens a seed: a folder or an archive. @throws Error if it has no documents */
export async function openSeedFiles(seedDir: string): Promise<SeedFiles> {
  return ARCHIVE.test(seedDir) ? openArchive(seedDir) : openFolder(seedDir);
}

async function openFolder(seedDir: string): Promise<SeedFiles> {
  const names = await readdir(seedDir).catch(() => rejectPath(seedDir));
  const name = documentsIn(names, seedDir);
  return {
    documents: join(seedDir, name),
    isExport: name === EXPORT_FILE,
    async read(path) {
      const file = resolve(seedDir, path);
      if (relative(seedDir, file).split(sep)[0] === '..')
        throw new Error('expected a file inside the seed directory, got a path that leads out of it');
      return readFile(file);
    },
  };
}

/** Reads an archive into memory. Its files are in one folder, named after the dataset and the time. */
async function openArchive(archive: string): Promise<SeedFiles> {
  await stat(archive).catch(() => rejectPath(archive));
  const entries = await readArchive(archive);
  const files = new Map(
    entries.flatMap(({ header, data }) =>
      data ? [[posix.normalize(header.name), Buffer.from(data)] as const] : [],
    ),
  );
  const [shortest = ''] = [...files.keys()]
    .filter((name) => DOCUMENT_FILES.some((file) => posix.basename(name) === file))
    .toSorted((a, b) => a.length - b.length);
  const folder = posix.dirname(shortest);
  const names = [...files.keys()].filter((name) => posix.dirname(name) === folder);
  const name = documentsIn(
    names.map((file) => posix.basename(file)),
    archive,
  );
  return {
    documents: `${archive}/${posix.join(folder, name)}`,
    isExport: name === EXPORT_FILE,
    async read(path) {
      const file = files.get(posix.join(folder, path));
      if (file === undefined) throw new Error('expected a file in the archive, got none of this name');
      return file;
    },
  };
}

/** Throws the error of a path that cannot be read. @throws Error */
function rejectPath(seedDir: string): never {
  throw new Error(
    `SEED_DIR: expected a folder, or an export of Sanity with the ending .tar.gz, got ${seedDir}, which does not exist or cannot be read`,
  );
}

async function readArchive(archive: string): ReturnType<typeof unpackTar> {
  const bytes = createReadStream(archive).pipe(createGunzip());
  try {
    return await unpackTar(Readable.toWeb(bytes) as ReadableStream<Uint8Array>);
  } catch {
    throw new Error(`${archive}: expected a tar archive with gzip, got another file or a damaged one`);
  }
}

/** Returns the name of the file with the documents. @throws Error if there is none, or both */
function documentsIn(names: readonly string[], seedDir: string): string {
  const [name, other] = DOCUMENT_FILES.filter((file) => names.includes(file));
  if (name === undefined || other !== undefined)
    throw new Error(
      `${seedDir}: expected ${DOCUMENT_FILES.join(' or ')}, got ${name === undefined ? 'none of them' : 'both'}; point SEED_DIR to a seed or to an export of Sanity`,
    );
  return name;
}
