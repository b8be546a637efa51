import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { encodeBlurHash } from './blurHash.ts';
import { photographOf } from './photograph.ts';

/** Returns pixels of three bytes each. */
const pixels = (colourOf: (pixel: number) => readonly number[]) =>
  Uint8Array.from(
    Array.from({ length: 8 * 4 }, (_, pixel) => colourOf(pixel)).flat(),
    (value) => value % 256,
  );

// The npm package blurhash 2.0.5 gives the same hashes.
test.each([
  ['a gradient', (i: number) => [248 - i * 7, i * 8, i * 3], 'V~I55.#nnjxYnj{5weoKr@oK:nsnj@r@j@-,sUjaoeja'],
  ['one colour', () => [200, 100, 50], 'VlM|T9-9fQ-9fQ}XsofQsofQfQfQfQfQfQ}XsofQsofQ'],
])('content emulator images: encodes the BlurHash of %s', (_name, colourOf, hash) => {
  expect(encodeBlurHash(pixels(colourOf), 8, 4)).toBe(hash);
});

test('content emulator images: reads EXIF data that is cut off or damaged as far as it goes', async () => {
  const image = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } });
  const bytes = await image
    .withExif({ IFD2: { LensModel: 'Prime 35', FNumber: '28/0' }, IFD3: { GPSLatitude: '91/0 0/1 0/1' } })
    .jpeg()
    .toBuffer();
  const { exif } = await sharp(bytes).metadata();
  const data = exif as Buffer;
  expect(photographOf(data)).toEqual({ exif: expect.objectContaining({ LensModel: 'Prime 35' }) });
  expect(photographOf(data).exif).not.toHaveProperty('FNumber');
  for (let length = 0; length < data.length; length += 1)
    expect(() => photographOf(data.subarray(0, length))).not.toThrow();
  for (let at = 0; at < data.length; at += 1) {
    const damaged = Buffer.from(data);
    damaged[at] = 0xff;
    expect(() => photographOf(damaged)).not.toThrow();
  }
  // The pointer to the EXIF directory as a negative number: -1 of type 9.
  const pointer = data.indexOf(Buffer.from([0x69, 0x87]));
  expect(pointer).toBeGreaterThan(0);
  const negative = Buffer.from(data);
  negative.writeUInt16LE(9, pointer + 2);
  negative.writeInt32LE(-1, pointer + 8);
  expect(photographOf(negative)).toEqual({});
  expect(photographOf(undefined)).toEqual({});
});
