import { oklch, type Palette, palette } from '../../canvas/colour.ts';
import { clamp, ease, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels, type Size } from '../../canvas/linearImage.ts';
import { seededRandom } from '../../canvas/random.ts';
import { paintRelief } from '../../drawing/paintRelief.ts';
import { upsample } from '../../drawing/upsample.ts';
import { addDrop, createRates, type GrayScott, grayScott, type Rates } from '../../mathematics/grayScott.ts';
import { type Picture, PLATE, PORTRAIT } from '../picture.ts';

const SHINE = oklch(0.97, 0.03, 80);
const COAT_COLOURS = palette([
  [0, 0.83, 0.075, 78],
  [0.35, 0.72, 0.1, 68],
  [0.55, 0.36, 0.07, 50],
  [1, 0.2, 0.035, 40],
]);
const REEF = palette([
  [0, 0.2, 0.045, 235],
  [0.2, 0.25, 0.06, 270],
  [0.42, 0.43, 0.15, 358],
  [0.64, 0.65, 0.185, 388],
  [0.84, 0.8, 0.14, 420],
  [1, 0.95, 0.07, 455],
]);
const CULTURE = palette([
  [0, 0.2, 0.03, 210],
  [0.25, 0.31, 0.06, 200],
  [0.5, 0.58, 0.11, 175],
  [0.75, 0.8, 0.13, 140],
  [1, 0.95, 0.08, 110],
]);

/** Returns a reaction that started from random drops, after some time. */
function growPattern(
  size: Size,
  at: Rates,
  drops: number,
  steps: number,
  seed: number,
  radius = 4,
): GrayScott {
  const reaction = grayScott(size, at);
  const random = seededRandom(seed);
  for (let i = 0; i < drops; i++) addDrop(reaction, random() * size.width, random() * size.height, radius);
  reaction.run(steps);
  return reaction;
}

/** Returns a coat of spots on a sphere, like on the flank of a leopard. */
function spottedSphere(): LinearImage {
  const grid: Size = { width: 200, height: 200 };
  const { v } = growPattern(
    grid,
    createRates(grid, () => [0.036, 0.0645]),
    90,
    9000,
    1952,
  );
  const spots = upsample(v, grid, PORTRAIT);
  const light = blackImage(PORTRAIT);
  const ground = oklch(0.24, 0.03, 150);
  paintPixels(light, (x, y, out, at) => {
    const [dx, dy] = [(x - 400) / 330, (y - 400) / 330];
    const r = Math.hypot(dx, dy);
    const inside = clamp((1 - r) * 165 + 0.5);
    const vignette = 0.35 + 0.65 * Math.exp(-1.4 * ((dx + 0.3) ** 2 + (dy + 0.4) ** 2));
    // Near the rim of the sphere the coat is foreshortened: equal arcs look shorter.
    const foreshortening = r > 1e-6 ? Math.asin(Math.min(r, 1)) / (Math.PI / 2) / r : 2 / Math.PI;
    const [sx, sy] = [400 + dx * foreshortening * 390, 400 + dy * foreshortening * 390];
    const value = spots[Math.round(clamp(sy, 0, 799)) * 800 + Math.round(clamp(sx, 0, 799))]!;
    const up = Math.sqrt(Math.max(0, 1 - r * r));
    const lit = 0.16 + 1.0 * Math.max(0, -0.45 * dx - 0.55 * dy + 0.7 * up);
    const from = COAT_COLOURS.offset(value * 3.2);
    for (let c = 0; c < 3; c++)
      out[at + c] = COAT_COLOURS.table[from + c]! * lit * inside + ground[c]! * vignette * (1 - inside);
  });
  return light;
}

/** Returns dividing cells in a round dish; outside the dish V cannot survive. */
function dish(): LinearImage {
  const grid: Size = { width: 260, height: 260 };
  const radiusAt = (across: number, down: number) => Math.hypot(across - 0.5, down - 0.5) / 0.42;
  const reaction = grayScott(
    grid,
    createRates(grid, (across, down) => (radiusAt(across, down) > 1 ? [0.06, 0.12] : [0.0367, 0.0649])),
  );
  const random = seededRandom(1984);
  for (let i = 0; i < 7; i++)
    addDrop(reaction, 130 + (random() - 0.5) * 130, 130 + (random() - 0.5) * 130, 4);
  reaction.run(16_000);
  const light = drawRelief(PORTRAIT, grid, reaction, CULTURE, 3.0, 16);
  paintPixels(light, (x, y, out, at) => {
    const r = radiusAt(x / 800, y / 800);
    const glass =
      Math.exp(-(((r - 1.06) / 0.022) ** 2)) * (0.35 + 0.5 * clamp(-(x - 400 + (y - 400)) / 500 + 0.3));
    const outside = ease(r, 1.06, 1.1);
    for (let c = 0; c < 3; c++)
      out[at + c] = out[at + c]! * (1 - 0.55 * outside) + 0.5 * glass * [0.8, 1, 0.98][c]!;
  });
  return light;
}

/** Paints a reaction as a lit relief in a palette. */
function drawRelief(
  size: Size,
  grid: Size,
  { u, v }: GrayScott,
  colours: Palette,
  gain: number,
  steepness: number,
): LinearImage {
  const light = blackImage(size);
  const height = upsample(v, grid, size);
  const upsampledU = upsample(u, grid, size);
  const tone = height.map((value, i) => value * gain + (1 - upsampledU[i]!) * 0.2 - 0.04);
  paintRelief(light, {
    height,
    tone,
    colours,
    steepness: (steepness * size.width) / grid.width / 3,
    shine: SHINE,
    gloss: 0.3,
  });
  return light;
}

/** Returns four panels of one reaction at different rates: dividing spots, coral, a labyrinth, and holes. */
function fourRates(): LinearImage {
  const light = blackImage(PLATE);
  const ground = oklch(0.16, 0.03, 250);
  paintPixels(light, (_x, _y, out, at) => {
    for (let c = 0; c < 3; c++) out[at + c] = ground[c]!;
  });
  const panels = [
    [0.0367, 0.0649, 40, 8000],
    [0.0545, 0.062, 16, 8000],
    [0.029, 0.057, 40, 9000],
    [0.039, 0.058, 40, 9000],
  ] as const;
  const size: Size = { width: 752, height: 452 };
  const grid: Size = { width: 250, height: 150 };
  for (const [i, [feed, kill, drops, steps]] of panels.entries()) {
    const panel = drawRelief(
      size,
      grid,
      growPattern(
        grid,
        createRates(grid, () => [feed, kill]),
        drops,
        steps,
        30 + i,
      ),
      REEF,
      1.9,
      13,
    );
    const [left, top] = [32 + (i % 2) * 784, 32 + Math.floor(i / 2) * 484];
    for (let y = 0; y < size.height; y++)
      light.data.set(
        panel.data.subarray(y * size.width * 3, (y + 1) * size.width * 3),
        ((top + y) * light.width + left) * 3,
      );
  }
  return light;
}

/** Returns coral that grows from the lower left into empty dark. */
function cover(): LinearImage {
  const grid: Size = { width: 400, height: 250 };
  const reaction = grayScott(
    grid,
    createRates(grid, (across, down) => {
      const share = ease(across - down * 0.5, 0.15, 0.75);
      return [mix(0.0545, 0.0367, share), mix(0.062, 0.0649, share)];
    }),
  );
  const random = seededRandom(2);
  for (let i = 0; i < 9; i++) addDrop(reaction, 40 + random() * 130, 110 + random() * 120, 5);
  for (let i = 0; i < 5; i++) addDrop(reaction, 230 + random() * 110, 60 + random() * 130, 3.5);
  reaction.run(7600);
  const light = drawRelief(PLATE, grid, reaction, REEF, 2.1, 15);
  paintPixels(light, (x, y, out, at) => {
    const vignette = 0.42 + 0.72 * Math.exp(-1.3 * (((x - 620) / 1000) ** 2 + ((y - 480) / 700) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = out[at + c]! * vignette;
  });
  return light;
}

/** Portraits: Turing and Gray. Figure and cover: the article on patterns. */
export const pictures: readonly Picture[] = [
  { name: 'turing', draw: spottedSphere },
  { name: 'gray', draw: dish },
  { name: 'turing-instability', draw: fourRates },
  { name: 'cover-pattern', draw: cover },
];
