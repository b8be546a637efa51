import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { packTar } from 'modern-tar';
import { createContentEmulator } from '../emulator.ts';
import { quadrants, SEED } from '../testing/seedFiles.ts';
import { readSeed } from './seed.ts';

let folder: string;
let image: Buffer;
const PDF = Buffer.from('%PDF-1.7 a programme');
const SHA1_OF_PDF = hash('sha1', PDF);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'));
  image = await quadrants();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The documents of an export, some of them incomplete: exports of earlier versions lack revisions, times and keys. */
const DOCUMENTS = [
  {
    _id: 'event-1',
    _type: 'event',
    cover: { _type: 'image', _sanityAsset: 'image@file://./images/cover.png' },
    programme: { _type: 'file', _sanityAsset: `file@file://./files/${SHA1_OF_PDF}.pdf` },
    speakers: [
      { _type: 'speaker', name: 'Ada' },
      { _type: 'speaker', name: 'Jon' },
    ],
  },
  { _type: 'event', title: 'Without an id' },
];

/** Returns the files of an export by their path. */
const exportFiles = (): Record<string, Buffer> => ({
  'data.ndjson': Buffer.from(DOCUMENTS.map((document) => JSON.stringify(document)).join('\n')),
  'assets.json': Buffer.from(
    JSON.stringify({
      [`image-${hash('sha1', image)}`]: { originalFilename: 'room.png', altText: 'A room' },
      [`file-${SHA1_OF_PDF}`]: { originalFilename: 'programme.pdf', title: 'Programme' },
    }),
  ),
  'images/cover.png': image,
  [`files/${SHA1_OF_PDF}.pdf`]: PDF,
});

async function writeFolder(files: Record<string, Buffer>): Promise<string> {
  for (const name of ['images', 'files']) await mkdir(join(folder, name), { recursive: true });
  for (const [path, bytes] of Object.entries(files)) await writeFile(join(folder, path), bytes);
  return folder;
}

/** Writes an archive with a folder as its root, as `sanity dataset export` does. */
async function writeArchive(
  files: Record<string, Buffer>,
  root = 'production-export-2026-11-01/',
): Promise<string> {
  const entries = Object.entries(files).map(([path, bytes]) => ({
    header: { name: `${root}${path}`, size: bytes.length },
    body: bytes,
  }));
  const archive = join(folder, 'production.tar.gz');
  await writeFile(archive, gzipSync(await packTar(entries)));
  return archive;
}

describe('seed: an export of Sanity', () => {
  test.each([
    ['a folder', writeFolder],
    ['an archive', writeArchive],
    ['an archive without a folder', (files: Record<string, Buffer>) => writeArchive(files, '')],
    ['an archive with ./', (files: Record<string, Buffer>) => writeArchive(files, './export/')],
  ])('%s gives the documents, images and files with their attributes', async (_name, write) => {
    const { documents, images, files, missing } = await readSeed(await write(exportFiles()));
    const [imageId, fileId] = [images[0]?.document._id, files[0]?.document._id];
    expect(missing).toEqual([]);
    expect(images[0]?.document).toMatchObject({ originalFilename: 'room.png', altText: 'A room' });
    expect(files[0]).toMatchObject({
      file: `${SHA1_OF_PDF}.pdf`,
      document: {
        _id: `file-${SHA1_OF_PDF}-pdf`,
        mimeType: 'application/pdf',
        size: PDF.length,
        title: 'Programme',
      },
    });
    expect(documents[0]).toMatchObject({
      cover: { asset: { _type: 'reference', _ref: imageId } },
      programme: { asset: { _type: 'reference', _ref: fileId } },
    });
  });

  test('incomplete documents get ids, revisions, times and keys, the same on every start', async () => {
    const seedDir = await writeFolder(exportFiles());
    const [{ documents }, again] = [await readSeed(seedDir), await readSeed(seedDir)];
    expect(again.documents).toEqual(documents);
    for (const document of documents)
      expect(document).toMatchObject({
        _id: expect.any(String),
        _rev: expect.any(String),
        _createdAt: expect.any(String),
      });
    const keys = ((documents[0]?.speakers ?? []) as { _key: string }[]).map(({ _key }) => _key);
    expect(new Set(keys).size).toBe(2);
  });

  test('a file named `<hash>-mp4.bin` has the type of its extension', async () => {
    const path = `files/${SHA1_OF_PDF}-mp4.bin`;
    const document = {
      _id: 'a',
      _type: 'clip',
      video: { _type: 'file', _sanityAsset: `file@file://./${path}` },
    };
    const { files } = await readSeed(
      await writeFolder({ 'data.ndjson': Buffer.from(JSON.stringify(document)), [path]: PDF }),
    );
    expect(files[0]?.document).toMatchObject({ _id: `file-${SHA1_OF_PDF}-mp4`, mimeType: 'video/mp4' });
  });

  test('missing images and files are reported, and their fields have no asset', async () => {
    const { 'images/cover.png': _, ...files } = exportFiles();
    const { documents, missing } = await readSeed(await writeArchive(files));
    expect(missing).toEqual([
      {
        path: './images/cover.png',
        fault: expect.stringMatching(
          /data\.ndjson:1: _sanityAsset \.\/images\/cover\.png: expected a file in the archive/,
        ),
      },
    ]);
    expect(documents[0]?.cover).toEqual({ _type: 'image' });
  });

  test.each([
    ['a name', { originalFilename: 'programme.pdf' }, 'application/pdf'],
    [
      'attributes of other types',
      { originalFilename: { toString: null }, mimeType: { toString: null }, size: [{ toString: null }] },
      'application/octet-stream',
    ],
  ])('the emulator serves its documents, and files with %s', async (_name, attributes, type) => {
    const assets = JSON.stringify({ [`file-${SHA1_OF_PDF}`]: attributes });
    const seedDir = await writeArchive({ ...exportFiles(), 'assets.json': Buffer.from(assets) });
    const emulator = await createContentEmulator({ seedDir, port: 0, ...SEED.options });
    try {
      const query = encodeURIComponent('*[_id == "event-1"][0].programme.asset->{url, originalFilename}');
      const response = await fetch(
        `${emulator.url}/v2025-02-19/data/query/${SEED.options.dataset}?query=${query}`,
      );
      const { result } = (await response.json()) as { result: { url: string; originalFilename: unknown } };
      expect(result.originalFilename).toEqual(attributes.originalFilename);
      const file = await fetch(`${result.url}?dl`);
      expect(file.headers.get('content-type')).toBe(type);
      expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF);
      expect((await fetch(`${result.url}x`)).status).toBe(404);
    } finally {
      await emulator.close();
    }
  });

  test.each([
    [
      'documents in no file',
      { 'other.ndjson': Buffer.from('') },
      /expected content\.ndjson or data\.ndjson, got none of them/,
    ],
    [
      'documents in two files',
      { 'data.ndjson': Buffer.from(''), 'content.ndjson': Buffer.from('') },
      /got both/,
    ],
    [
      'attributes of assets that are not JSON',
      { ...{ 'data.ndjson': Buffer.from('') }, 'assets.json': Buffer.from('{') },
      /assets\.json of .*: expected JSON/,
    ],
    [
      'attributes of assets that are a list',
      { ...{ 'data.ndjson': Buffer.from('') }, 'assets.json': Buffer.from('[]') },
      /assets\.json of .*: expected an object of assets/,
    ],
    [
      'attributes of an asset that are no object',
      { ...{ 'data.ndjson': Buffer.from('') }, 'assets.json': Buffer.from('{"image-a": null}') },
      /assets\.json of .*: image-a: expected an object of attributes, got null/,
    ],
  ])('%s are rejected', async (_name, files, message) => {
    await expect(readSeed(await writeFolder(files))).rejects.toThrow(message);
  });

  test('an archive that is damaged or missing is rejected with its name', async () => {
    const archive = await writeArchive(exportFiles());
    await writeFile(archive, (await readFile(archive)).subarray(0, 100));
    await expect(readSeed(archive)).rejects.toThrow(/production\.tar\.gz: expected a tar archive with gzip/);
    await expect(readSeed(join(folder, 'none.tar.gz'))).rejects.toThrow(
      /SEED_DIR: expected .* got .*none\.tar\.gz/,
    );
    await expect(readSeed(join(folder, 'none'))).rejects.toThrow(/SEED_DIR: expected a folder, or an export/);
  });

  test('paths that lead out of an archive are not found', async () => {
    const document = { _id: 'a', _type: 'x', i: { _sanityAsset: 'image@file://../../etc/hosts' } };
    const { missing } = await readSeed(
      await writeArchive({ 'data.ndjson': Buffer.from(JSON.stringify(document)) }),
    );
    expect(missing).toHaveLength(1);
  });
});
