import { chance } from '../canvas/chance.ts';
import { oklch, type Palette, palette } from '../canvas/colour.ts';
import { darkness, type Light, paintPixels, type Size } from '../canvas/light.ts';
import { clamp, ease, mix } from '../canvas/motion.ts';
import { enlarge } from '../drawing/enlarge.ts';
import { paintRelief } from '../drawing/relief.ts';
import { addDrop, type Rates, type Reaction, rates, reaction } from '../mathematics/reaction.ts';
import { type Picture, PLATE, PORTRAIT } from '../picture.ts';

const SHINE = oklch(0.97, 0.03, 80);
const COAT = palette([
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

/** A reaction that began with drops strewn by chance, after some time. */
function grown(size: Size, at: Rates, drops: number, steps: number, seed: number, radius = 4): Reaction {
  const medium = reaction(size, at);
  const random = chance(seed);
  for (let i = 0; i < drops; i++) addDrop(medium, random() * size.width, random() * size.height, radius);
  medium.run(steps);
  return medium;
}

/** A coat of spots wrapped about a ball, as a leopard's about its flank. */
function coat(): Light {
  const grid: Size = { width: 200, height: 200 };
  const { v } = grown(
    grid,
    rates(grid, () => [0.036, 0.0645]),
    90,
    9000,
    1952,
  );
  const spots = enlarge(v, grid, PORTRAIT);
  const light = darkness(PORTRAIT);
  const ground = oklch(0.24, 0.03, 150);
  paintPixels(light, (x, y, out, at) => {
    const [dx, dy] = [(x - 400) / 330, (y - 400) / 330];
    const r = Math.hypot(dx, dy);
    const inside = clamp((1 - r) * 165 + 0.5);
    const fall = 0.35 + 0.65 * Math.exp(-1.4 * ((dx + 0.3) ** 2 + (dy + 0.4) ** 2));
    // On a ball what lies near the rim is seen aslant: equal arcs of the coat shrink towards it.
    const stretch = r > 1e-6 ? Math.asin(Math.min(r, 1)) / (Math.PI / 2) / r : 2 / Math.PI;
    const [sx, sy] = [400 + dx * stretch * 390, 400 + dy * stretch * 390];
    const value = spots[Math.round(clamp(sy, 0, 799)) * 800 + Math.round(clamp(sx, 0, 799))]!;
    const up = Math.sqrt(Math.max(0, 1 - r * r));
    const lit = 0.16 + 1.0 * Math.max(0, -0.45 * dx - 0.55 * dy + 0.7 * up);
    const from = COAT.offset(value * 3.2);
    for (let c = 0; c < 3; c++)
      out[at + c] = COAT.table[from + c]! * lit * inside + ground[c]! * fall * (1 - inside);
  });
  return light;
}

/** Dividing cells in a round dish: outside it V cannot live. */
function dish(): Light {
  const grid: Size = { width: 260, height: 260 };
  const reach = (across: number, down: number) => Math.hypot(across - 0.5, down - 0.5) / 0.42;
  const medium = reaction(
    grid,
    rates(grid, (across, down) => (reach(across, down) > 1 ? [0.06, 0.12] : [0.0367, 0.0649])),
  );
  const random = chance(1984);
  for (let i = 0; i < 7; i++) addDrop(medium, 130 + (random() - 0.5) * 130, 130 + (random() - 0.5) * 130, 4);
  medium.run(16_000);
  const light = relief(PORTRAIT, grid, medium, CULTURE, 3.0, 16);
  paintPixels(light, (x, y, out, at) => {
    const r = reach(x / 800, y / 800);
    const glass =
      Math.exp(-(((r - 1.06) / 0.022) ** 2)) * (0.35 + 0.5 * clamp(-(x - 400 + (y - 400)) / 500 + 0.3));
    const outside = ease(r, 1.06, 1.1);
    for (let c = 0; c < 3; c++)
      out[at + c] = out[at + c]! * (1 - 0.55 * outside) + 0.5 * glass * [0.8, 1, 0.98][c]!;
  });
  return light;
}

/** A reaction as a lit surface in the given palette. */
function relief(
  size: Size,
  grid: Size,
  { u, v }: Reaction,
  colours: Palette,
  gain: number,
  steepness: number,
): Light {
  const light = darkness(size);
  const height = enlarge(v, grid, size);
  const spent = enlarge(u, grid, size);
  const tone = height.map((value, i) => value * gain + (1 - spent[i]!) * 0.2 - 0.04);
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

/** One reaction, four pairs of rates: dividing spots, coral, a labyrinth, and holes. */
function fourRates(): Light {
  const light = darkness(PLATE);
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
    const panel = relief(
      size,
      grid,
      grown(
        grid,
        rates(grid, () => [feed, kill]),
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

/** Coral that grows out of the lower left into empty dark. */
function cover(): Light {
  const grid: Size = { width: 400, height: 250 };
  const medium = reaction(
    grid,
    rates(grid, (across, down) => {
      const share = ease(across - down * 0.5, 0.15, 0.75);
      return [mix(0.0545, 0.0367, share), mix(0.062, 0.0649, share)];
    }),
  );
  const random = chance(2);
  for (let i = 0; i < 9; i++) addDrop(medium, 40 + random() * 130, 110 + random() * 120, 5);
  for (let i = 0; i < 5; i++) addDrop(medium, 230 + random() * 110, 60 + random() * 130, 3.5);
  medium.run(7600);
  const light = relief(PLATE, grid, medium, REEF, 2.1, 15);
  paintPixels(light, (x, y, out, at) => {
    const fall = 0.42 + 0.72 * Math.exp(-1.3 * (((x - 620) / 1000) ** 2 + ((y - 480) / 700) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = out[at + c]! * fall;
  });
  return light;
}

/** Turing, Gray, and the article on patterns. */
export const pictures: readonly Picture[] = [
  { name: 'turing', draw: coat },
  { name: 'gray', draw: dish },
  { name: 'turing-instability', draw: fourRates },
  { name: 'cover-pattern', draw: cover },
];
