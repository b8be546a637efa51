import { darkness, type Light, paintPixels } from '../canvas/light.ts';
import { paintTile } from '../drawing/tileGlaze.ts';
import { findTiles, tileAt } from '../mathematics/penroseTiles.ts';
import { type Picture, PORTRAIT } from '../picture.ts';

/** The rhombs about a point with five-fold symmetry. */
function penrose(): Light {
  const light = darkness(PORTRAIT);
  const [coarse, fine] = [tileAt(), tileAt()];
  const colour = new Float64Array(3);
  const level = 5;
  const radius = 1500;
  paintPixels(light, (x, y, out, at) => {
    findTiles((x - 400) / radius, (400 - y) / radius, level, coarse, fine);
    paintTile(coarse, ((1 + Math.sqrt(5)) / 2) ** -level, 1 / radius, colour);
    const lit = 1.02 - 0.12 * (((x - 400) / 400) ** 2 + ((y - 400) / 400) ** 2);
    for (let c = 0; c < 3; c++) out[at + c] = colour[c]! * lit;
  });
  return light;
}

/** Portraits of those who found new ways to cover the plane. */
export const pictures: readonly Picture[] = [{ name: 'penrose', draw: penrose }];
