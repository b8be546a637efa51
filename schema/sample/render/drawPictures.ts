import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { toneMap } from '../drawing/toneMap.ts';
import { loadPictures } from './picture.ts';

// Usage: node schema/sample/render/drawPictures.ts [name…]. Draws the named pictures, or all, into
// `schema/sample/seed/images`.

const FOLDER = fileURLToPath(new URL('../seed/images/', import.meta.url));
/** WebP qualities, best first. Smooth pictures need a high quality against banding and stay small at it. */
const QUALITIES = [92, 84, 76];
/** The size limit per pixel; a picture above it is encoded at the next lower quality. */
const MAX_BYTES_PER_PIXEL = 0.07;

const pictures = await loadPictures();
const names = process.argv.slice(2);
const unknown = names.filter((name) => !pictures.some((picture) => picture.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown picture: ${unknown.join(', ')}. Known pictures: ${pictures.map((p) => p.name).join(', ')}.`,
  );
  process.exit(1);
}
await mkdir(FOLDER, { recursive: true });
for (const picture of pictures) {
  if (names.length > 0 && !names.includes(picture.name)) continue;
  const light = picture.draw();
  const { width, height } = light;
  const pixels = sharp(toneMap(light), { raw: { width, height, channels: 3 } });
  let size = Number.POSITIVE_INFINITY;
  for (const quality of QUALITIES)
    if (size > MAX_BYTES_PER_PIXEL * width * height)
      ({ size } = await pixels
        .clone()
        .webp({ quality, effort: 6, smartSubsample: true })
        .toFile(`${FOLDER}${picture.name}.webp`));
  console.error(`${picture.name}.webp, ${width}×${height}, ${Math.round(size / 1000)} kB`);
}
