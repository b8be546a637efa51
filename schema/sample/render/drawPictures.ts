import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { develop } from './drawing/develop.ts';
import { loadPictures } from './picture.ts';

// node schema/sample/render/drawPictures.ts [name…]: draws the named pictures, or all, into the images of the seed.

const FOLDER = fileURLToPath(new URL('../seed/images/', import.meta.url));
/** WebP qualities, best first: smooth pictures show steps at one that fine lines bear, and cost little at any. */
const QUALITIES = [92, 84, 76];
/** Bytes that a picture may take at a better quality than the last, for each of its pixels. */
const BYTES_A_PIXEL = 0.07;

const pictures = await loadPictures();
const names = process.argv.slice(2);
const unknown = names.filter((name) => !pictures.some((picture) => picture.name === name));
if (unknown.length > 0) {
  console.error(
    `No such picture: ${unknown.join(', ')}. There are ${pictures.map((p) => p.name).join(', ')}.`,
  );
  process.exit(1);
}
await mkdir(FOLDER, { recursive: true });
for (const picture of pictures) {
  if (names.length > 0 && !names.includes(picture.name)) continue;
  const light = picture.draw();
  const { width, height } = light;
  const drawn = sharp(develop(light), { raw: { width, height, channels: 3 } });
  let size = Number.POSITIVE_INFINITY;
  for (const quality of QUALITIES)
    if (size > BYTES_A_PIXEL * width * height)
      ({ size } = await drawn
        .clone()
        .webp({ quality, effort: 6, smartSubsample: true })
        .toFile(`${FOLDER}${picture.name}.webp`));
  console.error(`${picture.name}.webp, ${width}×${height}, ${Math.round(size / 1000)} kB`);
}
