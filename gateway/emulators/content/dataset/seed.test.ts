import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { writeSeedFiles } from '../testing/seedFiles.ts';
import { readSeed } from './seed.ts';

let seedDir: string;

beforeEach(async () => {
  seedDir = await mkdtemp(join(tmpdir(), 'content-seed-'));
});
afterEach(() => rm(seedDir, { recursive: true, force: true }));

const write = (...lines: string[]) => writeFile(join(seedDir, 'content.ndjson'), lines.join('\n'));

test('content emulator seed: the same seed gives the same documents with the same defaults', async () => {
  await writeSeedFiles(seedDir);
  const [first, second] = [await readSeed(seedDir), await readSeed(seedDir)];
  expect(second.documents).toEqual(first.documents);
  for (const document of first.documents)
    expect(document).toMatchObject({
      _rev: expect.any(String),
      _createdAt: expect.stringMatching(/^\d{4}-/),
      _updatedAt: expect.stringMatching(/^\d{4}-/),
    });
});

test('content emulator seed: an image that is used twice is imported once', async () => {
  await writeSeedFiles(seedDir);
  const image = { _type: 'image', _sanityAsset: 'image@file://./images/quadrants.png' };
  await write(
    JSON.stringify({ _id: 'a', _type: 'x', image }),
    JSON.stringify({ _id: 'b', _type: 'x', list: [{ deep: image }] }),
  );
  const { documents, images } = await readSeed(seedDir);
  expect(images).toHaveLength(1);
  expect(documents[1]).toMatchObject({ list: [{ deep: { asset: { _ref: images[0]?.document._id } } }] });
});

test('content emulator seed: a line that is not JSON is reported before the faulty image of an earlier line', async () => {
  await write('{"_id": "a", "_type": "x", "i": {"_sanityAsset": "x"}}', '{');
  await expect(readSeed(seedDir)).rejects.toThrow(/content\.ndjson:2: expected a document as JSON/);
  // An unhandled rejection of the image would fail the test here.
  await setImmediate();
});

test.each([
  ['not JSON', ['{"_id": "a", "_type": "x"}', '{"_id":'], /content\.ndjson:2: expected a document as JSON/],
  ['not a document', ['[]'], /content\.ndjson:1: expected a document, got \[\]/],
  [
    'without a type',
    ['', '{"_id": "a"}'],
    /content\.ndjson:2: Document "a" must have a string attribute "_type"/,
  ],
  ['with an invalid id', ['{"_id": "a b", "_type": "x"}'], /content\.ndjson:1: Malformed document ID: "a b"/],
  [
    'with a duplicate id',
    ['{"_id": "a", "_type": "x"}', '{"_id": "a", "_type": "x"}'],
    /:2: the _id "a" is taken already, in line 1/,
  ],
  [
    'with a missing image',
    ['{"_id": "a", "_type": "x", "i": {"_sanityAsset": "image@file://./images/no.png"}}'],
    /:1: _sanityAsset \.\/images\/no\.png: ENOENT/,
  ],
  [
    'with an image outside the seed',
    ['{"_id": "a", "_type": "x", "i": {"_sanityAsset": "image@file://../../etc/hosts"}}'],
    /:1: .*inside the seed directory/,
  ],
  [
    'with an asset of another kind',
    ['{"_id": "a", "_type": "x", "i": {"_sanityAsset": "file@https://x/y.pdf"}}'],
    /:1: _sanityAsset: expected image@file/,
  ],
  [
    'with an asset that is no text',
    ['{"_id": "a", "_type": "x", "i": {"_sanityAsset": {"toString": null}}}'],
    /:1: _sanityAsset: expected image@file.*got {"toString":null}/,
  ],
  [
    'with an asset in a list',
    ['{"_id": "a", "_type": "x", "i": {"_sanityAsset": ["image@file://./images/quadrants.png"]}}'],
    /:1: _sanityAsset: expected image@file/,
  ],
])(
  'content emulator seed: a line %s is rejected with file and line number',
  async (_name, lines, message) => {
    await write(...lines);
    await expect(readSeed(seedDir)).rejects.toThrow(message);
  },
);
