import type { Rgb } from '../../../schema/sample/canvas/colour.ts';
import { clamp, mix } from '../../../schema/sample/canvas/easing.ts';
import type { Size } from '../../../schema/sample/canvas/linearImage.ts';
import { seededRandom } from '../../../schema/sample/canvas/random.ts';
import { EMBER, SMOKE } from '../../../schema/sample/drawing/palettes/clifford.ts';
import { applyCliffordMap } from '../../../schema/sample/mathematics/cliffordMap.ts';
import { tabulate } from '../../../schema/sample/mathematics/tabulate.ts';
import type { ValuesOf } from '../definitions/definitions.ts';
import { fieldPicture } from './fieldPicture.ts';
import type { Simulation } from './simulation.ts';

type CliffordValues = ValuesOf<'CLIFFORD'>;

export const MAX_WIDTH_PX = 800;
const GRID: Size = { width: 480, height: 270 };
const POINTS = 30_000;
/** The time in which the map moves each point once, unless frames are slower. */
const ROUND_SECONDS = 1 / 60;
/** The folds that bring random points to the attractor. */
const FIRST_FOLDS = 12;
/** The fourth parameter of the map. */
const D = 0.85;
/** The share of the density that is left after a round. */
const DECAY = 0.96;
/** The weight of a point at which the weights of all points are reduced, far below the greatest 32-bit float. */
const MAX_POINT_WEIGHT = 1e6;
const SEED = 1990;
/** Cells per unit of the map. */
const SCALE = 64;
/** The tone of a density; 1 is the last color. */
const toneAt = tabulate((density) => Math.log1p(density) / 4.2, [0, 70], 4096);

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
  /** The sum of the weights of all rounds so far, if a point of the latest round has the weight 1. */
  let weight = 0;
  /** What a point of the next step adds to its cell. It grows, which is cheaper than to reduce all cells at every step. */
  let pointWeight = 1;
  /** The first point that the next step moves. */
  let firstPoint = 0;
  const fold = (from: number, to: number, count: number) =>
    applyCliffordMap(
      positions.subarray(from * 2, to * 2),
      before.subarray(from * 2, to * 2),
      [current.a, current.b, current.c, D],
      count,
    );
  const scatter = () => {
    for (let i = 0; i < positions.length; i++) positions[i] = random() * 3 - 1.5;
    fold(0, POINTS, FIRST_FOLDS);
  };
  /** Moves some points, and adds them to the picture. */
  const move = (from: number, to: number) => {
    fold(from, to, 1);
    countPoints(
      { density, warmth, pointWeight },
      positions.subarray(from * 2, to * 2),
      before.subarray(from * 2, to * 2),
    );
  };
  scatter();
  return {
    set: (next) => {
      current = next;
      scatter();
    },
    // Moves the share of the points that the time of the step allows, at most all.
    step: (seconds) => {
      const count = Math.min(POINTS, Math.round((POINTS * seconds) / ROUND_SECONDS));
      const share = count / POINTS;
      pointWeight /= DECAY ** share;
      if (pointWeight > MAX_POINT_WEIGHT) {
        for (let i = 0; i < cells; i++) {
          density[i] = density[i]! / pointWeight;
          warmth[i] = warmth[i]! / pointWeight;
        }
        pointWeight = 1;
      }
      weight = weight * DECAY ** share + share;
      move(firstPoint, Math.min(firstPoint + count, POINTS));
      move(0, Math.max(0, firstPoint + count - POINTS));
      firstPoint = (firstPoint + count) % POINTS;
    },
    draw: (pixels) => {
      const scale = (2.2 * cells) / (POINTS * Math.max(1, weight) * pointWeight);
      const visible = 0.01 * pointWeight;
      for (let i = 0; i < cells; i++) {
        const amount = density[i]!;
        tones[i] = toneAt(amount * scale);
        shares[i] = amount > visible ? warmth[i]! / amount : 0;
      }
      paint(pixels, tones, shares);
    },
  };
}

interface Smoke {
  readonly density: Float32Array;
  readonly warmth: Float32Array;
  /** What each point adds to the density. */
  readonly pointWeight: number;
}

/** Adds the points to their cells, and to the warmth by where they came from. */
function countPoints(
  { density, warmth, pointWeight }: Smoke,
  positions: Float32Array,
  before: Float32Array,
): void {
  const { width, height } = GRID;
  for (let i = 0; i < positions.length; i += 2) {
    const x = Math.floor(width / 2 + positions[i]! * SCALE + 0.5);
    const y = Math.floor(height / 2 + positions[i + 1]! * SCALE + 0.5);
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const at = y * width + x;
    density[at] = density[at]! + pointWeight;
    warmth[at] = warmth[at]! + pointWeight * clamp(0.5 + 0.5 * (before[i]! * 0.7 - before[i + 1]! * 0.45));
  }
}
