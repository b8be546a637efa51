import type { Rgb } from '../../../schema/sample/canvas/colour.ts';
import { clamp, mix } from '../../../schema/sample/canvas/easing.ts';
import type { Size } from '../../../schema/sample/canvas/linearImage.ts';
import { seededRandom } from '../../../schema/sample/canvas/random.ts';
import { EMBER, SMOKE } from '../../../schema/sample/drawing/palettes/clifford.ts';
import { applyCliffordMap } from '../../../schema/sample/mathematics/cliffordMap.ts';
import type { ValuesOf } from '../definitions/definitions.ts';
import { fieldPicture } from './fieldPicture.ts';
import type { Simulation } from './simulation.ts';

type CliffordValues = ValuesOf<'CLIFFORD'>;

export const MAX_WIDTH_PX = 800;
const GRID: Size = { width: 480, height: 270 };
/** The points that the map moves in a step. */
const POINTS = 30_000;
/** The folds that bring random points to the attractor. */
const FIRST_FOLDS = 12;
/** The fourth parameter of the map. */
const D = 0.85;
/** The share of the density that is left after a step. */
const DECAY = 0.96;
const SEED = 1990;
/** Cells per unit of the map. */
const SCALE = 64;

/** Returns the color of smoke at a density, from cool to warm. */
function smokeColor(tone: number, warmth: number): Rgb {
  const [cool, hot] = [SMOKE.at(tone), EMBER.at(tone)];
  return [mix(cool[0], hot[0], warmth), mix(cool[1], hot[1], warmth), mix(cool[2], hot[2], warmth)];
}

/** Points that the map of Clifford Pickover moves on its attractor. */
export function createSimulation(values: CliffordValues): Simulation<CliffordValues> {
  const random = seededRandom(SEED);
  const positions = new Float32Array(POINTS * 2);
  const before = new Float32Array(POINTS * 2);
  const cells = GRID.width * GRID.height;
  const density = new Float32Array(cells);
  const warmth = new Float32Array(cells);
  const tones = new Float32Array(cells);
  /** The share of warm points in each cell. */
  const shares = new Float32Array(cells);
  const paint = fieldPicture(GRID, smokeColor);
  let current = values;
  /** The sum of the weights of all steps so far. */
  let weight = 0;
  const fold = (count: number) =>
    applyCliffordMap(positions, before, [current.a, current.b, current.c, D], count);
  const scatter = () => {
    for (let i = 0; i < positions.length; i++) positions[i] = random() * 3 - 1.5;
    fold(FIRST_FOLDS);
  };
  scatter();
  return {
    set: (next) => {
      current = next;
      scatter();
    },
    step: () => {
      for (let i = 0; i < cells; i++) {
        density[i] = density[i]! * DECAY;
        warmth[i] = warmth[i]! * DECAY;
      }
      weight = weight * DECAY + 1;
      fold(1);
      countPoints(density, warmth, positions, before);
    },
    draw: (pixels) => {
      const scale = (2.2 * cells) / (POINTS * Math.max(1, weight));
      for (let i = 0; i < cells; i++) {
        tones[i] = Math.log1p(density[i]! * scale) / 4.2;
        shares[i] = density[i]! > 0.01 ? warmth[i]! / density[i]! : 0;
      }
      paint(pixels, tones, shares);
    },
  };
}

/** Counts the points in each cell, and weights them by where they came from. */
function countPoints(
  density: Float32Array,
  warmth: Float32Array,
  positions: Float32Array,
  before: Float32Array,
): void {
  const { width, height } = GRID;
  for (let i = 0; i < positions.length; i += 2) {
    const x = Math.round(width / 2 + positions[i]! * SCALE);
    const y = Math.round(height / 2 + positions[i + 1]! * SCALE);
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const at = y * width + x;
    density[at] = density[at]! + 1;
    warmth[at] = warmth[at]! + clamp(0.5 + 0.5 * (before[i]! * 0.7 - before[i + 1]! * 0.45));
  }
}
