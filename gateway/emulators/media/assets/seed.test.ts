import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readSeed } from './seed.ts';

let seedDir: string;

beforeEach(async () => {
  seedDir = await mkdtemp(join(tmpdir(), 'media-seed-'));
});
afterEach(() => rm(seedDir, { recursive: true, force: true }));

const ASSET = { id: 'a', status: 'ready', created_at: '1700000000' };
const STILLS = { interval: 1, count: 1, width: 640, height: 360 };
const writeAssets = (text: string) => writeFile(join(seedDir, 'mux-assets.json'), text);

test.each([
  ['that is not JSON', '{"assets": [', /assets\.json: expected JSON: /],
  ['without a list', 'null', /assets\.json: expected \{"assets"/],
  ['with null', '{"assets": [null]}', /assets\.json: assets\[0\]: expected an object, got null/],
  [
    'without an id',
    { ...ASSET, id: undefined },
    /assets\[0\]\.id: expected 1 to 200 letters and digits, got nothing/,
  ],
  [
    'with an id that no folder can have',
    { ...ASSET, id: 'x'.repeat(256) },
    /assets\[0\]\.id: expected 1 to 200 letters/,
  ],
  [
    'with an id that leads outside',
    { ...ASSET, id: '../x' },
    /assets\[0\]\.id: expected 1 to 200 letters and digits/,
  ],
  [
    'of an unknown status',
    { ...ASSET, status: 'new' },
    /assets\[0\]\.status: expected one of preparing, ready/,
  ],
  [
    'with a name that is no text',
    { ...ASSET, tracks: [{ id: 't', type: 'text', name: 5 }] },
    /assets\[0\]\.tracks\[0\]\.name: expected a text, or nothing, got 5/,
  ],
  [
    'with tracks that are no list',
    { ...ASSET, tracks: {} },
    /assets\[0\]\.tracks: expected a list, got \{\}/,
  ],
  [
    'with an endless duration',
    { ...ASSET, duration: 1e300 },
    /assets\[0\]\.duration: expected a number from 0/,
  ],
])('media emulator seed: an asset %s is rejected with its file and path', async (_name, asset, message) => {
  await writeAssets(typeof asset === 'string' ? asset : JSON.stringify({ assets: [asset] }));
  await expect(readSeed(seedDir)).rejects.toThrow(message);
});

test.each([
  ['that are not JSON', '{', /stills\.json: expected JSON: /],
  [
    'without a width',
    { ...STILLS, width: 0 },
    /stills\.json: width: expected a whole number from 1 to 4096, got 0/,
  ],
  [
    'that do not exist',
    { ...STILLS, count: 2 },
    /stills\.json: count: expected at most the 1 files in stills, got 2/,
  ],
])('media emulator seed: stills %s are rejected with their file', async (_name, stills, message) => {
  const folder = join(seedDir, 'media', ASSET.id);
  await mkdir(join(folder, 'stills'), { recursive: true });
  await writeFile(join(folder, 'stills', '00.avif'), '');
  await writeFile(join(folder, 'stills.json'), typeof stills === 'string' ? stills : JSON.stringify(stills));
  await writeAssets(JSON.stringify({ assets: [ASSET] }));
  await expect(readSeed(seedDir)).rejects.toThrow(message);
});

test('media emulator seed: a missing file means no assets, also beside assets.json of an export of Sanity', async () => {
  expect(await readSeed(seedDir)).toEqual([]);
  await writeFile(
    join(seedDir, 'assets.json'),
    JSON.stringify({ 'image-0123': { originalFilename: 'a.png' } }),
  );
  expect(await readSeed(seedDir)).toEqual([]);
});

test('media emulator seed: an archive has no Mux assets', async () => {
  const archive = join(seedDir, 'export.tar.gz');
  await writeFile(archive, '');
  expect(await readSeed(archive)).toEqual([]);
});
