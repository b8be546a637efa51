import type { Rgb } from '../../../schema/sample/canvas/colour.ts';
import { clamp } from '../../../schema/sample/canvas/easing.ts';
import type { Size } from '../../../schema/sample/canvas/linearImage.ts';
import { seededRandom } from '../../../schema/sample/canvas/random.ts';
import { REEF, SHINE } from '../../../schema/sample/drawing/palettes/grayScott.ts';
import { addDrop, type GrayScott, grayScott } from '../../../schema/sample/mathematics/grayScott.ts';
import type { ValuesOf } from '../definitions/definitions.ts';
import { fieldPicture } from './fieldPicture.ts';
import type { Simulation } from './simulation.ts';

type GrayScottValues = ValuesOf<'GRAY_SCOTT'>;

export const MAX_WIDTH_PX = 720;
const GRID: Size = { width: 288, height: 162 };
const STEPS_PER_SECOND = 360;
/** A slow device drops time instead of frames. */
const MAX_STEPS_PER_FRAME = 6;

const SEED = 1984;
const DROPS = 14;
/** The amount of V below which a drop does not grow again. */
const EXTINCT = 0.01;
/** The direction of the lamp: upper left, high above (unit length). */
const LAMP = [-0.45, -0.55, 0.703] as const;
const STEEPNESS = 17;
/** The diffuse light at shade 1. */
const MAX_LIGHT = 1.1;

/** Returns the color of the coral at a tone under a lamp. */
function coralColor(tone: number, shade: number): Rgb {
  const diffuse = shade * MAX_LIGHT;
  const base = REEF.at(tone);
  const highlight = 0.35 * clamp((diffuse - 0.93) / 0.1) ** 2 * tone;
  const component = (c: 0 | 1 | 2) => base[c] * (0.22 + 1.1 * diffuse) + SHINE[c] * highlight;
  return [component(0), component(1), component(2)];
}

/** Adds drops of V at random places. */
function addDrops(reaction: GrayScott): void {
  const random = seededRandom(SEED);
  for (let drop = 0; drop < DROPS; drop++)
    addDrop(reaction, GRID.width * random(), GRID.height * random(), 3.5 + 1.5 * random());
}

/** The Gray–Scott reaction with the same rates everywhere. */
export function createSimulation(values: GrayScottValues): Simulation<GrayScottValues> {
  const cells = GRID.width * GRID.height;
  const rates = { feed: new Float32Array(cells), kill: new Float32Array(cells) };
  const reaction = grayScott(GRID, rates);
  const setRates = ({ feed, kill }: GrayScottValues) => {
    rates.feed.fill(feed);
    rates.kill.fill(kill);
    // At many rates V dies out, and then no rates bring it back.
    if (reaction.v.every((amount) => amount < EXTINCT)) addDrops(reaction);
  };
  setRates(values);
  const paint = fieldPicture(GRID, coralColor);
  const tones = new Float32Array(cells);
  const shades = new Float32Array(cells);
  return {
    set: setRates,
    step: (seconds) =>
      reaction.run(Math.min(MAX_STEPS_PER_FRAME, Math.max(1, Math.round(seconds * STEPS_PER_SECOND)))),
    draw: (pixels) => {
      shadeRelief(reaction, tones, shades);
      paint(pixels, tones, shades);
    },
  };
}

/** Writes the tone of each cell, and its light as a share of the greatest. */
function shadeRelief({ u, v }: GrayScott, tones: Float32Array, shades: Float32Array): void {
  const { width, height } = GRID;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const slopeX = (v[x < width - 1 ? i + 1 : i]! - v[x > 0 ? i - 1 : i]!) * 0.5 * STEEPNESS;
      const slopeY = (v[y < height - 1 ? i + width : i]! - v[y > 0 ? i - width : i]!) * 0.5 * STEEPNESS;
      const length = Math.sqrt(slopeX * slopeX + slopeY * slopeY + 1);
      const diffuse = Math.max(0, -slopeX * LAMP[0] - slopeY * LAMP[1] + LAMP[2]) / length;
      tones[i] = v[i]! * 1.75 + (1 - u[i]!) * 0.22;
      shades[i] = diffuse / MAX_LIGHT;
    }
}
