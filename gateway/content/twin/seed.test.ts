import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { writeFixture } from './fixture/seed.ts';
import { readSeed } from './seed.ts';

let seedDir: string;

beforeEach(async () => {
  seedDir = await mkdtemp(join(tmpdir(), 'content-seed-'));
});
afterEach(() => rm(seedDir, { recursive: true, force: true }));

const write = (...lines: string[]) => writeFile(join(seedDir, 'content.ndjson'), lines.join('\n'));

test('the same seed gives the same documents, with what was missing filled in', async () => {
  await writeFixture(seedDir);
  const [once, again] = [await readSeed(seedDir), await readSeed(seedDir)];
  expect(again.documents).toEqual(once.documents);
  for (const document of once.documents)
    expect(document).toMatchObject({
      _rev: expect.any(String),
      _createdAt: expect.stringMatching(/^\d{4}-/),
      _updatedAt: expect.stringMatching(/^\d{4}-/),
    });
});

test('an image named twice is one image', async () => {
  await writeFixture(seedDir);
  const image = { _type: 'image', _sanityAsset: 'image@file://./images/quadrants.png' };
  await write(
    JSON.stringify({ _id: 'a', _type: 'x', image }),
    JSON.stringify({ _id: 'b', _type: 'x', list: [{ deep: image }] }),
  );
  const { documents, images } = await readSeed(seedDir);
  expect(images).toHaveLength(1);
  expect(documents[1]).toMatchObject({ list: [{ deep: { asset: { _ref: images[0]?.document._id } } }] });
});

test.each([
  ['not JSON', ['{"_id": "a", "_type": "x"}', '{"_id":'], /content\.ndjson:2: expected a document as JSON/],
  ['not a document', ['[]'], /content\.ndjson:1: expected a document, got \[\]/],
  [
    'without a type',
    ['', '{"_id": "a"}'],
    /content\.ndjson:2: Document "a" must have a string attribute "_type"/,
  ],
  [
    'with an id that is none',
    ['{"_id": "a b", "_type": "x"}'],
    /content\.ndjson:1: Malformed document ID: "a b"/,
  ],
  [
    'with an id twice',
    ['{"_id": "a", "_type": "x"}', '{"_id": "a", "_type": "x"}'],
    /:2: the _id "a" is taken already, in line 1/,
  ],
  [
    'with an image that is missing',
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
])('a line %s is refused with its file and number', async (_name, lines, message) => {
  await write(...lines);
  await expect(readSeed(seedDir)).rejects.toThrow(message);
});
