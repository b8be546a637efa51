import { createProjection, type Projection } from '../../canvas/camera.ts';
import { type PlateMode, scatterSand } from '../../canvas/chladniPlate.ts';
import { oklch } from '../../canvas/colour.ts';
import { clamp, ease } from '../../canvas/easing.ts';
import { addPoint, blackImage, type LinearImage, paintPixels, type Size } from '../../canvas/linearImage.ts';
import { seededRandom } from '../../canvas/random.ts';
import { addGlow } from '../../drawing/glow.ts';
import { paintPlane } from '../../drawing/paintPlane.ts';
import { type Picture, PLATE, PORTRAIT } from '../picture.ts';

const TABLE = oklch(0.14, 0.015, 60);
const METAL = oklch(0.33, 0.03, 235);
const SAND = oklch(0.86, 0.07, 85);

/** A plate in the image, seen from straight above, in pixels. */
interface PlateFrame {
  readonly x: number;
  readonly y: number;
  readonly halfSide: number;
}

function tableBackground(size: Size): LinearImage {
  const light = blackImage(size);
  paintPixels(light, (_x, _y, out, at) => {
    for (let c = 0; c < 3; c++) out[at + c] = TABLE[c]!;
  });
  return light;
}

/** Paints a metal plate with its shadow, and scatters a sand figure on it. */
function drawPlate(
  light: LinearImage,
  { x: cx, y: cy, halfSide }: PlateFrame,
  mode: PlateMode,
  grains: number,
  seed: number,
): void {
  const scale = halfSide / 300;
  paintWithin(light, cx - halfSide * 1.2, cy - halfSide * 1.2, halfSide * 2.4, (x, y, at) => {
    const plateDistance = Math.hypot(
      Math.max(0, Math.abs(x - cx) - halfSide),
      Math.max(0, Math.abs(y - cy - 5 * scale) - halfSide),
    );
    const shadow = 0.35 + 0.65 * ease(plateDistance, 0, 30 * scale);
    const inside = clamp(halfSide - Math.max(Math.abs(x - cx), Math.abs(y - cy)) + 0.5);
    const sheen =
      0.62 + 0.5 * Math.exp(-((((x - cx) * 0.8 + (y - cy) + halfSide * 0.6) / (halfSide * 0.9)) ** 2));
    for (let c = 0; c < 3; c++)
      light.data[at + c] = light.data[at + c]! * shadow * (1 - inside) + METAL[c]! * sheen * inside;
  });
  const random = seededRandom(seed);
  const positions = scatterSand(mode, grains, 0.022, random);
  drawGrains(light, positions, random, 0.55, (x, y, _z, out) => {
    out[0] = cx + x * halfSide * 0.985;
    out[1] = cy + y * halfSide * 0.985;
    out[2] = 1;
  });
}

function paintWithin(
  light: LinearImage,
  left: number,
  top: number,
  side: number,
  paint: (x: number, y: number, at: number) => void,
): void {
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(light.height, top + side); y++)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(light.width, left + side); x++)
      paint(x + 0.5, y + 0.5, (y * light.width + x) * 3);
}

/** Draws grains at their projected positions with random brightness. */
function drawGrains(
  light: LinearImage,
  positions: Float32Array,
  random: () => number,
  brightness: number,
  projection: Projection,
): void {
  const out = new Float64Array(3);
  const grains = blackImage(light);
  for (let i = 0; i < positions.length; i += 2) {
    projection(positions[i]!, positions[i + 1]!, 0, out);
    const bright = brightness * (0.4 + 0.9 * random()) * out[2]! ** 2;
    addPoint(grains, out[0]!, out[1]!, SAND[0] * bright, SAND[1] * bright, SAND[2] * bright);
  }
  for (let at = 0; at < light.data.length; at++) {
    // Overlapping grains are no brighter than sand.
    const lit = 1 - Math.exp(-1.3 * grains.data[at]!);
    light.data[at] = light.data[at]! * (1 - 0.8 * Math.min(1, lit)) + lit * 0.95;
  }
}

function portrait(): LinearImage {
  const light = tableBackground(PORTRAIT);
  drawPlate(light, { x: 400, y: 396, halfSide: 318 }, { m: 6, n: 4, sign: 1 }, 110_000, 1787);
  addGlow(light, 16, 0.12);
  return light;
}

const MODES: readonly PlateMode[] = [
  { m: 1, n: 1, sign: 1 },
  { m: 2, n: 0, sign: -1 },
  { m: 2, n: 0, sign: 1 },
  { m: 3, n: 0, sign: 1 },
  { m: 3, n: 1, sign: -1 },
  { m: 4, n: 0, sign: 1 },
  { m: 4, n: 2, sign: -1 },
  { m: 4, n: 2, sign: 1 },
  { m: 5, n: 1, sign: -1 },
  { m: 5, n: 3, sign: 1 },
  { m: 6, n: 2, sign: -1 },
  { m: 6, n: 4, sign: 1 },
];

function nodalLines(): LinearImage {
  const light = tableBackground(PLATE);
  for (const [i, mode] of MODES.entries()) {
    const frame = { x: 800 + ((i % 4) - 1.5) * 322, y: 500 + (Math.floor(i / 4) - 1) * 318, halfSide: 142 };
    drawPlate(light, frame, mode, 15_000, 1787 + i);
  }
  addGlow(light, 12, 0.1);
  return light;
}

/** Returns a large plate at a slant, its far corner in the light. */
function cover(): LinearImage {
  const light = tableBackground(PLATE);
  const view = {
    centre: [0.05, -0.1, 0],
    azimuth: 0.42,
    elevation: 0.72,
    distance: 4.2,
    scale: 640,
    imageCentre: [800, 500],
  } as const;
  const projection = createProjection(view);
  const mode = { m: 7, n: 4, sign: -1 };
  paintPlane(light, view, (x, y, at) => {
    const edge = Math.max(Math.abs(x), Math.abs(y));
    const inside = clamp((1.02 - edge) * 300);
    const sheen = 0.2 + 1.15 * Math.exp(-(((x + 0.35) / 0.9) ** 2) - ((y - 0.55) / 0.8) ** 2);
    for (let c = 0; c < 3; c++)
      light.data[at + c] = light.data[at + c]! * (1 - inside) * 0.6 + METAL[c]! * sheen * inside;
  });
  const random = seededRandom(1802);
  drawGrains(light, scatterSand(mode, 420_000, 0.017, random), random, 0.5, projection);
  addGlow(light, 26, 0.16);
  paintPixels(light, (x, y, out, at) => {
    const vignette = 0.35 + 0.75 * Math.exp(-1.5 * (((x - 760) / 1000) ** 2 + ((y - 420) / 620) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = out[at + c]! * vignette;
  });
  return light;
}

/** Portrait: Chladni. Figure and cover: the article on plates that sing. */
export const pictures: readonly Picture[] = [
  { name: 'chladni', draw: portrait },
  { name: 'nodal-lines', draw: nodalLines },
  { name: 'cover-chladni', draw: cover },
];
