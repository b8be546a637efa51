import { blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { paintTile } from '../../drawing/paintTile.ts';
import { createTilePoint, findTiles } from '../../mathematics/penroseTiles.ts';
import { type Picture, PORTRAIT } from '../picture.ts';

/** Returns Penrose rhombs around a point with five-fold symmetry. */
function penrose(): LinearImage {
  const light = blackImage(PORTRAIT);
  const [tile, nextLevel] = [createTilePoint(), createTilePoint()];
  const colour = new Float64Array(3);
  const level = 5;
  const radius = 1500;
  paintPixels(light, (x, y, out, at) => {
    findTiles((x - 400) / radius, (400 - y) / radius, level, tile, nextLevel);
    paintTile(tile, ((1 + Math.sqrt(5)) / 2) ** -level, 1 / radius, colour);
    const lit = 1.02 - 0.12 * (((x - 400) / 400) ** 2 + ((y - 400) / 400) ** 2);
    for (let c = 0; c < 3; c++) out[at + c] = colour[c]! * lit;
  });
  return light;
}

/** Portrait: Penrose. */
export const pictures: readonly Picture[] = [{ name: 'penrose', draw: penrose }];
