import type { Rgb } from '../../../schema/sample/canvas/colour.ts';
import { clamp } from '../../../schema/sample/canvas/easing.ts';
import type { Size } from '../../../schema/sample/canvas/linearImage.ts';
import { LAMP, WATER } from '../../../schema/sample/drawing/palettes/ripples.ts';
import { tabulate } from '../../../schema/sample/mathematics/tabulate.ts';
import {
  WAVE_SPEED,
  type WaveSource,
  type WaveTank,
  waveTank,
} from '../../../schema/sample/mathematics/waveTank.ts';
import type { ValuesOf } from '../definitions/definitions.ts';
import { fieldPicture } from './fieldPicture.ts';
import type { Simulation } from './simulation.ts';

type RipplesValues = ValuesOf<'RIPPLES'>;

export const MAX_WIDTH_PX = 720;
/** A cell is a millimetre of the tank. */
const GRID: Size = { width: 320, height: 180 };
const STEPS_PER_SECOND = 180;
/** A slow device drops time instead of frames. */
const MAX_STEPS_PER_FRAME = 3;
const AMPLITUDE = 0.05;
const SPREAD = [3, 3] as const;

/** The tone of water by its height, in the middle of the tank. */
const toneAt = tabulate((height) => 0.42 + 0.5 * Math.tanh(height * 1.5), [-3, 3], 2048);
/** The part of the light that is left at each cell, towards the corners less. */
const VIGNETTE = Float32Array.from({ length: GRID.width * GRID.height }, (_, i) => {
  const across = ((i % GRID.width) - GRID.width / 2) / GRID.height;
  const down = (Math.floor(i / GRID.width) - GRID.height / 2) / GRID.height;
  return 1 - 0.3 * (across * across + down * down);
});

/** Returns the color of water at a height, with a share of glint from the lamp. */
function waterColor(tone: number, glint: number): Rgb {
  const base = WATER.at(tone);
  const component = (c: 0 | 1 | 2) => base[c] * 0.94 + LAMP[c] * glint * tone;
  return [component(0), component(1), component(2)];
}

/** Returns the two dippers at a step; they begin softly. */
export function dippers({ distance, wavelength, phase }: RipplesValues, step: number): WaveSource[] {
  const angle = (2 * Math.PI * WAVE_SPEED * step) / wavelength;
  const amplitude = AMPLITUDE * (24 / wavelength) ** 0.5 * clamp(step / 60);
  const x = GRID.width / 2;
  const y = GRID.height / 2;
  return [
    { x: x - distance / 2, y, amplitude: amplitude * Math.sin(angle), spread: SPREAD },
    {
      x: x + distance / 2,
      y,
      amplitude: amplitude * Math.sin(angle + (phase * Math.PI) / 180),
      spread: SPREAD,
    },
  ];
}

/** Water in which two dippers make waves. */
export function createSimulation(values: RipplesValues): Simulation<RipplesValues> {
  const tank = waveTank(GRID.width, GRID.height);
  const paint = fieldPicture(GRID, waterColor);
  const tones = new Float32Array(GRID.width * GRID.height);
  const glints = new Float32Array(GRID.width * GRID.height);
  let current = values;
  let stepCount = 0;
  return {
    set: (next) => {
      current = next;
    },
    step: (seconds) => {
      const steps = Math.min(MAX_STEPS_PER_FRAME, Math.max(1, Math.round(seconds * STEPS_PER_SECOND)));
      for (let k = 0; k < steps; k++, stepCount++) tank.step(dippers(current, stepCount));
    },
    draw: (pixels) => {
      lightWater(tank, tones, glints);
      paint(pixels, tones, glints);
    },
  };
}

/** Writes the tone of each cell, and the glint where the water leans towards the lamp. */
function lightWater(tank: WaveTank, tones: Float32Array, glints: Float32Array): void {
  const { width, height } = tank;
  const { heights, start, stride } = tank.surface();
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0, at = start + y * stride; x < width; x++, i++, at++) {
      const slopeX = heights[at + 1]! - heights[at - 1]!;
      const slopeY = heights[at + stride]! - heights[at - stride]!;
      const towardsLamp = -0.62 * slopeX - 0.78 * slopeY;
      tones[i] = toneAt(heights[at]!) * VIGNETTE[i]!;
      glints[i] = towardsLamp > 0 ? towardsLamp * towardsLamp * 2 : 0;
    }
}
