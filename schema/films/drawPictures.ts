import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { develop } from './develop.ts';
import { loadPictures } from './picture.ts';

// node schema/films/drawPictures.ts [name…]: draws the named pictures, or all, into the images of the seed.

const FOLDER = fileURLToPath(new URL('../seed/images/', import.meta.url));
const QUALITY = 80;

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
  const { size } = await sharp(develop(light), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toFile(`${FOLDER}${picture.name}.jpg`);
  console.error(`${picture.name}.jpg, ${width}×${height}, ${Math.round(size / 1000)} kB`);
}
