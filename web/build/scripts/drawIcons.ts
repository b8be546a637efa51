/** `npm run render:icons` draws the icons and the default share image of web/public from favicon.svg. */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';

const PUBLIC = new URL('../../public/', import.meta.url);
const BACKGROUND = '#14141a';
/** The share of a maskable icon that no platform crops: https://www.w3.org/TR/appmanifest/#icon-masks. */
const SAFE_ZONE = 0.8;
const SVG_DENSITY_DPI = 1200;

const logo = readFileSync(new URL('favicon.svg', PUBLIC));
const publicFile = (path: string): URL => new URL(path, PUBLIC);

/** Renders the logo at a size in pixels. */
const draw = (size: number): Sharp => sharp(logo, { density: SVG_DENSITY_DPI }).resize(size, size);

/** Renders the logo in the centre of a background. */
const drawCentred = async (width: number, height: number, size: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: BACKGROUND } })
    .composite([{ input: await draw(size).png().toBuffer() }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** Returns an ICO file with one PNG: https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10). */
const toIco = (png: Buffer, size: number): Buffer => {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
};

for (const [name, size] of [
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['apple-touch-icon.png', 180],
] as const)
  writeFileSync(publicFile(name), await drawCentred(size, size, size));
writeFileSync(publicFile('icon-maskable.png'), await drawCentred(512, 512, Math.round(512 * SAFE_ZONE)));
writeFileSync(publicFile('card.png'), await drawCentred(1200, 630, 560));
writeFileSync(publicFile('favicon.ico'), toIco(await draw(32).png().toBuffer(), 32));
