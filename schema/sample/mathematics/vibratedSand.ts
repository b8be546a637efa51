import { type PlateMode, plateDisplacements } from '../canvas/chladniPlate.ts';

/** The number of table cells along a side of the plate. */
const CELLS = 512;
/** The greatest throw of a grain in one step; the plate is 2 wide. */
const MAX_THROW = 0.075;

/** Grains of sand on a vibrating plate. */
export interface VibratedSand {
  /** x and y of each grain, from -1 to 1. */
  readonly positions: Float32Array;
  /** Returns how strongly the plate moves under a grain, from 0 to about 1. */
  motionUnder(grain: number): number;
  /** Lets the plate sound in a mode from the next step on. */
  sound(mode: PlateMode): void;
  /** Throws every grain once. The stronger the plate moves under a grain, the farther the grain is thrown. */
  step(strength: number): void;
}

/**
 * Scatters sand evenly on a square plate.
 * @param random a generator of numbers in [0, 1)
 */
export function vibratedSand(count: number, random: () => number): VibratedSand {
  const positions = Float32Array.from({ length: count * 2 }, () => random() * 2 - 1);
  let motion = new Float32Array(CELLS * CELLS);
  const cellOf = (x: number, y: number) =>
    Math.min(CELLS - 1, Math.floor((y + 1) * (CELLS / 2))) * CELLS +
    Math.min(CELLS - 1, Math.floor((x + 1) * (CELLS / 2)));
  return {
    positions,
    motionUnder: (grain) => motion[cellOf(positions[grain * 2]!, positions[grain * 2 + 1]!)]!,
    sound(mode) {
      motion = normalized(plateDisplacements(mode, CELLS));
    },
    step(strength) {
      for (let at = 0; at < positions.length; at += 2) {
        const reach = MAX_THROW * strength * motion[cellOf(positions[at]!, positions[at + 1]!)]!;
        positions[at] = reflect(positions[at]! + reach * (random() * 2 - 1));
        positions[at + 1] = reflect(positions[at + 1]! + reach * (random() * 2 - 1));
      }
    },
  };
}

/** Returns the share of the greatest motion in each cell. */
function normalized(displacements: Float32Array): Float32Array<ArrayBuffer> {
  const greatest = displacements.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  // The corners of a free plate move several times as far as its middle, so the root makes the figure gather evenly.
  return Float32Array.from(displacements, (value) => Math.sqrt(Math.abs(value) / greatest));
}

/** Keeps a coordinate on the plate: a grain at the edge bounces back. */
function reflect(coordinate: number): number {
  if (coordinate > 1) return 2 - coordinate;
  if (coordinate < -1) return -2 - coordinate;
  return coordinate;
}
