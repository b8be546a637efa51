/**
 * `npm run render:icons` draws web/public's icons and the card that stands for the magazine where its address is shared, all
 * from favicon.svg.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';

const PUBLIC = new URL('../../public/', import.meta.url);
const GROUND = '#14141a';
/** What a platform that cuts an icon to its own shape leaves for sure: https://www.w3.org/TR/appmanifest/#icon-masks. */
const SAFE = 0.8;
const FULL_DENSITY = 1200;

const mark = readFileSync(new URL('favicon.svg', PUBLIC));
const inside = (path: string): URL => new URL(path, PUBLIC);

/** The mark at so many pixels, without its ground when it is to stand on another. */
const draw = (size: number): Sharp => sharp(mark, { density: FULL_DENSITY }).resize(size, size);

/** The mark in the middle of a ground of its own colour. */
const drawOn = async (width: number, height: number, size: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: GROUND } })
    .composite([{ input: await draw(size).png().toBuffer() }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** An icon file that holds one PNG: https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10). */
const ico = (png: Buffer, size: number): Buffer => {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
};

for (const [name, size] of [
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['apple-touch-icon.png', 180],
] as const)
  writeFileSync(inside(name), await drawOn(size, size, size));
writeFileSync(inside('icon-maskable.png'), await drawOn(512, 512, Math.round(512 * SAFE)));
writeFileSync(inside('card.png'), await drawOn(1200, 630, 560));
writeFileSync(inside('favicon.ico'), ico(await draw(32).png().toBuffer(), 32));
